import { m } from '../../../paraglide/messages.js'
import { PasswordField } from '../../../ui/form/text-field.tsx'
import type { PageError } from '../../../ui/page/page-errors.ts'
import { proofMinutes } from '../rules.ts'

const errorMessages: Record<string, () => string> = {
  account_password_wrong: m.account_password_wrong,
  account_password_long: m.account_password_long,
  account_required: m.account_required,
  field_characters: m.field_characters,
}

/** Asks for the password again within a form that money or addresses depend on (R127). */
export function ProofField({ error }: { error?: Pick<PageError, 'fields'> | undefined }) {
  const key = error?.fields.proof
  return (
    <PasswordField
      label={m.account_password()}
      help={m.proof_help({ minutes: proofMinutes })}
      name="proof"
      autoComplete="current-password"
      required
      error={key === undefined ? null : (errorMessages[key] ?? m.refused_unexpected)()}
    />
  )
}
