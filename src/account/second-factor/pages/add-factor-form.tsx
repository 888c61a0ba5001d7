import type { QrDrawing } from '../../../invitation/share/qr-rules.ts'
import { m } from '../../../paraglide/messages.js'
import { PostForm } from '../../../ui/form/post-form.tsx'
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
  return (
    <div className="mt-4 flex flex-col gap-5">
      <p className="text-soft">{m.account_factor_lead()}</p>
      <p>{m.account_factor_app()}</p>
      <TimeSecret qr={offer.qr} secret={offer.secret} />
      <PostForm
        call={addSecondFactor}
        schema={factorFormSchema}
        refused={isProofMissing(refused) ? null : refused}
        notice={<FactorNotice refused={refused} />}
        hidden={{ intent: 'add', setup: offer.setup }}
        fields={[
          {
            name: 'code',
            kind: 'code',
            label: m.account_factor_first(),
            help: m.account_factor_first_help(),
            inputMode: 'numeric',
          },
        ]}
        submit={m.account_factor_add()}
      >
        {asksForProof && <ProofField error={refused} proof={{ factor: false }} />}
        <p className="text-soft">{m.account_factor_add_note()}</p>
      </PostForm>
    </div>
  )
}
