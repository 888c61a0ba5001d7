import { data, redirect } from 'react-router'
import { formatMoment } from '../../base/dates.ts'
import type { ReplyOf } from '../../base/endpoint.ts'
import { paths, withLanguage } from '../../base/paths.ts'
import { drawQrCode, type QrDrawing } from '../../invitation/share/qr.rules.ts'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/form/button.tsx'
import { FormErrorNotice } from '../../ui/form/error-summary.tsx'
import { Form } from '../../ui/form/form.tsx'
import { PostForm } from '../../ui/form/post-form.tsx'
import { useIsSubmitting } from '../../ui/form/submission.ts'
import { setFlash } from '../../ui/page/flash.tsx'
import { type PageContext, pageContext } from '../../ui/page/page-context.ts'
import { type PageError, tryCall } from '../../ui/page/page-errors.ts'
import { requireCustomer } from '../../ui/page/require-customer.ts'
import { useLanguage, useSite } from '../../ui/page/site-data.ts'
import { Notice } from '../../ui/text/facts.tsx'
import { showProof } from '../proof/proof.contract.ts'
import {
  addSecondFactor,
  factorFormSchema,
  offerSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  showSecondFactor,
} from '../second-factor/second-factor.contract.ts'
import type { Route } from './+types/second-factor-page'
import { accountMeta } from './person-fields.ts'
import { isProofMissing, ProofField, proveByForm } from './proof-field.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { deviceCookie, readOrCreateDeviceId } from './session/device-cookie.ts'
import { SettingsLayout, SettingsSection } from './settings-layout.tsx'
import { TimeSecret } from './time-secret.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  accountMeta(m.account_factor_title(), paths.settingsFactor, matches, true)

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  requireCustomer(ctx, request)
  const factor = await ctx.call(showSecondFactor, {})
  const proof = await ctx.call(showProof, {})
  return { factor, proof, offer: factor.added_at === '' ? await offerKey(ctx) : null }
}

async function offerKey(ctx: PageContext, setup?: string) {
  const offer = await ctx.call(offerSecondFactor, setup === undefined ? {} : { setup })
  return { ...offer, qr: drawQrCode(offer.uri) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  requireCustomer(ctx, request)
  const form = await request.formData()
  const intent = String(form.get('intent')) as FactorIntent
  const setup = String(form.get('setup') ?? '')
  const { done, refused } = await tryCall(async () => {
    await proveByForm(form, ctx)
    return submitFactor(intent, form, ctx)
  })
  if (refused) {
    // Offers the same key again, because it may be in the app already.
    const offer = intent === 'add' ? await offerKey(ctx, setup || undefined) : null
    return data({ codes: null, offer, intent, refused }, { status: refused.status })
  }
  if (done) return data({ codes: done, offer: null, intent, refused: null })
  setFlash(ctx, { tone: 'done', title: m.account_factor_removed() })
  throw redirect(withLanguage(paths.settingsFactor, ctx.language))
}

/** Answers new recovery codes; null after removing the factor. */
async function submitFactor(
  intent: FactorIntent,
  form: FormData,
  ctx: PageContext,
): Promise<string[] | null> {
  if (intent === 'remove') {
    await ctx.call(removeSecondFactor, {})
    return null
  }
  if (intent === 'renew') return (await ctx.call(renewRecoveryCodes, {})).recovery_codes
  const device = readOrCreateDeviceId(ctx)
  const input = { setup: String(form.get('setup') ?? ''), code: String(form.get('code') ?? ''), device }
  const { recovery_codes } = await ctx.call(addSecondFactor, input)
  ctx.setCookie(deviceCookie(device, ctx))
  return recovery_codes
}

export default function SecondFactorPage({ loaderData, actionData }: Route.ComponentProps) {
  const { factor, proof } = loaderData
  const next = { to: paths.settingsFactor, label: m.account_factor_codes_done() }
  if (actionData?.codes) return <RecoveryCodes codes={actionData.codes} next={next} />
  const stateOf = (intent: FactorIntent): FactorFormState => {
    const refused = actionData?.intent === intent ? (actionData.refused ?? undefined) : undefined
    return { refused, asksForProof: !proof.fresh || isProofMissing(refused) }
  }
  const offer = actionData?.offer ?? loaderData.offer
  return (
    <SettingsLayout>
      <h2 className="text-2xl leading-tight">
        {factor.added_at === '' ? m.account_factor_title() : m.account_factor_on()}
      </h2>
      {factor.added_at === '' && offer ? (
        <AddFactorForm offer={offer} {...stateOf('add')} />
      ) : (
        <ManageFactor factor={factor} stateOf={stateOf} />
      )}
    </SettingsLayout>
  )
}

function AddFactorForm(props: FactorFormState & { offer: { setup: string; secret: string; qr: QrDrawing } }) {
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

function ManageFactor(props: {
  factor: ReplyOf<typeof showSecondFactor>
  stateOf(intent: FactorIntent): FactorFormState
}) {
  const { factor, stateOf } = props
  const language = useLanguage()
  const momentOf = (at: string) => formatMoment(new Date(at), language)
  return (
    <>
      {factor.recovery_due_at && (
        <Notice tone="alert" title={m.account_factor_recovery()} className="mt-4">
          {m.account_factor_recovery_due({ moment: momentOf(factor.recovery_due_at) })}
        </Notice>
      )}
      <p className="mt-4 text-soft">
        {m.account_factor_since({ moment: momentOf(factor.added_at) })}{' '}
        {m.account_factor_left({ count: factor.recovery_codes_left })}
      </p>
      <p className="mt-2 text-soft">{m.account_factor_lost({ phone: useSite()?.supportPhone ?? '' })}</p>
      <SettingsSection title={m.account_factor_codes()} lead={m.account_factor_renew_lead()}>
        <FactorForm intent="renew" label={m.account_factor_renew()} {...stateOf('renew')} />
      </SettingsSection>
      <SettingsSection title={m.account_factor_remove_title()} lead={m.account_factor_remove_lead()}>
        <FactorForm intent="remove" label={m.account_factor_remove()} {...stateOf('remove')} />
      </SettingsSection>
    </>
  )
}

/** Asks for the password only once the button was pressed, so that the page doesn't have two such fields. */
function FactorForm(props: FactorFormState & { intent: FactorIntent; label: string }) {
  const { intent, label, refused, asksForProof } = props
  const isBusy = useIsSubmitting()
  return (
    <Form aria-label={label} method="post" replace className="flex flex-col gap-4" preventScrollReset>
      <FactorNotice refused={refused} />
      <input type="hidden" name="intent" value={intent} />
      {refused && asksForProof && <ProofField error={refused} proof={{ factor: true }} />}
      <Button type="submit" kind="outline" busy={isBusy} className="self-start">
        {label}
      </Button>
    </Form>
  )
}

type FactorIntent = 'add' | 'renew' | 'remove'

interface FactorFormState {
  refused: PageError | undefined
  asksForProof: boolean
}

/** Says why the form was refused, unless the error is that of the proof fields. */
function FactorNotice({ refused }: Pick<FactorFormState, 'refused'>) {
  return isProofMissing(refused) ? null : <FormErrorNotice refused={refused} />
}
