import { data, redirect } from 'react-router'
import { paths, withLanguage } from '../../../base/paths.ts'
import { drawQrCode } from '../../../invitation/share/qr-rules.ts'
import { m } from '../../../paraglide/messages.js'
import { setFlash } from '../../../ui/page/flash.ts'
import { type PageContext, pageContext } from '../../../ui/page/page-context.ts'
import { tryCall } from '../../../ui/page/page-errors.ts'
import { requireCustomer } from '../../../ui/page/require-customer.ts'
import { accountMeta } from '../../customer/pages/account-meta.ts'
import { showProof } from '../../proof/contract.ts'
import { isProofMissing, proveByForm } from '../../proof/pages/proof-form.ts'
import { deviceCookie, readOrCreateDeviceId } from '../../session/pages/device-cookie.ts'
import { SettingsLayout } from '../../settings/pages/settings-layout.tsx'
import {
  addSecondFactor,
  offerSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  showSecondFactor,
} from '../contract.ts'
import type { Route } from './+types/second-factor-page'
import { AddFactorForm } from './add-factor-form.tsx'
import type { FactorFormState, FactorIntent } from './factor-notice.tsx'
import { ManageFactor } from './manage-factor.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

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
    // The same key again: it may be in the app already.
    const offer = intent === 'add' ? await offerKey(ctx, setup || undefined) : null
    return data({ codes: null, offer, intent, refused }, { status: refused.status })
  }
  if (done) return data({ codes: done, offer: null, intent, refused: null })
  setFlash(ctx, { tone: 'done', title: m.account_factor_removed() })
  throw redirect(withLanguage(paths.settingsFactor, ctx.language))
}

/** Answers new recovery codes; null where there are none to show. */
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
