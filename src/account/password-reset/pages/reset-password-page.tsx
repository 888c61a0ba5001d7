import { useMemo } from 'react'
import { data, Form, redirect, useNavigation } from 'react-router'
import { validateInput } from '../../../base/endpoint.ts'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { ErrorSummary } from '../../../ui/form/error-summary.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useValidatedForm } from '../../../ui/form/validated-form.ts'
import { setFlash } from '../../../ui/page/flash.ts'
import { Page } from '../../../ui/page/page.tsx'
import { type PageContext, pageContext } from '../../../ui/page/page-context.ts'
import { type PageError, tryCall } from '../../../ui/page/page-errors.ts'
import { useSite } from '../../../ui/page/site-data.ts'
import { checkPasswordResetCode, passwordResetFormSchema, resetPassword } from '../../customer/contract.ts'
import { accountMeta } from '../../customer/pages/account-meta.ts'
import { accountFieldMessages } from '../../customer/pages/field-messages.ts'
import { clearLinkCookie, moveToLinkCookie, readLinkCookie } from '../../one-time-code/pages/link-cookie.ts'
import { NewPasswordFields } from '../../password/pages/new-password-fields.tsx'
import { signOutCookies } from '../../session/cookie-rules.ts'
import type { Route } from './+types/reset-password-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  accountMeta(m.account_reset_title(), paths.resetPassword, matches, true)

/** The e-mail and the code of the letter's link. */
interface Link {
  email: string
  code: string
}

/** As the letter brings it, or as it was put aside. */
function linkOf(request: Request, ctx: PageContext): Link {
  const { searchParams } = new URL(request.url)
  const carried: Partial<Link> = searchParams.has('code')
    ? Object.fromEntries(searchParams)
    : (readLinkCookie<Link>('reset', ctx) ?? {})
  return { email: carried.email ?? '', code: carried.code ?? '' }
}

/** Only a living code opens the page; anything else goes home and says why (spec §4). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const link = linkOf(request, ctx)
  const { refused } = await tryCall(() => ctx.call(checkPasswordResetCode, link))
  if (refused) throw sentHome(refused, ctx)
  if (new URL(request.url).searchParams.has('code'))
    throw moveToLinkCookie('reset', link, paths.resetPassword, ctx)
  return { email: link.email }
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const typed = Object.fromEntries(await request.formData())
  const checked = validateInput(passwordResetFormSchema(ctx.site.passwordLength), typed)
  if (!checked.ok) return data({ fields: checked.fields }, { status: 422 })
  const { password } = checked.value
  const { refused } = await tryCall(() => ctx.call(resetPassword, { ...linkOf(request, ctx), password }))
  clearLinkCookie('reset', ctx)
  if (refused) throw sentHome(refused, ctx)
  for (const cookie of signOutCookies(ctx.site.isHttps)) ctx.setCookie(cookie)
  setFlash(ctx, {
    tone: 'done',
    title: m.account_password_changed(),
    body: m.account_password_changed_lead(),
  })
  throw redirect(withLanguage(paths.login, ctx.language))
}

function sentHome(refused: PageError, ctx: PageContext): Response {
  const isCode = ['account_code_wrong', 'refused_fields'].includes(refused.code)
  const title = isCode ? m.account_code_wrong() : m.refused_often()
  const link = { to: paths.forgotPassword, words: m.account_mail_reset_action() }
  setFlash(ctx, { tone: 'alert', title, ...(isCode && { body: m.account_code_wrong_body(), link }) })
  return redirect(withLanguage(paths.home, ctx.language))
}

export default function ResetPasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  const bounds = useSite()?.passwordLength
  const schema = useMemo(() => passwordResetFormSchema(bounds), [bounds])
  const form = useValidatedForm({ schema, messages: accountFieldMessages, fieldErrors: actionData?.fields })
  const isBusy = useNavigation().state !== 'idle'
  return (
    <Page title={m.account_reset_title()} width="form">
      <Form method="post" replace className="flex flex-col gap-5" {...form.props}>
        <ErrorSummary
          {...form.summary}
          labels={{ password: m.account_password_new(), repassword: m.account_password_again() }}
        />
        <TextField
          label={m.account_email()}
          name="email"
          type="email"
          autoComplete="username"
          disabled
          value={loaderData.email}
        />
        <NewPasswordFields label={m.account_password_new()} error={form.error} />
        <Button type="submit" size="large" wide busy={isBusy}>
          {m.account_reset_action()}
        </Button>
      </Form>
    </Page>
  )
}
