import { data, redirect } from 'react-router'
import { paths, withLanguage } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { PostForm } from '../../ui/form/post-form.tsx'
import { validateForm } from '../../ui/form/submit-form.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { setFlash } from '../../ui/page/flash.tsx'
import { Page } from '../../ui/page/page.tsx'
import { type PageContext, pageContext } from '../../ui/page/page-context.ts'
import { errorReferenceText, errorSentence, type PageError, tryCall } from '../../ui/page/page-errors.ts'
import { signOutCookies } from '../cookie.rules.ts'
import { checkPasswordResetCode, passwordResetFormSchema, resetPassword } from '../password-reset.contract.ts'
import type { Route } from './+types/reset-password-page'
import { createLinkCookie } from './link-cookie.ts'
import { newPasswordFields, usePasswordSchema } from './new-password-fields.tsx'
import { accountMeta } from './person-fields.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  accountMeta(m.common_new_password(), paths.resetPassword, matches, true)

interface ResetLink {
  email: string
  code: string
}

const resetCookie = createLinkCookie<ResetLink>('reset')

/** From the address, or from the cookie that its parts were moved to. */
function readResetLink(request: Request, ctx: PageContext): ResetLink {
  const { searchParams } = new URL(request.url)
  const link: Partial<ResetLink> = searchParams.has('code')
    ? Object.fromEntries(searchParams)
    : (resetCookie.read(ctx) ?? {})
  return { email: link.email ?? '', code: link.code ?? '' }
}

/** Only a valid code opens the page; anything else goes home with an alert (R115). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const link = readResetLink(request, ctx)
  const { refused } = await tryCall(() => ctx.call(checkPasswordResetCode, link))
  if (refused) throw redirectHome(refused, ctx)
  if (new URL(request.url).searchParams.has('code'))
    throw resetCookie.moveFromAddress(ctx, link, paths.resetPassword)
  return { email: link.email }
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const input = Object.fromEntries(await request.formData())
  const typed = validateForm(ctx, passwordResetFormSchema(ctx.site.passwordLength), input)
  if (typed.refused) return data(typed.refused, { status: 422 })
  const { password } = typed.done
  const link = readResetLink(request, ctx)
  const { refused } = await tryCall(() => ctx.call(resetPassword, { ...link, password }))
  if (refused?.fields.password) return data(refused, { status: refused.status })
  resetCookie.clear(ctx)
  if (refused) throw redirectHome(refused, ctx)
  for (const cookie of signOutCookies(ctx.site.isHttps)) ctx.setCookie(cookie)
  setFlash(ctx, {
    tone: 'done',
    title: m.account_password_changed(),
    body: m.account_password_changed_lead(),
  })
  throw redirect(withLanguage(paths.login, ctx.language))
}

function redirectHome(refused: PageError, ctx: PageContext): Response {
  const isCode = ['account_code_wrong', 'refused_fields'].includes(refused.code)
  const title = isCode
    ? m.account_code_wrong()
    : refused.code === 'refused_often'
      ? m.refused_often()
      : (errorSentence(refused) ?? m.site_server_error())
  const link = { to: paths.forgotPassword, label: m.account_mail_reset_action() }
  const body = isCode ? m.account_code_wrong_body() : errorReferenceText(refused)
  setFlash(ctx, { tone: 'alert', title, ...(body && { body }), ...(isCode && { link }) })
  return redirect(withLanguage(paths.home, ctx.language))
}

export default function ResetPasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <Page title={m.common_new_password()} width="form">
      <PostForm
        call={resetPassword}
        schema={usePasswordSchema(passwordResetFormSchema)}
        refused={actionData}
        fields={[
          {
            name: 'email',
            label: m.common_email(),
            draw: field => (
              <TextField
                label={field.label}
                name={field.name}
                type="email"
                autoComplete="username"
                disabled
                value={loaderData.email}
              />
            ),
          },
          ...newPasswordFields(m.common_new_password()),
        ]}
        submit={m.common_change_password()}
        wide
      />
    </Page>
  )
}
