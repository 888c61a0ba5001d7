import type { HostKind } from '../../base/kinds.ts'
import { m } from '../../paraglide/messages.js'
import type { ConsoleAnswer } from './frame/console-call.ts'

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

const hostKindMessages: Record<HostKind, () => string> = {
  couple: m.staff_hosts_couple,
  parents: m.staff_hosts_parents,
  person: m.staff_hosts_person,
  organisers: m.staff_hosts_organisers,
  hosts: m.common_hosts,
}

export function hostKindText(kind: HostKind): string {
  return hostKindMessages[kind]()
}
