import type { Language } from '../../base/language.ts'
import type { StaffRole } from '../../base/staff-roles.ts'
import { m } from '../../paraglide/messages.js'

const names = { support: m.staff_role_support, manager: m.staff_role_manager, owner: m.staff_role_owner }

/** What a role of the staff is called. */
export function staffRoleName(role: StaffRole, language: Language): string {
  return names[role]({}, { locale: language })
}
