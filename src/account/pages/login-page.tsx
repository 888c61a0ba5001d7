import { data, Form, redirect, useNavigation } from 'react-router'
import { inLanguage, paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { attempt } from '../../ui/attempt.ts'
import { Button } from '../../ui/button.tsx'
import { useCheckedForm } from '../../ui/checked-form.ts'
import { pageVisit } from '../../ui/context.ts'
import { FormSummary } from '../../ui/form-summary.tsx'
import { Link } from '../../ui/link.tsx'
import { Page } from '../../ui/page.tsx'
import { PasswordField, TextField } from '../../ui/text-field.tsx'
import { credentials, login } from '../contract.ts'
import { signInCookies } from '../cookie-rules.ts'
import type { Route } from './+types/login-page'
import { accountMeta } from './account-meta.ts'
import { AliveMark, isAlive } from './alive-mark.tsx'
import { deviceCookie, deviceMark } from './device-mark.ts'
import { RefusedNotice } from './refused-notice.tsx'
import { remembering, returnAddress } from './return-address.ts'
import { Welcome } from './welcome.tsx'
import { fieldWords } from './words.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  accountMeta(m.account_login_title(), paths.login, matches)

/** Who is signed in goes home (spec §2), unless he has just signed in here: then he is greeted and sent on. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { person, language } = context.get(pageVisit)
  const isGreeted = new URL(request.url).searchParams.has('welcome')
  if (person && !isGreeted) throw redirect(inLanguage(paths.home, language))
  return { to: returnAddress(request), greeted: isGreeted && person !== null }
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(pageVisit)
  const { call, language, site, setCookie } = visit
  const form = await request.formData()
  const email = String(form.get('email') ?? '')
  const password = String(form.get('password') ?? '')
  const device = deviceMark(visit)
  const { done, refused } = await attempt(() => call(login, { email, password, device }))
  if (refused) return data({ refused, email }, { status: refused.status })
  for (const cookie of [...signInCookies(done, site.secure), deviceCookie(device, site.secure)])
    setCookie(cookie)
  const to = returnAddress(request)
  throw redirect(inLanguage(isAlive(form) ? remembering(paths.login, to, 'welcome') : to, language))
}

export default function LoginPage({ loaderData, actionData }: Route.ComponentProps) {
  const { to, greeted } = loaderData
  const refused = actionData?.refused
  const form = useCheckedForm({ schema: credentials, words: fieldWords, refused: refused?.fields })
  const isBusy = useNavigation().state !== 'idle'
  if (greeted) return <Welcome to={to} />
  return (
    <Page title={m.account_login_title()} lead={m.account_login_lead()} width="form">
      <Form method="post" replace className="flex flex-col gap-5" {...form.props}>
        <RefusedNotice refused={refused} />
        <FormSummary {...form.summary} labels={{ password: m.account_password() }} />
        <TextField
          label={m.account_email()}
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={actionData?.email}
          error={form.error('email')}
        />
        <PasswordField
          label={m.account_password()}
          name="password"
          autoComplete="current-password"
          required
          error={form.error('password')}
        />
        <p>
          <Link to={paths.forgotPassword} look="text">
            {m.account_forgot_link()}
          </Link>
        </p>
        <AliveMark />
        <Button type="submit" size="large" wide busy={isBusy}>
          {m.account_login_action()}
        </Button>
      </Form>
      <p className="mt-8 border-t border-line pt-6">
        {m.account_login_new()}{' '}
        <Link to={remembering(paths.register, to)} look="weight">
          {m.account_create_link()}
        </Link>
      </p>
    </Page>
  )
}
