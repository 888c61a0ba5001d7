import { data, Form, redirect, useNavigation } from 'react-router'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { setFlash } from '../../../ui/page/flash.ts'
import { Page } from '../../../ui/page/page.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { tryCall } from '../../../ui/page/page-errors.ts'
import { accountMeta } from '../../customer/pages/account-meta.ts'
import { FormErrorNotice } from '../../customer/pages/form-error-notice.tsx'
import { createLinkCookie } from '../../one-time-code/pages/link-cookie.ts'
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

export async function action({ context }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const code = linkCookie.read(ctx)?.code ?? ''
  const { done, refused } = await tryCall(() => ctx.call(confirmEmailChange, { code }))
  if (refused) return data({ refused }, { status: refused.status })
  linkCookie.clear(ctx)
  const body = m.account_email_changed_lead({ email: done.email })
  setFlash(ctx, { tone: 'done', title: m.account_email_changed(), body })
  throw redirect(withLanguage(ctx.customer ? paths.settings : paths.login, ctx.language))
}

export default function ConfirmEmailChangePage({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== 'idle'
  if (!loaderData.hasCode || actionData?.refused.code === 'account_email_change_late') return <LateLinkPage />
  return (
    <Page title={m.account_email_change_title()} lead={m.account_email_change_confirm_lead()} width="form">
      <Form method="post" replace className="flex flex-col gap-5">
        <FormErrorNotice refused={actionData?.refused} />
        <Button type="submit" size="large" busy={isBusy} className="self-start">
          {m.account_mail_confirm_action()}
        </Button>
      </Form>
    </Page>
  )
}
