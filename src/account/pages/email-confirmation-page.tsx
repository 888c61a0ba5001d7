import { data, redirect } from 'react-router'
import { paths, withLanguage } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { ButtonLink } from '../../ui/form/button.tsx'
import { PostForm } from '../../ui/form/post-form.tsx'
import { validateForm } from '../../ui/form/submit-form.ts'
import { setFlash } from '../../ui/page/flash.tsx'
import { Page } from '../../ui/page/page.tsx'
import { type PageContext, pageContext } from '../../ui/page/page-context.ts'
import { type PageError, tryCall } from '../../ui/page/page-errors.ts'
import { signOutCookies } from '../cookie.rules.ts'
import {
  checkConfirmationCode,
  confirmEmail,
  knownPasswordFormSchema,
  sendConfirmationEmail,
} from '../email-confirmation.contract.ts'
import { passwordResetFormSchema } from '../password-reset.contract.ts'
import type { Route } from './+types/email-confirmation-page'
import { createLinkCookie } from './link-cookie.ts'
import { newPasswordFields, usePasswordSchema } from './new-password-fields.tsx'
import { accountMeta } from './person-fields.ts'
import { factorCodeField } from './proof-field.tsx'
import { readOrCreateDeviceId } from './session/device-cookie.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  accountMeta(m.account_confirm_title(), paths.emailConfirmation, matches, true)

/** The code of the e-mail and, once it was used, the result. */
const confirmationCookie = createLinkCookie<{ code?: string; done?: 'confirmed' | 'already' }>('confirmation')

type ConfirmationState = 'button' | 'password' | 'own' | 'confirmed' | 'already' | 'expired'

/** The link only opens the page: a GET changes nothing (R905), so mail scanners that open links confirm nothing. */
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
    title: m.account_email_sent(),
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

function SendAgainPage({ email, refused }: { email: string; refused: PageError | undefined }) {
  return (
    <Page title={m.account_confirm_expired()} lead={m.account_confirm_expired_body()} width="form">
      <PostForm
        call={sendConfirmationEmail}
        refused={refused}
        fields={[
          { name: 'email', kind: 'email', label: m.common_email(), autoComplete: 'username', value: email },
        ]}
        submit={m.account_confirm_send()}
        wide
      />
    </Page>
  )
}

/** How somebody confirms; the field by which the action tells the forms apart. */
type ConfirmationWay = 'browser' | 'password' | 'new'

interface FormProps {
  answer: { way: ConfirmationWay; refused: PageError } | undefined
}

const refusedIn = (way: ConfirmationWay, { answer }: FormProps) =>
  answer?.way === way ? answer.refused : undefined

function ConfirmButtonPage({ email, answer }: FormProps & { email: string }) {
  return (
    <Page title={m.account_confirm_title()} lead={m.account_confirm_lead({ email })} width="form">
      <PostForm
        call={confirmEmail}
        refused={refusedIn('browser', { answer })}
        hidden={{ way: 'browser' }}
        submit={m.common_confirm_my_email()}
      />
    </Page>
  )
}

/** Other browsers take a password or a new one, because a stranger may have registered with this e-mail (R118). */
function ConfirmByPasswordPage({ email, answer }: FormProps & { email: string }) {
  return (
    <Page title={m.account_confirm_title()} lead={m.account_confirm_other_browser({ email })} width="form">
      <KnownPasswordForm answer={answer} />
      <section className="mt-10 flex flex-col gap-5 border-t border-line pt-8">
        <div>
          <h2 className="text-xl">{m.account_confirm_unknown_password()}</h2>
          <p className="mt-2 text-soft">{m.account_confirm_new_password_lead()}</p>
        </div>
        <NewPasswordForm answer={answer} />
      </section>
    </Page>
  )
}

/** An account made with the shop's password needs a new password (R1221). */
function ChoosePasswordPage({ email, answer }: FormProps & { email: string }) {
  return (
    <Page title={m.account_confirm_title()} lead={m.account_confirm_own_lead({ email })} width="form">
      <NewPasswordForm answer={answer} />
    </Page>
  )
}

function KnownPasswordForm(props: FormProps) {
  const refused = refusedIn('password', props)
  return (
    <PostForm
      call={confirmEmail}
      schema={knownPasswordFormSchema}
      refused={refused}
      hidden={{ way: 'password' }}
      fields={[
        { name: 'password', kind: 'password', label: m.account_password() },
        ...(refused?.detail.factor === true ? [factorCodeField('factor_code')] : []),
      ]}
      submit={m.common_confirm_my_email()}
      wide
    />
  )
}

function NewPasswordForm(props: FormProps) {
  return (
    <PostForm
      call={confirmEmail}
      schema={usePasswordSchema(passwordResetFormSchema)}
      refused={refusedIn('new', props)}
      hidden={{ way: 'new' }}
      fields={newPasswordFields(m.common_new_password())}
      submit={m.account_confirm_new_password_action()}
      kind="outline"
      wide
    />
  )
}
