import { data, Form, redirect } from 'react-router'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Button, ButtonLink } from '../../../ui/form/button.tsx'
import { useIsSubmitting } from '../../../ui/form/submission.ts'
import { setFlash } from '../../../ui/page/flash.ts'
import { Page } from '../../../ui/page/page.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { tryCall } from '../../../ui/page/page-errors.ts'
import { accountMeta } from '../../customer/pages/account-meta.ts'
import { FormErrorNotice } from '../../customer/pages/form-error-notice.tsx'
import { createLinkCookie } from '../../one-time-code/pages/link-cookie.ts'
import { stopFactorRecovery } from '../contract.ts'
import type { Route } from './+types/stop-recovery-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  accountMeta(m.account_factor_stop_title(), paths.factorRecoveryStop, matches, true)

const linkCookie = createLinkCookie<{ code: string }>('factor-stop')

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const code = new URL(request.url).searchParams.get('code')
  if (code !== null) throw linkCookie.moveFromAddress(ctx, { code }, paths.factorRecoveryStop)
  return { hasCode: linkCookie.read(ctx) !== null }
}

export async function action({ context }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const code = linkCookie.read(ctx)?.code ?? ''
  const { refused } = await tryCall(() => ctx.call(stopFactorRecovery, { code }))
  if (refused) return data({ refused }, { status: refused.status })
  linkCookie.clear(ctx)
  setFlash(ctx, { tone: 'done', title: m.account_factor_kept(), body: m.account_factor_kept_lead() })
  throw redirect(withLanguage(paths.forgotPassword, ctx.language))
}

/** For the host whose second factor staff were asked to remove (R137). */
export default function StopRecoveryPage({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useIsSubmitting()
  const refused = actionData?.refused
  if (!loaderData.hasCode || refused?.code === 'account_factor_late')
    return (
      <Page title={m.account_factor_late()} lead={m.account_factor_late_body()} width="form">
        <ButtonLink to={paths.settings} size="large">
          {m.account_settings_title()}
        </ButtonLink>
      </Page>
    )
  return (
    <Page title={m.account_factor_stop_title()} lead={m.account_factor_stop_lead()} width="form">
      <Form aria-label={m.account_factor_stop_action()} method="post" replace className="flex flex-col gap-5">
        <FormErrorNotice refused={refused} />
        <Button type="submit" size="large" busy={isBusy} className="self-start">
          {m.account_factor_stop_action()}
        </Button>
      </Form>
    </Page>
  )
}
