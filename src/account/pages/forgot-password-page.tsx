import { data, Form, redirect, useNavigation } from 'react-router'
import { inLanguage, paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { attempt } from '../../ui/attempt.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { useCheckedForm } from '../../ui/checked-form.ts'
import { pageVisit } from '../../ui/context.ts'
import { FormSummary } from '../../ui/form-summary.tsx'
import { leaveNotice } from '../../ui/left-notice.ts'
import { Page } from '../../ui/page.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { forgotten, passwordEmail } from '../contract.ts'
import type { Route } from './+types/forgot-password-page'
import { accountMeta } from './account-meta.ts'
import { RefusedNotice } from './refused-notice.tsx'
import { fieldWords } from './words.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  accountMeta(m.account_forgot_title(), paths.forgotPassword, matches)

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(pageVisit)
  const form = await request.formData()
  const email = String(form.get('email') ?? '')
  const { refused } = await attempt(() => visit.call(passwordEmail, { email }))
  if (refused) return data({ refused, email }, { status: refused.status })
  leaveNotice(visit, { tone: 'done', title: m.account_email_sent(), body: m.account_email_sent_lead() })
  throw redirect(inLanguage(paths.login, visit.language))
}

export default function ForgotPasswordPage({ actionData }: Route.ComponentProps) {
  const refused = actionData?.refused
  const form = useCheckedForm({ schema: forgotten, words: fieldWords, refused: refused?.fields })
  const isBusy = useNavigation().state !== 'idle'
  return (
    <Page title={m.account_forgot_title()} lead={m.account_forgot_lead()} width="form">
      <Form method="post" replace className="flex flex-col gap-5" {...form.props}>
        <RefusedNotice refused={refused} />
        <FormSummary {...form.summary} />
        <TextField
          label={m.account_email()}
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
