import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { ButtonLink } from '../../ui/form/button.tsx'
import { formAction } from '../../ui/form/form-action.ts'
import { PostForm } from '../../ui/form/post-form.tsx'
import { Page } from '../../ui/page/page.tsx'
import { sendPasswordResetEmail } from '../password-reset.contract.ts'
import type { Route } from './+types/forgot-password-page'
import { accountMeta } from './person-fields.ts'
import { readOrCreateDeviceId } from './session/device-cookie.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  accountMeta(m.common_forgot_your_password(), paths.forgotPassword, matches)

export const action = formAction(sendPasswordResetEmail, {
  known: ctx => ({ device: readOrCreateDeviceId(ctx) }),
  done: () => ({ title: m.account_email_sent(), body: m.account_email_sent_lead() }),
  to: () => paths.login,
})

export default function ForgotPasswordPage({ actionData }: Route.ComponentProps) {
  return (
    <Page title={m.common_forgot_your_password()} lead={m.account_forgot_lead()} width="form">
      <PostForm
        call={sendPasswordResetEmail}
        {...actionData}
        fields={[{ name: 'email', kind: 'email', label: m.common_email(), autoComplete: 'username' }]}
        submit={m.account_forgot_action()}
        wide
      />
      <ButtonLink to={paths.login} kind="quiet" wide className="mt-5">
        {m.account_back_to_login()}
      </ButtonLink>
    </Page>
  )
}
