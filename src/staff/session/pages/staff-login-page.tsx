import { redirect } from 'react-router'
import { withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { formAction } from '../../../ui/form/form-action.ts'
import { PostForm } from '../../../ui/form/post-form.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
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

export const action = formAction(staffLogin, {
  known: ctx => {
    const browser = readStaffBrowser(ctx)
    return browser ? { browser } : {}
  },
  done: ({ token, browser, recovery_codes_left: count }, ctx) => {
    setStaffCookie(token, ctx)
    setStaffBrowser(browser, ctx)
    // Whoever lost their telephone is soon without codes.
    if (count === null) return null
    return { tone: 'alert', title: m.staff_recovery_used({ count }), body: m.staff_recovery_used_do() }
  },
  to: (_, request) => staffReturnPath(request),
})

export default function StaffLoginPage({ actionData }: Route.ComponentProps) {
  return (
    <Page title={m.staff_login_title()} width="form">
      <PostForm
        call={staffLogin}
        {...actionData}
        fields={[
          { name: 'email', kind: 'email', label: m.common_email(), autoComplete: 'username' },
          { name: 'password', kind: 'password', label: m.account_password() },
          { name: 'code', kind: 'code', label: m.staff_login_code(), help: m.staff_login_code_help() },
        ]}
        submit={m.common_sign_in()}
        wide
      />
    </Page>
  )
}
