import { paths } from '../../../base/paths.ts'
import { hasStaffRole } from '../../../base/staff-roles.ts'
import { Link } from '../../../ui/page/link.tsx'
import { useStaffRole } from '../../frame/pages/use-staff-role.ts'
import { staffActions } from '../contract.ts'
import type { ActionName } from '../rules.ts'
import { actionForms } from './action-forms.ts'

/** Links to the actions that the reader's role may do, with what is known of each. */
export function ActionLinks(props: {
  actions: { name: ActionName; known: Record<string, string | number> }[]
}) {
  const role = useStaffRole()
  const allowed = props.actions.filter(({ name }) =>
    hasStaffRole(role, staffActions[name].act.role ?? 'support'),
  )
  if (allowed.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {allowed.map(({ name, known }) => (
        <li key={name}>
          <Link
            to={paths.staffAction(name, known)}
            variant="text"
            className="inline-flex min-h-6 items-center"
          >
            {actionForms[name].title()}
          </Link>
        </li>
      ))}
    </ul>
  )
}
