import type { HostKind } from '../../../base/host-kinds.ts'
import { m } from '../../../paraglide/messages.js'

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
