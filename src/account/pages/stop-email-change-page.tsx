import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { formAction } from '../../ui/form/form-action.ts'
import { PostForm } from '../../ui/form/post-form.tsx'
import { Page } from '../../ui/page/page.tsx'
import { signOutCookies } from '../cookie.rules.ts'
import { stopEmailChange } from '../email-change/email-change.contract.ts'
import type { Route } from './+types/stop-email-change-page'
import { createCodeLink } from './link-cookie.ts'
import { LateLinkPage } from './link-over-page.tsx'
import { accountMeta } from './person-fields.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  accountMeta(m.account_email_stop_title(), paths.emailChangeStop, matches, true)

const link = createCodeLink('email-stop', paths.emailChangeStop)
export const loader = link.loader

export const action = formAction(stopEmailChange, {
  known: link.codeOf,
  done: (_, ctx) => {
    link.clear(ctx)
    for (const cookie of signOutCookies(ctx.site.isHttps)) ctx.setCookie(cookie)
    return { title: m.account_email_change_stopped(), body: m.account_email_change_stopped_lead() }
  },
  to: () => paths.forgotPassword,
})

/** The link of the e-mail to the former address leads here (R128). */
export default function StopEmailChangePage({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.hasCode || actionData?.refused.code === 'account_email_change_late') return <LateLinkPage />
  return (
    <Page title={m.account_email_stop_title()} lead={m.account_email_stop_lead()} width="form">
      <PostForm call={stopEmailChange} {...actionData} submit={m.account_email_stop_action()} kind="danger" />
    </Page>
  )
}
