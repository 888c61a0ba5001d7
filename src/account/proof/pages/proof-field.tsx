import { m } from '../../../paraglide/messages.js'
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
      {hasFactor && <FactorCodeField name="proof_code" error={error?.fields.proof_code} />}
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

/** Asks for a code of the second factor beside a password that the form has of its own. */
export function FactorCodeField({ name, error }: { name: string; error: string | null | undefined }) {
  return (
    <TextField
      label={m.account_factor_code()}
      help={m.account_factor_code_help()}
      name={name}
      autoComplete="one-time-code"
      required
      error={error}
    />
  )
}
