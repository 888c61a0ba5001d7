import { data, Form, redirect } from 'react-router'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { useIsSubmitting } from '../../../ui/form/submission.ts'
import { setFlash } from '../../../ui/page/flash.ts'
import { Page } from '../../../ui/page/page.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { tryCall } from '../../../ui/page/page-errors.ts'
import { accountMeta } from '../../customer/pages/account-meta.ts'
import { FormErrorNotice } from '../../customer/pages/form-error-notice.tsx'
import { createLinkCookie } from '../../one-time-code/pages/link-cookie.ts'
import { signOutCookies } from '../../session/cookie-rules.ts'
import { stopEmailChange } from '../contract.ts'
import type { Route } from './+types/stop-email-change-page'
import { LateLinkPage } from './late-link-page.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  accountMeta(m.account_email_stop_title(), paths.emailChangeStop, matches, true)

const linkCookie = createLinkCookie<{ code: string }>('email-stop')

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const code = new URL(request.url).searchParams.get('code')
  if (code !== null) throw linkCookie.moveFromAddress(ctx, { code }, paths.emailChangeStop)
  return { hasCode: linkCookie.read(ctx) !== null }
}

export async function action({ context }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const code = linkCookie.read(ctx)?.code ?? ''
  const { refused } = await tryCall(() => ctx.call(stopEmailChange, { code }))
  if (refused) return data({ refused }, { status: refused.status })
  linkCookie.clear(ctx)
  for (const cookie of signOutCookies(ctx.site.isHttps)) ctx.setCookie(cookie)
  const body = m.account_email_change_stopped_lead()
  setFlash(ctx, { tone: 'done', title: m.account_email_change_stopped(), body })
  throw redirect(withLanguage(paths.forgotPassword, ctx.language))
}

/** For whoever reads the mail of the former address (R128). */
export default function StopEmailChangePage({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useIsSubmitting()
  if (!loaderData.hasCode || actionData?.refused.code === 'account_email_change_late') return <LateLinkPage />
  return (
    <Page title={m.account_email_stop_title()} lead={m.account_email_stop_lead()} width="form">
      <Form aria-label={m.account_email_stop_action()} method="post" replace className="flex flex-col gap-5">
        <FormErrorNotice refused={actionData?.refused} />
        <Button type="submit" size="large" kind="danger" busy={isBusy} className="self-start">
          {m.account_email_stop_action()}
        </Button>
      </Form>
    </Page>
  )
}
