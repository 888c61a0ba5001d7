import { useRouteLoaderData } from 'react-router'
import { paths } from '../../../base/paths.ts'
import { Link } from '../../../ui/page/link.tsx'
import { classNames } from '../../../ui/style/class-names.ts'
import type { ActionName } from '../../action/declaration.rules.ts'
import { rowLinkClasses } from '../frame/staff-text.tsx'

/** Titles of the actions that the reader's role may do; the server checks the role itself. */
export function useStaffActions(): Partial<Record<ActionName, string>> {
  const layout = useRouteLoaderData('console/pages/session/staff-layout') as
    | { actions: Partial<Record<ActionName, string>> }
    | undefined
  return layout?.actions ?? {}
}

/** `about` tells several links to the same action apart. */
export interface ActionLink {
  name: ActionName
  known: Record<string, string | number>
  about?: string
}

export const payoutLinks = (payout: number): ActionLink[] =>
  (['payout_retried', 'payout_finished', 'payout_cancelled'] as const).map(name => ({
    name,
    known: { payout },
  }))

/** Links to the actions that the reader's role may do: in a row, or in an open menu. `known` fills in fields. */
export function ActionLinks(props: { actions: (ActionLink | false)[]; isMenu?: boolean }) {
  const { actions, isMenu = false } = props
  const titles = useStaffActions()
  const allowed = actions.flatMap(one => (one && titles[one.name] !== undefined ? one : []))
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
