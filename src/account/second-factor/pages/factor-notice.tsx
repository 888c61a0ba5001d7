import { FormErrorNotice } from '../../../ui/form/form-error-notice.tsx'
import type { PageError } from '../../../ui/page/page-errors.ts'
import { isProofMissing } from '../../proof/pages/proof-form.ts'

/** What the forms of the page send. */
export type FactorIntent = 'add' | 'renew' | 'remove'

/** How a refused form asks again. */
export interface FactorFormState {
  refused: PageError | undefined
  asksForProof: boolean
}

/** Why the form was refused, unless the password beside it says so. */
export function FactorNotice({ refused }: Pick<FactorFormState, 'refused'>) {
  return isProofMissing(refused) ? null : <FormErrorNotice refused={refused} />
}
