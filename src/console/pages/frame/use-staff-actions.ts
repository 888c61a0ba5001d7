import { useRouteLoaderData } from 'react-router'
import type { ActionName } from '../../action/declaration.rules.ts'

/** Titles of the actions that the reader's role may do; the server checks the role itself. */
export function useStaffActions(): Partial<Record<ActionName, string>> {
  const layout = useRouteLoaderData('console/pages/session/staff-layout') as
    | { actions: Partial<Record<ActionName, string>> }
    | undefined
  return layout?.actions ?? {}
}
