import { useMemo } from 'react'
import { data, Form, redirect } from 'react-router'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { ErrorSummary } from '../../../ui/form/error-summary.tsx'
import { useIsSubmitting } from '../../../ui/form/submission.ts'
import { PasswordField } from '../../../ui/form/text-field.tsx'
import { useValidatedForm } from '../../../ui/form/validated-form.ts'
import { setFlash } from '../../../ui/page/flash.ts'
import { pageContext } from '../../../ui/page/page-context.ts'
import { tryCall } from '../../../ui/page/page-errors.ts'
import { requireCustomer } from '../../../ui/page/require-customer.ts'
import { useSite } from '../../../ui/page/site-data.ts'
import { accountMeta } from '../../customer/pages/account-meta.ts'
import { FormErrorNotice } from '../../customer/pages/form-error-notice.tsx'
import { showProof } from '../../proof/contract.ts'
import { FactorCodeField } from '../../proof/pages/proof-field.tsx'
import { needsFactorCode } from '../../proof/pages/proof-form.ts'
import { sessionTokenCookie } from '../../session/cookie-rules.ts'
import { SettingsLayout } from '../../settings/pages/settings-layout.tsx'
import { passwordChangeSchema, updatePassword } from '../contract.ts'
import type { Route } from './+types/update-password-page'
import { NewPasswordFields } from './new-password-fields.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  accountMeta(m.common_change_password(), paths.settingsPassword, matches, true)

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const { email } = requireCustomer(ctx, request)
  // A new key after each change resets the form, so that the entered passwords go away.
  return { email, proof: await ctx.call(showProof, {}), formKey: crypto.randomUUID() }
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  requireCustomer(ctx, request)
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  const { done, refused } = await tryCall(() =>
    ctx.call(updatePassword, {
      current_password: text('current_password'),
      password: text('password'),
      repassword: text('repassword'),
      ...(text('code') && { code: text('code').trim() }),
    }),
  )
  if (refused) return data({ refused }, { status: refused.status })
  ctx.setCookie(sessionTokenCookie(done.token, ctx.site.isHttps))
  setFlash(ctx, {
    tone: 'done',
    title: m.account_password_changed(),
    body: m.account_password_updated_lead(),
  })
  throw redirect(withLanguage(paths.settingsPassword, ctx.language))
}

export default function UpdatePasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  const bounds = useSite()?.passwordLength
  const schema = useMemo(() => passwordChangeSchema(bounds), [bounds])
  const form = useValidatedForm({
    endpoint: updatePassword,
    schema,
    fieldErrors: actionData?.refused.fields,
  })
  const isBusy = useIsSubmitting()
  return (
    <SettingsLayout>
      <Form
        aria-label={m.common_change_password()}
        key={loaderData.formKey}
        method="post"
        replace
        className="flex max-w-lg flex-col gap-5"
        {...form.props}
      >
        <FormErrorNotice refused={actionData?.refused} />
        <ErrorSummary
          {...form.summary}
          labels={{
            current_password: m.account_password_current(),
            code: m.account_factor_code(),
            password: m.common_new_password(),
            repassword: m.account_password_again(),
          }}
        />
        {/* Password managers store a password with a user name. */}
        <input type="email" autoComplete="username" defaultValue={loaderData.email} hidden readOnly />
        <PasswordField
          label={m.account_password_current()}
          name="current_password"
          autoComplete="current-password"
          required
          error={form.error('current_password')}
        />
        {needsFactorCode(loaderData.proof, actionData?.refused) && (
          <FactorCodeField name="code" error={form.error('code')} />
        )}
        <NewPasswordFields label={m.common_new_password()} error={form.error} />
        <p className="text-soft">{m.account_password_others()}</p>
        <Button type="submit" size="large" busy={isBusy} className="self-start">
          {m.common_change_password()}
        </Button>
      </Form>
    </SettingsLayout>
  )
}
