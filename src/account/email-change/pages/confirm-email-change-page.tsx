import { data, Form, redirect } from 'react-router'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { useIsSubmitting } from '../../../ui/form/submission.ts'
import { PasswordField } from '../../../ui/form/text-field.tsx'
import { setFlash } from '../../../ui/page/flash.ts'
import { Page } from '../../../ui/page/page.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { tryCall } from '../../../ui/page/page-errors.ts'
import { accountMeta } from '../../customer/pages/account-meta.ts'
import { FormErrorNotice } from '../../customer/pages/form-error-notice.tsx'
import { createLinkCookie } from '../../one-time-code/pages/link-cookie.ts'
import { readOrCreateDeviceId } from '../../session/pages/device-cookie.ts'
import { confirmEmailChange } from '../contract.ts'
import type { Route } from './+types/confirm-email-change-page'
import { LateLinkPage } from './late-link-page.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  accountMeta(m.account_email_change_title(), paths.emailChange, matches, true)

const linkCookie = createLinkCookie<{ code: string }>('email-change')

/** The link only opens the page (R905): what opens links by itself confirms nothing. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const code = new URL(request.url).searchParams.get('code')
  if (code !== null) throw linkCookie.moveFromAddress(ctx, { code }, paths.emailChange)
  return { hasCode: linkCookie.read(ctx) !== null }
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const code = linkCookie.read(ctx)?.code ?? ''
  const password = String((await request.formData()).get('password') ?? '')
  const device = readOrCreateDeviceId(ctx)
  const { done, refused } = await tryCall(() =>
    ctx.call(confirmEmailChange, { code, device, ...(password && { password }) }),
  )
  if (refused) return data({ refused }, { status: refused.status })
  linkCookie.clear(ctx)
  const body = m.account_email_changed_lead({ email: done.email })
  setFlash(ctx, { tone: 'done', title: m.account_email_changed(), body })
  throw redirect(withLanguage(ctx.customer ? paths.settings : paths.login, ctx.language))
}

export default function ConfirmEmailChangePage({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useIsSubmitting()
  const refused = actionData?.refused
  const asksForPassword = refused?.code === 'account_confirm_proof' || refused?.fields.password !== undefined
  if (!loaderData.hasCode || refused?.code === 'account_email_change_late') return <LateLinkPage />
  return (
    <Page title={m.account_email_change_title()} lead={m.account_email_change_confirm_lead()} width="form">
      <Form
        aria-label={m.account_mail_confirm_action()}
        method="post"
        replace
        className="flex flex-col gap-5"
      >
        {asksForPassword ? (
          <PasswordField
            label={m.account_password()}
            help={m.account_email_change_proof()}
            name="password"
            autoComplete="current-password"
            required
            error={refused.fields.password === undefined ? null : m.account_password_wrong()}
          />
        ) : (
          <FormErrorNotice refused={refused} />
        )}
        <Button type="submit" size="large" busy={isBusy} className="self-start">
          {m.account_mail_confirm_action()}
        </Button>
      </Form>
    </Page>
  )
}
