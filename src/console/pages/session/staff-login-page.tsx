import { data, redirect } from 'react-router'
import { withLanguage } from '../../../base/paths.ts'
import { staffCookieHeader, staffCookieName } from '../../../base/staff-roles.ts'
import { m } from '../../../paraglide/messages.js'
import { withoutSecrets } from '../../../ui/form/form-action.ts'
import { PostForm } from '../../../ui/form/post-form.tsx'
import { readFormValues } from '../../../ui/form/submit-form.ts'
import { setFlash } from '../../../ui/page/flash.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { tryCall } from '../../../ui/page/page-errors.ts'
import { knownBrowserDays, staffLoginSchema } from '../../console.rules.ts'
import { callOpenly } from '../frame/console-call.ts'
import type { Route } from './+types/staff-login-page'
import { setStaffCookie, staffMeta, staffReturnPath } from './staff-page.ts'

export const meta: Route.MetaFunction = ({ matches }) => staffMeta(m.staff_login_title(), matches)

export async function loader(args: Route.LoaderArgs) {
  const { language } = args.context.get(pageContext)
  if (await callOpenly(args, 'self', {}))
    throw redirect(withLanguage(staffReturnPath(args.request), language))
  return null
}

export async function action(args: Route.ActionArgs) {
  const ctx = args.context.get(pageContext)
  const values = readFormValues(await args.request.formData())
  const { email = '', password = '', code = '' } = values
  const { isHttps } = ctx.site
  // The signed id that makes this browser a known one (R1240).
  const browser = ctx.readCookie(staffCookieName(isHttps, 'staffBrowser'))
  const input = { email, password, code, ...(browser && { browser }) }
  const { done, refused } = await tryCall(() => callOpenly(args, 'login', input))
  if (refused) return data({ refused, values: withoutSecrets(values) }, { status: refused.status })
  setStaffCookie(done.token, ctx)
  const seconds = knownBrowserDays * 86_400
  ctx.setCookie(staffCookieHeader(done.browser, seconds, isHttps, 'staffBrowser'))
  const count = done.recovery_codes_left
  // Whoever has lost their phone soon runs out of recovery codes.
  if (count !== null)
    setFlash(ctx, {
      tone: 'alert',
      title: m.staff_recovery_used({ count }),
      body: m.staff_recovery_used_do(),
    })
  throw redirect(withLanguage(staffReturnPath(args.request), ctx.language))
}

export default function StaffLoginPage({ actionData }: Route.ComponentProps) {
  return (
    <Page title={m.staff_login_title()} width="form">
      <PostForm
        call={{ input: staffLoginSchema }}
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
