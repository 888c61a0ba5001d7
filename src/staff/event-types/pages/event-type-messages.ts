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

const errorMessages: Record<string, () => string> = {
  field_required: m.field_required,
  field_long: m.field_long,
  field_malformed: m.field_malformed,
  field_characters: m.field_characters,
  hosting_slug_wrong: m.staff_type_slug_wrong,
  hosting_slug_short: m.staff_type_slug_wrong,
  hosting_slug_long: m.staff_type_slug_wrong,
  hosting_slug_reserved: m.staff_type_slug_taken,
}

export function eventTypeErrorText(key: string): string {
  return (errorMessages[key] ?? m.field_wrong)()
}
