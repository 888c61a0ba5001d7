import { data, Form, redirect } from 'react-router'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Button, ButtonLink } from '../../../ui/form/button.tsx'
import { ErrorSummary } from '../../../ui/form/error-summary.tsx'
import { useIsSubmitting } from '../../../ui/form/submission.ts'
import { PasswordField } from '../../../ui/form/text-field.tsx'
import { useValidatedForm } from '../../../ui/form/validated-form.ts'
import { setFlash } from '../../../ui/page/flash.ts'
import { Page } from '../../../ui/page/page.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { tryCall } from '../../../ui/page/page-errors.ts'
import { requireCustomer } from '../../../ui/page/require-customer.ts'
import { accountMeta } from '../../customer/pages/account-meta.ts'
import { FormErrorNotice } from '../../customer/pages/form-error-notice.tsx'
import { showProof } from '../../proof/contract.ts'
import { FactorCodeField } from '../../proof/pages/proof-field.tsx'
import { needsFactorCode } from '../../proof/pages/proof-form.ts'
import { signOutCookies } from '../../session/cookie-rules.ts'
import { deactivateAccount } from '../contract.ts'
import { deletionGraceDays } from '../rules.ts'
import type { Route } from './+types/deactivate-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  accountMeta(m.account_deactivate_title(), paths.settingsDeactivate, matches, true)

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  requireCustomer(ctx, request)
  return ctx.call(showProof, {})
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  requireCustomer(ctx, request)
  const form = await request.formData()
  const password = String(form.get('password') ?? '')
  const code = String(form.get('code') ?? '').trim()
  const { refused } = await tryCall(() => ctx.call(deactivateAccount, { password, ...(code && { code }) }))
  if (refused) return data({ refused }, { status: refused.status })
  for (const cookie of signOutCookies(ctx.site.isHttps)) ctx.setCookie(cookie)
  const body = m.account_deactivated_lead({ days: deletionGraceDays })
  setFlash(ctx, { tone: 'done', title: m.account_deactivated(), body })
  throw redirect(withLanguage(paths.home, ctx.language))
}

/** Says what will happen, then asks for the password (R124). */
export default function DeactivatePage({ loaderData, actionData }: Route.ComponentProps) {
  const form = useValidatedForm({
    endpoint: deactivateAccount,
    fieldErrors: actionData?.refused.fields,
  })
  const isBusy = useIsSubmitting()
  const days = deletionGraceDays
  return (
    <Page title={m.account_deactivate_title()} lead={m.account_deactivate_lead()} width="form">
      <ul className="mb-8 flex list-disc flex-col gap-2 pl-5">
        <li>{m.account_deactivate_sessions()}</li>
        <li>{m.account_deactivate_registries()}</li>
        <li>{m.account_deactivate_money()}</li>
        <li>{m.account_deactivate_grace({ days })}</li>
        <li>{m.account_deactivate_erased({ days })}</li>
      </ul>
      <Form
        aria-label={m.account_deactivate_action()}
        method="post"
        replace
        className="flex flex-col gap-5"
        {...form.props}
      >
        <FormErrorNotice refused={actionData?.refused} />
        <ErrorSummary {...form.summary} />
        <PasswordField
          label={m.account_password()}
          help={m.account_deactivate_password()}
          name="password"
          autoComplete="current-password"
          required
          error={form.error('password')}
        />
        {needsFactorCode(loaderData, actionData?.refused) && (
          <FactorCodeField name="code" error={form.error('code')} />
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" size="large" kind="danger" busy={isBusy}>
            {m.account_deactivate_action()}
          </Button>
          <ButtonLink to={paths.settings} size="large" kind="outline">
            {m.ui_cancel()}
          </ButtonLink>
        </div>
      </Form>
    </Page>
  )
}
