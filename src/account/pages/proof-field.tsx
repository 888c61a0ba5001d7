import { AppError } from '../../base/app-error.ts'
import { m } from '../../paraglide/messages.js'
import type { FormField } from '../../ui/form/form-field.tsx'
import { PasswordField, TextField } from '../../ui/form/text-field.tsx'
import type { PageContext } from '../../ui/page/page-context.ts'
import type { PageError } from '../../ui/page/page-errors.ts'
import { Notice } from '../../ui/text/facts.tsx'
import { giveProof } from '../proof/proof.contract.ts'
import { proofMinutes } from '../proof/proof.rules.ts'

/** Password and code of the second factor, in a form that moves money or changes addresses (fresh proof, R127). */
export function ProofField(props: {
  error?: Pick<PageError, 'fields' | 'detail'> | undefined
  /** Whether the account has a second factor, where the page knows it; otherwise the error tells. */
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

/** For a form that asks for a proof only after it was refused without one. */
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

/** The code of the second factor, in a form that has a password field of its own. */
export const factorCodeField = (name: string): FormField => ({
  name,
  kind: 'code',
  label: m.account_factor_code(),
  help: m.account_factor_code_help(),
})

/** Gives a fresh proof by the form's `proof` and `proof_code`, if it has them; errors are reported beside these fields. */
export async function proveByForm(form: FormData, { call }: Pick<PageContext, 'call'>): Promise<void> {
  const password = String(form.get('proof') ?? '')
  const code = String(form.get('proof_code') ?? '').trim()
  if (password === '') return
  try {
    await call(giveProof, { password, ...(code !== '' && { code }) })
  } catch (error) {
    if (!(error instanceof AppError) || !error.fields) throw error
    const { password: proof, code: proof_code } = error.fields
    const fields = { ...(proof && { proof }), ...(proof_code && { proof_code }) }
    const factor = form.has('proof_code') || proof_code !== undefined
    throw new AppError(error.code, error.status, { fields, detail: { ...error.detail, factor } })
  }
}

export function isProofMissing(error: Pick<PageError, 'code' | 'fields'> | undefined): boolean {
  return (
    error !== undefined &&
    (error.code === 'proof_needed' || 'proof' in error.fields || 'proof_code' in error.fields)
  )
}

/** Whether a form with a password field asks for a code too: there is a second factor, and the last proof is old. */
export function needsFactorCode(
  { factor, fresh }: { factor: boolean; fresh: boolean },
  error: Pick<PageError, 'fields'> | undefined,
): boolean {
  return (factor && !fresh) || error?.fields.code !== undefined
}
