import { sentenceFromApi } from '../../../base/app-error.ts'
import { m } from '../../../paraglide/messages.js'
import { type PageError, withErrorReference } from '../../../ui/page/page-errors.ts'

/** The messages of field errors of guests. */
export const guestFieldMessages: Record<string, () => string> = {
  email_invalid: m.email_invalid,
  email_required: m.email_required,
  field_characters: m.field_characters,
  field_malformed: m.field_malformed,
  field_required: m.field_required,
  guest_email_twice: m.guest_email_twice,
  guest_language_wrong: m.guest_language_wrong,
  guest_list_long: m.guest_list_long,
  guest_nobody: m.guest_nobody,
  guest_notes_long: m.guest_notes_long,
  guest_people_wrong: m.guest_people_wrong,
  guest_phone_wrong: m.guest_phone_wrong,
  name_long: m.name_long,
  text_address: m.text_address,
  phone_long: m.phone_long,
}

const errorMessages: Record<string, () => string> = {
  guests_too_many: m.guests_too_many,
  invitations_day: m.invitations_day,
  invitations_unconfirmed: m.invitations_unconfirmed,
  refused_often: m.refused_often,
}

/** The message of a failed call of this feature; null without a failure, or when its fields have messages. */
export function invitationErrorMessage(error: Pick<PageError, 'code' | 'fields' | 'detail'> | undefined) {
  if (!error || Object.keys(error.fields).length > 0) return null
  const sentence = errorMessages[error.code]?.() ?? sentenceFromApi(error) ?? m.refused_unexpected()
  return withErrorReference(sentence, error)
}
