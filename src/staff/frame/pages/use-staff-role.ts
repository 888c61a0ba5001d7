import { useRouteLoaderData } from 'react-router'
import type { StaffRole } from '../../../base/staff-roles.ts'

/** The role of whoever reads the page, which chooses what is offered; the server decides by itself. */
export function useStaffRole(): StaffRole {
  const layout = useRouteLoaderData('staff/session/pages/staff-layout') as
    | { staff: { role: StaffRole } | null }
    | undefined
  return layout?.staff?.role ?? 'support'
}
