import { data, Form, redirect } from 'react-router'
import { withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { ErrorSummary } from '../../../ui/form/error-summary.tsx'
import { useIsSubmitting } from '../../../ui/form/submission.ts'
import { PasswordField, TextField } from '../../../ui/form/text-field.tsx'
import { useValidatedForm } from '../../../ui/form/validated-form.ts'
import { setFlash } from '../../../ui/page/flash.ts'
import { Page } from '../../../ui/page/page.tsx'
import { type PageContext, pageContext } from '../../../ui/page/page-context.ts'
import { type PageError, tryCall } from '../../../ui/page/page-errors.ts'
import { Notice } from '../../../ui/text/notice.tsx'
import { findStaffSelf, staffLogin } from '../contract.ts'
import type { Route } from './+types/staff-login-page'
import {
  readStaffBrowser,
  setStaffBrowser,
  setStaffCookie,
  staffMeta,
  staffReturnPath,
} from './staff-page.ts'

export const meta: Route.MetaFunction = ({ matches }) => staffMeta(m.staff_login_title(), matches)

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const { staff } = await ctx.call(findStaffSelf, {})
  if (staff) throw redirect(withLanguage(staffReturnPath(request), ctx.language))
  return null
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const form = await request.formData()
  const field = (name: string) => String(form.get(name) ?? '')
  const browser = readStaffBrowser(ctx)
  const typed = { email: field('email'), password: field('password'), code: field('code') }
  const input = { ...typed, ...(browser && { browser }) }
  const { done, refused } = await tryCall(() => ctx.call(staffLogin, input))
  if (refused) return data({ refused, email: input.email }, { status: refused.status })
  setStaffCookie(done.token, ctx)
  setStaffBrowser(done.browser, ctx)
  if (done.recovery_codes_left !== null) warnOfRecoveryCodes(done.recovery_codes_left, ctx)
  throw redirect(withLanguage(staffReturnPath(request), ctx.language))
}

/** Whoever lost their telephone is soon without codes. */
function warnOfRecoveryCodes(count: number, ctx: PageContext): void {
  setFlash(ctx, { tone: 'alert', title: m.staff_recovery_used({ count }), body: m.staff_recovery_used_do() })
}

export default function StaffLoginPage({ actionData }: Route.ComponentProps) {
  const refused = actionData?.refused
  const form = useValidatedForm({
    endpoint: staffLogin,
    fieldErrors: refused?.fields,
  })
  const isBusy = useIsSubmitting()
  return (
    <Page title={m.staff_login_title()} width="form">
      <Form
        aria-label={m.common_sign_in()}
        method="post"
        replace
        className="flex flex-col gap-4"
        {...form.props}
      >
        <LoginNotice refused={refused} />
        <ErrorSummary
          {...form.summary}
          labels={{ password: m.account_password(), code: m.staff_login_code() }}
        />
        <TextField
          label={m.common_email()}
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={actionData?.email}
          error={form.error('email')}
        />
        <PasswordField label={m.account_password()} name="password" required error={form.error('password')} />
        <TextField
          label={m.staff_login_code()}
          name="code"
          autoComplete="one-time-code"
          required
          help={m.staff_login_code_help()}
          error={form.error('code')}
        />
        <Button type="submit" size="large" wide busy={isBusy}>
          {m.common_sign_in()}
        </Button>
      </Form>
    </Page>
  )
}

function LoginNotice({ refused }: { refused: PageError | undefined }) {
  if (!refused || refused.code === 'refused_fields') return null
  if (refused.code !== 'staff_login_wrong') return <Notice tone="alert" title={m.refused_often()} />
  return (
    <Notice tone="alert" title={m.staff_login_wrong()}>
      {m.staff_login_wrong_body()}
    </Notice>
  )
}
