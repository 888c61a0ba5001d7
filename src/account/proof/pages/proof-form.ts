import { AppError } from '../../../base/app-error.ts'
import type { PageContext } from '../../../ui/page/page-context.ts'
import type { PageError } from '../../../ui/page/page-errors.ts'
import { giveProof } from '../contract.ts'

/** Proves who is there by the password, and the code, that the form carries, if it does; what is wrong stands beside it. */
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

/** Whether a form that was refused has to ask for the password. */
export function isProofMissing(error: Pick<PageError, 'code' | 'fields'> | undefined): boolean {
  return (
    error !== undefined &&
    (error.code === 'proof_needed' || 'proof' in error.fields || 'proof_code' in error.fields)
  )
}

/** Whether a form with a password of its own asks for a code, too: there is a second factor, and the last code is old. */
export function needsFactorCode(
  { factor, fresh }: { factor: boolean; fresh: boolean },
  error: Pick<PageError, 'fields'> | undefined,
): boolean {
  return (factor && !fresh) || error?.fields.code !== undefined
}
