import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { formAction } from '../../ui/form/form-action.ts'
import { PostForm } from '../../ui/form/post-form.tsx'
import { Page } from '../../ui/page/page.tsx'
import { stopFactorRecovery } from '../second-factor/second-factor.contract.ts'
import type { Route } from './+types/stop-recovery-page'
import { createCodeLink } from './link-cookie.ts'
import { LinkOverPage } from './link-over-page.tsx'
import { accountMeta } from './person-fields.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  accountMeta(m.account_factor_stop_title(), paths.factorRecoveryStop, matches, true)

const link = createCodeLink('factor-stop', paths.factorRecoveryStop)
export const loader = link.loader

export const action = formAction(stopFactorRecovery, {
  known: link.codeOf,
  done: (_, ctx) => {
    link.clear(ctx)
    return { title: m.account_factor_kept(), body: m.account_factor_kept_lead() }
  },
  to: () => paths.forgotPassword,
})

/** The link of the e-mail about a removal of the second factor leads here (R137). */
export default function StopRecoveryPage({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.hasCode || actionData?.refused.code === 'account_factor_late')
    return (
      <LinkOverPage
        title={m.account_factor_late()}
        lead={m.account_factor_late_body()}
        next={{ to: paths.settings, label: m.common_settings() }}
      />
    )
  return (
    <Page title={m.account_factor_stop_title()} lead={m.account_factor_stop_lead()} width="form">
      <PostForm call={stopFactorRecovery} {...actionData} submit={m.account_factor_stop_action()} />
    </Page>
  )
}
