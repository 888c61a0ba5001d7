import type { Language } from '../../base/language.ts'
import type { PayoutTrouble } from '../../base/payout-troubles.ts'
import type { StaffRole } from '../../base/staff-roles.ts'
import { m } from '../../paraglide/messages.js'

/** Why a payout waits, in words (R1040): in the reader's language, or in that of a letter. */
export const payoutTroubleMessages: Record<
  PayoutTrouble,
  (inputs?: Record<string, never>, options?: { locale?: Language }) => string
> = {
  shop_away: m.staff_payout_trouble_shop_away,
  shop_refused: m.staff_payout_trouble_shop_refused,
  shop_connection: m.staff_payout_trouble_shop_connection,
  code_taken: m.staff_payout_trouble_code_taken,
  card_changed: m.staff_payout_trouble_card_changed,
  order_gone: m.staff_payout_trouble_order_gone,
  owner_held: m.staff_payout_trouble_owner_held,
  owner_unconfirmed: m.staff_payout_trouble_owner_unconfirmed,
  other: m.staff_payout_trouble_other,
}

export const staffRoleNames = {
  support: m.staff_role_support,
  manager: m.staff_role_manager,
  owner: m.staff_role_owner,
}

export function staffRoleName(role: StaffRole, language: Language): string {
  return staffRoleNames[role]({}, { locale: language })
}
