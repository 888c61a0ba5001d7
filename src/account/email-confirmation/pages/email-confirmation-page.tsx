import { data, redirect } from 'react-router'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { validateForm } from '../../../ui/form/submit-form.ts'
import { setFlash } from '../../../ui/page/flash.ts'
import { Page } from '../../../ui/page/page.tsx'
import { type PageContext, pageContext } from '../../../ui/page/page-context.ts'
import { type PageError, tryCall } from '../../../ui/page/page-errors.ts'
import { accountMeta } from '../../customer/pages/account-meta.ts'
import { createLinkCookie } from '../../link/pages/link-cookie.ts'
import { passwordResetFormSchema } from '../../password-reset/contract.ts'
import { signOutCookies } from '../../session/cookie-rules.ts'
import { readOrCreateDeviceId } from '../../session/pages/device-cookie.ts'
import {
  checkConfirmationCode,
  confirmEmail,
  knownPasswordFormSchema,
  sendConfirmationEmail,
} from '../contract.ts'
import type { Route } from './+types/email-confirmation-page'
import {
  ChoosePasswordPage,
  type ConfirmationWay,
  ConfirmButtonPage,
  ConfirmByPasswordPage,
} from './confirmation-forms.tsx'
import { SendAgainPage } from './send-again-page.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  accountMeta(m.account_confirm_title(), paths.emailConfirmation, matches, true)

/** The code of the letter, until it has confirmed. */
const confirmationCookie = createLinkCookie<{ code?: string; done?: 'confirmed' | 'already' }>('confirmation')

type ConfirmationState = 'button' | 'password' | 'own' | 'confirmed' | 'already' | 'expired'

/** The link only opens the page (R905): what opens links by itself confirms nothing. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const link = confirmationCookie.open(ctx, request, paths.emailConfirmation)
  if (link?.done) return { state: link.done as ConfirmationState, email: '' }
  return findState(link?.code ?? '', ctx)
}

async function findState(
  code: string,
  ctx: PageContext,
): Promise<{ state: ConfirmationState; email: string }> {
  const device = readOrCreateDeviceId(ctx)
  const { done, refused } = await tryCall(() => ctx.call(checkConfirmationCode, { code, device }))
  if (refused && !isCodeError(refused)) throw data(refused, { status: refused.status })
  if (!done) return { state: 'expired', email: ctx.customer?.email ?? '' }
  const { state, needs_password, needs_own_password, email } = done
  if (state === 'already') return { state, email }
  return { state: needs_own_password ? 'own' : needs_password ? 'password' : 'button', email }
}

function isCodeError({ code }: PageError): boolean {
  return ['account_confirm_expired', 'refused_fields'].includes(code)
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const form = await request.formData()
  if (form.has('way')) return confirm(form, ctx)
  const email = String(form.get('email') ?? '')
  const { refused } = await tryCall(() => ctx.call(sendConfirmationEmail, { email }))
  if (refused) return data({ refused, email, confirmation: undefined }, { status: refused.status })
  setFlash(ctx, {
    tone: 'done',
    title: m.account_confirm_sent(),
    body: m.account_confirm_sent_lead(),
  })
  throw redirect(withLanguage(ctx.customer ? paths.settings : paths.login, ctx.language))
}

async function confirm(form: FormData, ctx: PageContext) {
  const way = form.get('way') as ConfirmationWay
  const code = confirmationCookie.read(ctx)?.code ?? ''
  const device = readOrCreateDeviceId(ctx)
  const read = readProof(form, way, ctx)
  const { done, refused } =
    'refused' in read
      ? { done: null, refused: read.refused }
      : await tryCall(() => ctx.call(confirmEmail, { code, device, ...read.proof }))
  if (refused) {
    const status = refused.status
    return data({ refused: undefined, email: '', confirmation: { way, refused } }, { status })
  }
  if (way !== 'new' || done.state === 'already')
    throw confirmationCookie.moveFromAddress(ctx, { done: done.state }, paths.emailConfirmation)
  confirmationCookie.clear(ctx)
  for (const cookie of signOutCookies(ctx.site.isHttps)) ctx.setCookie(cookie)
  setFlash(ctx, { tone: 'done', title: m.account_confirmed(), body: m.account_confirm_claimed_lead() })
  throw redirect(withLanguage(paths.login, ctx.language))
}

/** The proof that a form gives, or what is wrong with its fields. */
function readProof(
  form: FormData,
  way: ConfirmationWay,
  ctx: PageContext,
): { proof: { password?: string; factor_code?: string; new_password?: string } } | { refused: PageError } {
  if (way === 'browser') return { proof: {} }
  const schema = way === 'new' ? passwordResetFormSchema(ctx.site.passwordLength) : knownPasswordFormSchema
  const { done, refused } = validateForm(ctx, schema, Object.fromEntries(form))
  if (refused) return { refused }
  const { password } = done
  const factor_code = String(form.get('factor_code') ?? '').trim()
  return {
    proof: way === 'new' ? { new_password: password } : { password, ...(factor_code && { factor_code }) },
  }
}

export default function EmailConfirmationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { state, email } = loaderData
  const answer = actionData?.confirmation
  if (state === 'expired')
    return <SendAgainPage email={actionData?.email || email} refused={actionData?.refused} />
  if (state === 'button') return <ConfirmButtonPage email={email} answer={answer} />
  if (state === 'own') return <ChoosePasswordPage email={email} answer={answer} />
  if (state === 'password') return <ConfirmByPasswordPage email={email} answer={answer} />
  const isNew = state === 'confirmed'
  return (
    <Page
      title={isNew ? m.account_confirmed() : m.account_confirm_already()}
      lead={isNew ? m.account_confirmed_lead() : m.account_confirm_already_lead()}
      width="form"
    >
      <ButtonLink to={paths.myRegistries} size="large">
        {m.common_to_my_registries()}
      </ButtonLink>
    </Page>
  )
}
