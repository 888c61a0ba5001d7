import { m } from '../../../paraglide/messages.js'
import type { FormField } from '../../../ui/form/post-form.tsx'

/** First and last name of the account; with what they are, where they are known. */
export const personFields = (known: { name?: string; surname?: string } = {}): FormField[] => [
  { name: 'name', label: m.common_first_name(), autoComplete: 'given-name', value: known.name },
  { name: 'surname', label: m.common_last_name(), autoComplete: 'family-name', value: known.surname },
]

export const phoneField = (known?: string | null): FormField => ({
  name: 'phone',
  kind: 'tel',
  label: m.common_phone(),
  help: m.account_phone_help(),
  optional: true,
  value: known,
})
