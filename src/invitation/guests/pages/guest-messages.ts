import { sentenceFromApi } from '../../../base/app-error.ts'
import { m } from '../../../paraglide/messages.js'

/** What can be wrong with a guest's fields. */
export const guestFieldMessages: Record<string, () => string> = {
  email_invalid: m.email_invalid,
  email_required: m.email_required,
  field_characters: m.field_characters,
  field_required: m.field_required,
  guest_email_twice: m.guest_email_twice,
  guest_language_wrong: m.guest_language_wrong,
  guest_list_long: m.guest_list_long,
  guest_nobody: m.guest_nobody,
  guest_notes_long: m.guest_notes_long,
  guest_people_wrong: m.guest_people_wrong,
  guest_phone_wrong: m.guest_phone_wrong,
  name_long: m.name_long,
  phone_long: m.phone_long,
}

const refusals: Record<string, () => string> = {
  guests_too_many: m.guests_too_many,
  invitations_day: m.invitations_day,
  invitations_unconfirmed: m.invitations_unconfirmed,
  refused_often: m.refused_often,
}

/** Why a call of this feature was refused as a whole; null where its fields tell. */
export function invitationErrorMessage(
  refused: { code: string; fields: Record<string, string> } | undefined,
) {
  if (!refused || Object.keys(refused.fields).length > 0) return null
  return sentenceFromApi(refused.code) ?? refusals[refused.code]?.() ?? m.refused_unexpected()
}
