import { m } from '../../../paraglide/messages.js'
import { PasswordField, TextField } from '../../../ui/form/text-field.tsx'
import type { PageError } from '../../../ui/page/page-errors.ts'
import { proofMinutes } from '../rules.ts'

const errorMessages: Record<string, () => string> = {
  account_password_wrong: m.account_password_wrong,
  account_password_long: m.account_password_long,
  account_required: m.account_required,
  account_factor_needed: m.account_factor_needed,
  account_factor_wrong: m.account_factor_wrong,
  field_characters: m.field_characters,
  field_long: m.account_factor_wrong,
}

/**
 * Asks for the password again, and for a code of the second factor where there is one, within a form that money or
 * addresses depend on (R127).
 */
export function ProofField(props: {
  error?: Pick<PageError, 'fields' | 'detail'> | undefined
  /** Whether the account has a second factor, where the page knows; else the error tells. */
  proof?: { factor: boolean }
}) {
  const { error, proof } = props
  const hasFactor = proof?.factor ?? error?.detail.factor === true
  const messageOf = (name: string) => {
    const key = error?.fields[name]
    return key === undefined ? null : (errorMessages[key] ?? m.refused_unexpected)()
  }
  return (
    <>
      <PasswordField
        label={m.account_password()}
        help={m.proof_help({ minutes: proofMinutes })}
        name="proof"
        autoComplete="current-password"
        required
        error={messageOf('proof')}
      />
      {hasFactor && (
        <TextField
          label={m.account_factor_code()}
          help={m.account_factor_code_help()}
          name="proof_code"
          autoComplete="one-time-code"
          required
          error={messageOf('proof_code')}
        />
      )}
    </>
  )
}
