import { m } from '../../../paraglide/messages.js'
import type { ConsoleAnswer } from '../../frame/pages/console-call.ts'

export type StaffMember = ConsoleAnswer<'team'>[number]

const states: Record<StaffMember['state'], () => string> = {
  active: m.staff_member_active,
  invited: m.staff_member_invited,
  locked: m.staff_member_locked,
  ended: m.staff_member_ended,
}

export function memberStateText(state: StaffMember['state']): string {
  return states[state]()
}
