import { useMemo } from 'react'
import { data, Form, redirect } from 'react-router'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { ErrorSummary } from '../../../ui/form/error-summary.tsx'
import { useIsSubmitting } from '../../../ui/form/submission.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useValidatedForm } from '../../../ui/form/validated-form.ts'
import { setFlash } from '../../../ui/page/flash.ts'
import { Link } from '../../../ui/page/link.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { tryCall } from '../../../ui/page/page-errors.ts'
import { useSite } from '../../../ui/page/site-data.ts'
import { accountMeta } from '../../customer/pages/account-meta.ts'
import { FormErrorNotice } from '../../customer/pages/form-error-notice.tsx'
import { NewPasswordFields } from '../../password/pages/new-password-fields.tsx'
import { signInCookies } from '../../session/cookie-rules.ts'
import { deviceCookie, readOrCreateDeviceId } from '../../session/pages/device-cookie.ts'
import { returnPathOf, withReturnPath } from '../../session/pages/return-path.ts'
import { register, registrationSchema } from '../contract.ts'
import type { Route } from './+types/register-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  accountMeta(m.account_register_title(), paths.register, matches)

/** Whoever is signed in goes home. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { customer, language } = context.get(pageContext)
  if (customer) throw redirect(withLanguage(paths.home, language))
  return { to: returnPathOf(request) }
}

/** What the form shows again after an error: everything but the passwords. */
const refilledFields = ['name', 'surname', 'email', 'phone'] as const

/** Registers and leads straight on; the page there congratulates (R102). */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const { call, language, site, setCookie } = ctx
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  const values = Object.fromEntries(refilledFields.map(name => [name, text(name)])) as Record<
    (typeof refilledFields)[number],
    string
  >
  const passwords = { password: text('password'), repassword: text('repassword') }
  const device = readOrCreateDeviceId(ctx)
  const { done, refused } = await tryCall(() => call(register, { ...values, ...passwords, device }))
  if (refused) return data({ refused, values }, { status: refused.status })
  for (const cookie of [...signInCookies(done, site.isHttps), deviceCookie(device, ctx)]) setCookie(cookie)
  setFlash(ctx, { tone: 'done', title: m.account_created(), body: m.account_created_lead() })
  throw redirect(withLanguage(returnPathOf(request), language))
}

export default function RegisterPage({ loaderData: { to }, actionData: answer }: Route.ComponentProps) {
  const bounds = useSite()?.passwordLength
  const schema = useMemo(() => registrationSchema(bounds), [bounds])
  const form = useValidatedForm({
    endpoint: register,
    schema,
    fieldErrors: answer?.refused.fields,
  })
  const isBusy = useIsSubmitting()
  const field = (name: (typeof refilledFields)[number]) => ({
    name,
    defaultValue: answer?.values[name],
    error: form.error(name),
  })
  return (
    <Page title={m.account_register_title()} lead={m.account_register_lead()} width="form">
      <Form
        aria-label={m.account_register_action()}
        method="post"
        replace
        className="flex flex-col gap-5"
        {...form.props}
      >
        <FormErrorNotice refused={answer?.refused} />
        <ErrorSummary
          {...form.summary}
          labels={{
            name: m.common_first_name(),
            surname: m.common_last_name(),
            password: m.account_password(),
            repassword: m.account_password_again(),
          }}
        />
        <TextField label={m.common_first_name()} autoComplete="given-name" required {...field('name')} />
        <TextField label={m.common_last_name()} autoComplete="family-name" required {...field('surname')} />
        <TextField label={m.common_email()} type="email" autoComplete="email" required {...field('email')} />
        <TextField
          label={m.common_phone()}
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
        <Link to={withReturnPath(paths.login, to)} variant="strong">
          {m.common_sign_in()}
        </Link>
      </p>
    </Page>
  )
}
