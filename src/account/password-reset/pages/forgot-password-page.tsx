import { data, Form, redirect } from 'react-router'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Button, ButtonLink } from '../../../ui/form/button.tsx'
import { ErrorSummary } from '../../../ui/form/error-summary.tsx'
import { useIsSubmitting } from '../../../ui/form/submission.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useValidatedForm } from '../../../ui/form/validated-form.ts'
import { setFlash } from '../../../ui/page/flash.ts'
import { Page } from '../../../ui/page/page.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { tryCall } from '../../../ui/page/page-errors.ts'
import { accountMeta } from '../../customer/pages/account-meta.ts'
import { FormErrorNotice } from '../../customer/pages/form-error-notice.tsx'
import { readOrCreateDeviceId } from '../../session/pages/device-cookie.ts'
import { sendPasswordResetEmail } from '../contract.ts'
import type { Route } from './+types/forgot-password-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  accountMeta(m.common_forgot_your_password(), paths.forgotPassword, matches)

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const device = readOrCreateDeviceId(ctx)
  const form = await request.formData()
  const email = String(form.get('email') ?? '')
  const { refused } = await tryCall(() => ctx.call(sendPasswordResetEmail, { email, device }))
  if (refused) return data({ refused, email }, { status: refused.status })
  setFlash(ctx, { tone: 'done', title: m.account_email_sent(), body: m.account_email_sent_lead() })
  throw redirect(withLanguage(paths.login, ctx.language))
}

export default function ForgotPasswordPage({ actionData }: Route.ComponentProps) {
  const refused = actionData?.refused
  const form = useValidatedForm({
    endpoint: sendPasswordResetEmail,
    fieldErrors: refused?.fields,
  })
  const isBusy = useIsSubmitting()
  return (
    <Page title={m.common_forgot_your_password()} lead={m.account_forgot_lead()} width="form">
      <Form
        aria-label={m.account_forgot_action()}
        method="post"
        replace
        className="flex flex-col gap-5"
        {...form.props}
      >
        <FormErrorNotice refused={refused} />
        <ErrorSummary {...form.summary} />
        <TextField
          label={m.common_email()}
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={actionData?.email}
          error={form.error('email')}
        />
        <Button type="submit" size="large" wide busy={isBusy}>
          {m.account_forgot_action()}
        </Button>
        <ButtonLink to={paths.login} kind="quiet" wide>
          {m.account_back_to_login()}
        </ButtonLink>
      </Form>
    </Page>
  )
}
