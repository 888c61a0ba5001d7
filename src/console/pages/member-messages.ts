import { m } from '../../paraglide/messages.js'

export const memberStates = {
  active: m.staff_member_active,
  invited: m.staff_member_invited,
  locked: m.staff_member_locked,
  ended: m.staff_member_ended,
}

export const hostKindNames = {
  couple: m.staff_hosts_couple,
  parents: m.staff_hosts_parents,
  person: m.staff_hosts_person,
  organisers: m.staff_hosts_organisers,
  hosts: m.common_hosts,
}
