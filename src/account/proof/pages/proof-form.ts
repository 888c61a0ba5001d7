import { AppError } from '../../../base/app-error.ts'
import type { PageContext } from '../../../ui/page/page-context.ts'
import type { PageError } from '../../../ui/page/page-errors.ts'
import { giveProof } from '../contract.ts'

/** Proves who is there by the password that the form carries, if it does; what is wrong with it stands beside it. */
export async function proveByForm(form: FormData, { call }: Pick<PageContext, 'call'>): Promise<void> {
  const password = String(form.get('proof') ?? '')
  if (password === '') return
  try {
    await call(giveProof, { password })
  } catch (error) {
    const wrong = error instanceof AppError ? error.fields?.password : undefined
    if (!(error instanceof AppError) || wrong === undefined) throw error
    throw new AppError(error.code, error.status, { fields: { proof: wrong } })
  }
}

/** Whether a form that was refused has to ask for the password. */
export function isProofMissing(error: Pick<PageError, 'code' | 'fields'> | undefined): boolean {
  return error !== undefined && (error.code === 'proof_needed' || 'proof' in error.fields)
}
