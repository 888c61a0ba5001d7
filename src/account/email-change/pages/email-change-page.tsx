import { data, Form, redirect } from 'react-router'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Button, ButtonLink } from '../../../ui/form/button.tsx'
import { ErrorSummary } from '../../../ui/form/error-summary.tsx'
import { useIsSubmitting } from '../../../ui/form/submission.ts'
import { submitForm } from '../../../ui/form/submit-form.ts'
import { PasswordField, TextField } from '../../../ui/form/text-field.tsx'
import { useValidatedForm } from '../../../ui/form/validated-form.ts'
import { setFlash } from '../../../ui/page/flash.ts'
import { Page } from '../../../ui/page/page.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { tryCall } from '../../../ui/page/page-errors.ts'
import { requireCustomer } from '../../../ui/page/require-customer.ts'
import { Notice } from '../../../ui/text/notice.tsx'
import { accountMeta } from '../../customer/pages/account-meta.ts'
import { FormErrorNotice } from '../../customer/pages/form-error-notice.tsx'
import { showProof } from '../../proof/contract.ts'
import { FactorCodeField } from '../../proof/pages/proof-field.tsx'
import { needsFactorCode } from '../../proof/pages/proof-form.ts'
import { cancelEmailChange, requestEmailChange, showEmailChange } from '../contract.ts'
import type { Route } from './+types/email-change-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  accountMeta(m.common_new_email(), paths.settingsEmail, matches, true)

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const { email } = requireCustomer(ctx, request)
  const proof = await ctx.call(showProof, {})
  return { email, pending: (await ctx.call(showEmailChange, {})).email, proof }
}

/** Asks for the new e-mail, or takes it back: that button sends `cancel`. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  requireCustomer(ctx, request)
  const form = await request.formData()
  const email = String(form.get('email') ?? '')
  const password = String(form.get('password') ?? '')
  const code = String(form.get('code') ?? '').trim()
  const isCancel = form.has('cancel')
  const { refused } = isCancel
    ? await tryCall(() => ctx.call(cancelEmailChange, {}))
    : await submitForm(ctx, requestEmailChange, { email, password, code })
  if (refused) return data({ refused, email }, { status: refused.status })
  setFlash(ctx, {
    tone: 'done',
    title: isCancel ? m.account_email_change_cancelled() : m.account_email_change_sent(),
    ...(!isCancel && { body: m.account_email_change_sent_lead() }),
  })
  throw redirect(withLanguage(isCancel ? paths.settings : paths.settingsEmail, ctx.language))
}

export default function EmailChangePage({ loaderData, actionData }: Route.ComponentProps) {
  const { pending } = loaderData
  return (
    <Page title={m.common_new_email()} lead={m.account_email_change_lead()} width="form">
      {pending !== null && (
        <Notice className="mb-8">
          <p>{m.account_email_change_waits({ email: pending })}</p>
          <Form role="presentation" method="post" className="mt-3">
            <Button type="submit" name="cancel" value="1" kind="outline">
              {m.account_email_change_cancel()}
            </Button>
          </Form>
        </Notice>
      )}
      <RequestForm answer={actionData} asksForCode={needsFactorCode(loaderData.proof, actionData?.refused)} />
    </Page>
  )
}

function RequestForm(props: { answer: Route.ComponentProps['actionData']; asksForCode: boolean }) {
  const { answer, asksForCode } = props
  const form = useValidatedForm({
    endpoint: requestEmailChange,
    fieldErrors: answer?.refused.fields,
  })
  const isBusy = useIsSubmitting()
  return (
    <Form
      aria-label={m.account_email_change_action()}
      method="post"
      replace
      className="flex flex-col gap-5"
      {...form.props}
    >
      <FormErrorNotice refused={answer?.refused} />
      <ErrorSummary
        {...form.summary}
        labels={{
          email: m.common_new_email(),
          password: m.account_password(),
          code: m.account_factor_code(),
        }}
      />
      <TextField
        label={m.common_new_email()}
        name="email"
        type="email"
        autoComplete="email"
        required
        defaultValue={answer?.email}
        error={form.error('email')}
      />
      <PasswordField
        label={m.account_password()}
        name="password"
        autoComplete="current-password"
        required
        error={form.error('password')}
      />
      {asksForCode && <FactorCodeField name="code" error={form.error('code')} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="large" busy={isBusy}>
          {m.account_email_change_action()}
        </Button>
        <ButtonLink to={paths.settings} size="large" kind="outline">
          {m.ui_cancel()}
        </ButtonLink>
      </div>
    </Form>
  )
}
