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
import { FactorCodeField } from '../../proof/pages/proof-field.tsx'
import { confirmEmailChange } from '../contract.ts'
import type { Route } from './+types/confirm-email-change-page'
import { LateLinkPage } from './late-link-page.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  accountMeta(m.common_new_email(), paths.emailChange, matches, true)

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
  const form = await request.formData()
  const password = String(form.get('password') ?? '')
  const factor_code = String(form.get('factor_code') ?? '').trim()
  const proof = { ...(password && { password }), ...(factor_code && { factor_code }) }
  const { done, refused } = await tryCall(() => ctx.call(confirmEmailChange, { code, ...proof }))
  if (refused) return data({ refused }, { status: refused.status })
  linkCookie.clear(ctx)
  const body = m.account_email_changed_lead({ email: done.email })
  setFlash(ctx, { tone: 'done', title: m.account_email_changed(), body })
  throw redirect(withLanguage(ctx.customer ? paths.settings : paths.login, ctx.language))
}

export default function ConfirmEmailChangePage({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useIsSubmitting()
  const refused = actionData?.refused
  const { password: passwordError, factor_code: codeError } = refused?.fields ?? {}
  const asksForProof = refused?.code === 'account_confirm_proof' || passwordError || codeError
  if (!loaderData.hasCode || refused?.code === 'account_email_change_late') return <LateLinkPage />
  return (
    <Page title={m.common_new_email()} lead={m.account_email_change_confirm_lead()} width="form">
      <Form aria-label={m.common_confirm_my_email()} method="post" replace className="flex flex-col gap-5">
        {asksForProof ? (
          <>
            <PasswordField
              label={m.account_password()}
              help={m.account_email_change_proof()}
              name="password"
              autoComplete="current-password"
              required
              error={passwordError}
            />
            {refused?.detail.factor === true && <FactorCodeField name="factor_code" error={codeError} />}
          </>
        ) : (
          <FormErrorNotice refused={refused} />
        )}
        <Button type="submit" size="large" busy={isBusy} className="self-start">
          {m.common_confirm_my_email()}
        </Button>
      </Form>
    </Page>
  )
}
