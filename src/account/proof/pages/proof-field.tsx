import { m } from '../../../paraglide/messages.js'
import type { FormField } from '../../../ui/form/post-form.tsx'
import { PasswordField, TextField } from '../../../ui/form/text-field.tsx'
import type { PageError } from '../../../ui/page/page-errors.ts'
import { Notice } from '../../../ui/text/notice.tsx'
import { proofMinutes } from '../rules.ts'

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
  return (
    <>
      <PasswordField
        label={m.account_password()}
        help={m.proof_help({ minutes: proofMinutes })}
        name="proof"
        autoComplete="current-password"
        required
        error={error?.fields.proof}
      />
      {hasFactor && (
        <TextField
          label={m.account_factor_code()}
          help={m.account_factor_code_help()}
          name="proof_code"
          autoComplete="one-time-code"
          required
          error={error?.fields.proof_code}
        />
      )}
    </>
  )
}

/** The same in a form that asks for nothing of the kind until it was refused. */
export function ProofNeeded({ error }: Pick<Parameters<typeof ProofField>[0], 'error'>) {
  return (
    <>
      <Notice tone="alert" title={m.proof_needed()}>
        {m.proof_needed_body()}
      </Notice>
      <ProofField error={error} />
    </>
  )
}

/** A code of the second factor beside a password that the form has of its own. */
export const factorCodeField = (name: string): FormField => ({
  name,
  kind: 'code',
  label: m.account_factor_code(),
  help: m.account_factor_code_help(),
})
