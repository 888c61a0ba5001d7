import { useEffect, useState } from 'react'
import { redirect, useNavigate, useNavigation } from 'react-router'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { formAction } from '../../../ui/form/form-action.ts'
import { PostForm } from '../../../ui/form/post-form.tsx'
import type { FormValues } from '../../../ui/form/submit-form.ts'
import { Link, useLocalizedHref } from '../../../ui/page/link.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import type { PageError } from '../../../ui/page/page-errors.ts'
import { Notice } from '../../../ui/text/facts.tsx'
import { signInCookies } from '../../cookie.rules.ts'
import { login } from '../../session.contract.ts'
import { createLinkCookie } from '../link-cookie.ts'
import { accountMeta } from '../person-fields.ts'
import { factorCodeField } from '../proof-field.tsx'
import type { Route } from './+types/login-page'
import { deviceCookie, readOrCreateDeviceId } from './device-cookie.ts'
import { type CreateTarget, findCreateTarget, returnPathOf, withReturnPath } from './return-path.ts'

export const meta: Route.MetaFunction = ({ matches }) => accountMeta(m.common_sign_in(), paths.login, matches)

/** People who are signed in go home, unless they have just signed in here: then they see the greeting first (R106). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const { customer, language } = ctx
  const { searchParams } = new URL(request.url)
  const code = searchParams.get('link')
  const to = returnPathOf(request)
  if (code !== null) {
    const path = withReturnPath(paths.login, to)
    if (linkCodePattern.test(code)) throw linkCookie.moveFromAddress(ctx, { code }, path)
    // Every sign-in with it would be refused for a field that the form doesn't have.
    throw redirect(withLanguage(path, language))
  }
  const hasJustSignedIn = searchParams.has('welcome') || searchParams.has('entered')
  if (customer && !searchParams.has('welcome'))
    throw redirect(withLanguage(hasJustSignedIn ? to : paths.home, language))
  const hasLink = customer === null && linkCookie.read(ctx) !== null
  const refusesCookies = hasJustSignedIn && customer === null
  const creates = await findCreateTarget(ctx, to)
  return { to, creates, showsWelcome: hasJustSignedIn && customer !== null, refusesCookies, hasLink }
}

/** The link to sign in that was e-mailed because of many wrong passwords (R1242). */
const linkCookie = createLinkCookie<{ code: string }>('sign_in_link')
/** The codes of `createLinkCode`. */
const linkCodePattern = /^[\w-]{43}$/

export const action = formAction(login, {
  known: ctx => ({ device: readOrCreateDeviceId(ctx), link: linkCookie.read(ctx)?.code }),
  entered: ({ email, password, code }) => ({ email, password, code }),
  done: (reply, ctx, { device, link }) => {
    if (link) linkCookie.clear(ctx)
    const cookies = [...signInCookies(reply, ctx.site.isHttps), deviceCookie(device, ctx)]
    for (const cookie of cookies) ctx.setCookie(cookie)
    return null
  },
  // Redirects to this page first, which can tell whether the browser has taken the cookies (R106).
  to: (_, { request, values }) =>
    withReturnPath(paths.login, returnPathOf(request), hydratedField in values ? 'welcome' : 'entered'),
})

export default function LoginPage({ loaderData, actionData }: Route.ComponentProps) {
  const { to, creates, showsWelcome } = loaderData
  if (showsWelcome) return <SignInWelcome to={to} />
  const registerPath = withReturnPath(paths.register, to)
  const form = <SignInForm {...loaderData} {...actionData} />
  if (creates)
    return (
      <Page title={creates.title ?? m.registry_create_title()} lead={m.account_create_lead()} width="text">
        <div className="grid gap-x-12 gap-y-10 md:grid-cols-2">
          <section>
            <h2 className="mb-4 text-2xl">{m.account_login_new()}</h2>
            <ButtonLink to={registerPath} size="large" wide>
              {m.account_create_link()}
            </ButtonLink>
          </section>
          <section>
            <h2 className="mb-4 text-2xl">{m.account_register_known()}</h2>
            {form}
          </section>
        </div>
      </Page>
    )
  return (
    <Page title={m.common_sign_in()} lead={m.account_login_lead()} width="form">
      {form}
      <p className="mt-8 border-t border-line pt-6">
        {m.account_login_new()}{' '}
        <Link to={registerPath} variant="strong">
          {m.account_create_link()}
        </Link>
      </p>
    </Page>
  )
}

interface SignInFormProps extends SignInNoticeProps {
  creates: CreateTarget | null
  refused?: PageError
  values?: FormValues
}

function SignInForm({ creates, refused, values, ...notice }: SignInFormProps) {
  return (
    <PostForm
      call={login}
      refused={refused}
      values={values}
      {...(creates && { kind: 'outline' })}
      notice={refused ? undefined : <SignInNotice {...notice} />}
      fields={[
        { name: 'email', kind: 'email', label: m.common_email(), autoComplete: 'username' },
        { name: 'password', kind: 'password', label: m.account_password() },
        // On a device that is new to an account with a second factor (R135).
        ...(refused?.detail.factor === true ? [factorCodeField('code')] : []),
      ]}
      submit={m.common_sign_in()}
      wide
    >
      <p>
        <Link to={paths.forgotPassword} variant="text">
          {m.common_forgot_your_password()}
        </Link>
      </p>
      <HydrationMarker />
    </PostForm>
  )
}

interface SignInNoticeProps {
  refusesCookies: boolean
  hasLink: boolean
}

function SignInNotice({ refusesCookies, hasLink }: SignInNoticeProps) {
  if (refusesCookies)
    return (
      <Notice tone="alert" title={m.account_login_cookies()}>
        {m.account_login_cookies_text()}
      </Notice>
    )
  return hasLink ? <Notice title={m.account_login_by_link()} /> : null
}

const hydratedField = 'alive'

/** Tells the action that scripts run, so that it may redirect to the welcome, which moves on by itself. */
function HydrationMarker() {
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  return isHydrated ? <input type="hidden" name={hydratedField} value="1" /> : null
}

/** The target opens 2 seconds after the message (R106). */
const welcomeMs = 2000

function SignInWelcome({ to }: { to: string }) {
  const navigate = useNavigate()
  const href = useLocalizedHref(to)
  // Not while the page of a link that was pressed is on its way.
  const isIdle = useNavigation().state === 'idle'
  useEffect(() => {
    if (!isIdle) return
    const timer = setTimeout(() => navigate(href, { replace: true }), welcomeMs)
    return () => clearTimeout(timer)
  }, [navigate, href, isIdle])
  return (
    <Page title={m.account_login_done()} lead={m.account_login_greeting()} width="form">
      <Notice tone="done">
        <p role="status">{m.account_login_redirecting()}</p>
        <p className="mt-2">
          <Link to={to} replace variant="strong">
            {m.account_login_continue()}
          </Link>
        </p>
      </Notice>
    </Page>
  )
}
