import { paths } from '../../../base/paths.ts'
import { Link } from '../../../ui/page/link.tsx'
import { classNames } from '../../../ui/style/class-names.ts'
import type { ActionName } from '../../action/declaration.rules.ts'
import { rowLinkClasses } from '../frame/staff-text.tsx'
import { useStaffActions } from '../frame/use-staff-actions.ts'

/** Links to the actions that the reader's role may do: in a row, or in an open menu. `known` fills in fields. */
export function ActionLinks(props: {
  /** `about` tells several links to the same action apart. */
  actions: { name: ActionName; known: Record<string, string | number>; about?: string }[]
  isMenu?: boolean
}) {
  const { actions, isMenu = false } = props
  const titles = useStaffActions()
  const allowed = actions.filter(({ name }) => titles[name] !== undefined)
  if (allowed.length === 0) return null
  return (
    <ul
      className={classNames(
        'flex text-sm',
        isMenu ? 'flex-col' : 'flex-wrap gap-x-4 gap-y-1.5 max-md:gap-y-0',
      )}
    >
      {allowed.map(({ name, known, about }) => (
        <li key={paths.staffAction(name, known)}>
          <Link
            to={paths.staffAction(name, known)}
            className={isMenu ? 'flex min-h-11 items-center hover:underline' : rowLinkClasses}
          >
            {about ? `${titles[name]}: ${about}` : titles[name]}
          </Link>
        </li>
      ))}
    </ul>
  )
}
