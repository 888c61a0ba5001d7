import { m } from '../../../paraglide/messages.js'

/** The message for each key that a field of the account forms can be refused with. */
export const accountFieldMessages: Record<string, () => string> = {
  account_email_taken: m.account_email_taken,
  account_required: m.account_required,
  account_factor_needed: m.account_factor_needed,
  account_factor_wrong: m.account_factor_wrong,
  account_password_common: m.account_password_common,
  account_password_short: m.account_password_short,
  account_password_long: m.account_password_long,
  account_password_wrong: m.account_password_wrong,
  account_passwords_differ: m.account_passwords_differ,
  account_phone_wrong: m.account_phone_wrong,
  email_invalid: m.email_invalid,
  email_required: m.email_required,
  field_characters: m.field_characters,
  field_malformed: m.field_malformed,
  field_required: m.field_required,
  name_long: m.name_long,
  name_required: m.name_required,
  name_short: m.name_short,
  surname_long: m.surname_long,
  surname_required: m.surname_required,
  surname_short: m.surname_short,
  name_special: m.name_special,
  phone_long: m.phone_long,
  phone_short: m.phone_short,
}
