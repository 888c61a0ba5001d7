import { Form } from 'react-router'
import type { QrDrawing } from '../../../invitation/share/qr-rules.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { ErrorSummary } from '../../../ui/form/error-summary.tsx'
import { useIsSubmitting } from '../../../ui/form/submission.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useValidatedForm } from '../../../ui/form/validated-form.ts'
import { ProofField } from '../../proof/pages/proof-field.tsx'
import { isProofMissing } from '../../proof/pages/proof-form.ts'
import { addSecondFactor, factorFormSchema } from '../contract.ts'
import { type FactorFormState, FactorNotice } from './factor-notice.tsx'
import { TimeSecret } from './time-secret.tsx'

/** Offers a key, and adds it by its first code. */
export function AddFactorForm(
  props: FactorFormState & { offer: { setup: string; secret: string; qr: QrDrawing } },
) {
  const { offer, refused, asksForProof } = props
  const form = useValidatedForm({
    endpoint: addSecondFactor,
    schema: factorFormSchema,
    fieldErrors: isProofMissing(refused) ? null : refused?.fields,
  })
  const isBusy = useIsSubmitting()
  return (
    <Form
      aria-label={m.account_factor_title()}
      method="post"
      replace
      className="mt-4 flex flex-col gap-5"
      {...form.props}
    >
      <p className="text-soft">{m.account_factor_lead()}</p>
      <FactorNotice refused={refused} />
      <ErrorSummary {...form.summary} labels={{ code: m.account_factor_first() }} />
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="setup" value={offer.setup} />
      <p>{m.account_factor_app()}</p>
      <TimeSecret qr={offer.qr} secret={offer.secret} />
      <TextField
        label={m.account_factor_first()}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        help={m.account_factor_first_help()}
        error={form.error('code')}
      />
      {asksForProof && <ProofField error={refused} proof={{ factor: false }} />}
      <p className="text-soft">{m.account_factor_add_note()}</p>
      <Button type="submit" size="large" busy={isBusy} className="self-start">
        {m.account_factor_add()}
      </Button>
    </Form>
  )
}
