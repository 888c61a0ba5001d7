import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { formAction } from '../../ui/form/form-action.ts'
import { PostForm } from '../../ui/form/post-form.tsx'
import { Page } from '../../ui/page/page.tsx'
import { pageContext } from '../../ui/page/page-context.ts'
import { requireCustomer } from '../../ui/page/require-customer.ts'
import { signOutCookies } from '../cookie.rules.ts'
import { showProof } from '../proof/proof.contract.ts'
import { deactivateAccount, deletionGraceDays } from '../settings.contract.ts'
import type { Route } from './+types/deactivate-page'
import { accountMeta } from './person-fields.ts'
import { factorCodeField, needsFactorCode } from './proof-field.tsx'
import { BackToSettings } from './settings-layout.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  accountMeta(m.account_deactivate_title(), paths.settingsDeactivate, matches, true)

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  requireCustomer(ctx, request)
  return ctx.call(showProof, {})
}

export const action = formAction(deactivateAccount, {
  isForCustomers: true,
  done: (_, { setCookie, site }) => {
    for (const cookie of signOutCookies(site.isHttps)) setCookie(cookie)
    return { title: m.account_deactivated(), body: m.account_deactivated_lead({ days: deletionGraceDays }) }
  },
  to: () => paths.home,
})

/** Says what will happen, then asks for the password (R124). */
export default function DeactivatePage({ loaderData, actionData }: Route.ComponentProps) {
  const days = deletionGraceDays
  return (
    <Page title={m.account_deactivate_title()} lead={m.account_deactivate_lead()} width="form">
      <ul className="mb-8 flex list-disc flex-col gap-2 pl-5">
        <li>{m.account_deactivate_sessions()}</li>
        <li>{m.account_deactivate_registries()}</li>
        <li>{m.account_deactivate_money()}</li>
        <li>{m.account_deactivate_grace({ days })}</li>
        <li>{m.account_deactivate_erased({ days })}</li>
      </ul>
      <PostForm
        call={deactivateAccount}
        {...actionData}
        fields={[
          {
            name: 'password',
            kind: 'password',
            label: m.account_password(),
            help: m.account_deactivate_password(),
          },
          ...(needsFactorCode(loaderData, actionData?.refused) ? [factorCodeField('code')] : []),
        ]}
        submit={m.account_deactivate_action()}
        kind="danger"
        beside={<BackToSettings />}
      />
    </Page>
  )
}
