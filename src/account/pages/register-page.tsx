import { useMemo } from 'react'
import { data, Form, redirect, useNavigation } from 'react-router'
import { inLanguage, paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { attempt } from '../../ui/attempt.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { useCheckedForm } from '../../ui/checked-form.ts'
import { pageVisit } from '../../ui/context.ts'
import { FormSummary } from '../../ui/form-summary.tsx'
import { Link } from '../../ui/link.tsx'
import { Page } from '../../ui/page.tsx'
import { useSite } from '../../ui/site-data.ts'
import { TextField } from '../../ui/text-field.tsx'
import { register, registration } from '../contract.ts'
import { signInCookies } from '../cookie-rules.ts'
import type { Route } from './+types/register-page'
import { accountMeta } from './account-meta.ts'
import { deviceCookie, deviceMark } from './device-mark.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { RefusedNotice } from './refused-notice.tsx'
import { remembering, returnAddress } from './return-address.ts'
import { fieldWords } from './words.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  accountMeta(m.account_register_title(), paths.register, matches)

/** Who is signed in has an account; only the one who has just made his is congratulated. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { person, language } = context.get(pageVisit)
  const isNew = new URL(request.url).searchParams.has('created')
  if (person && !isNew) throw redirect(inLanguage(paths.home, language))
  return { to: returnAddress(request), created: isNew && person !== null }
}

const kept = ['name', 'surname', 'email', 'phone'] as const

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(pageVisit)
  const { call, language, site, setCookie } = visit
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  const typed = Object.fromEntries(kept.map(name => [name, text(name)])) as Record<
    (typeof kept)[number],
    string
  >
  const passwords = { password: text('password'), repassword: text('repassword') }
  const device = deviceMark(visit)
  const { done, refused } = await attempt(() => call(register, { ...typed, ...passwords, device }))
  if (refused) return data({ refused, typed }, { status: refused.status })
  for (const cookie of [...signInCookies(done, site.secure), deviceCookie(device, site.secure)])
    setCookie(cookie)
  throw redirect(inLanguage(remembering(paths.register, returnAddress(request), 'created'), language))
}

export default function RegisterPage({ loaderData, actionData }: Route.ComponentProps) {
  const { to, created } = loaderData
  return created ? <Created to={to} /> : <Registration to={to} answer={actionData} />
}

function Registration({ to, answer }: { to: string; answer: Route.ComponentProps['actionData'] }) {
  const bounds = useSite()?.passwordBounds
  const schema = useMemo(() => registration(bounds), [bounds])
  const form = useCheckedForm({ schema, words: fieldWords, refused: answer?.refused.fields })
  const isBusy = useNavigation().state !== 'idle'
  const field = (name: (typeof kept)[number]) => ({
    name,
    defaultValue: answer?.typed[name],
    error: form.error(name),
  })
  return (
    <Page title={m.account_register_title()} lead={m.account_register_lead()} width="form">
      <Form method="post" replace className="flex flex-col gap-5" {...form.props}>
        <RefusedNotice refused={answer?.refused} />
        <FormSummary
          {...form.summary}
          labels={{
            name: m.account_name(),
            surname: m.account_surname(),
            password: m.account_password(),
            repassword: m.account_password_again(),
          }}
        />
        <TextField label={m.account_name()} autoComplete="given-name" required {...field('name')} />
        <TextField label={m.account_surname()} autoComplete="family-name" required {...field('surname')} />
        <TextField label={m.account_email()} type="email" autoComplete="email" required {...field('email')} />
        <TextField
          label={m.account_phone()}
          help={m.account_phone_help()}
          type="tel"
          autoComplete="tel"
          optional
          {...field('phone')}
        />
        <NewPasswordFields label={m.account_password()} error={form.error} />
        <Button type="submit" size="large" wide busy={isBusy}>
          {m.account_register_action()}
        </Button>
      </Form>
      <p className="mt-8 border-t border-line pt-6">
        {m.account_register_known()}{' '}
        <Link to={remembering(paths.login, to)} look="weight">
          {m.account_login_action()}
        </Link>
      </p>
    </Page>
  )
}

function Created({ to }: { to: string }) {
  return (
    <Page title={m.account_created()} lead={m.account_created_lead()} width="form">
      <ButtonLink to={to} replace size="large">
        {m.account_created_go()}
      </ButtonLink>
    </Page>
  )
}
