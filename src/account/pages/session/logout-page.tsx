import { data, redirect } from 'react-router'
import { paths, withLanguage } from '../../../base/paths.ts'
import { saveChoices } from '../../../checkout/pages/cookie-cart.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { tryCall } from '../../../ui/page/page-errors.ts'
import { signOutCookies } from '../../cookie.rules.ts'
import { logout } from '../../session.contract.ts'
import { accountMeta } from '../person-fields.ts'
import type { Route } from './+types/logout-page'
import { SignOutForm } from './sign-out-form.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  accountMeta(m.common_sign_out(), paths.logout, matches, true)

/** A GET signs nobody out (R905): the page asks first. */
export function loader({ context }: Route.LoaderArgs) {
  const { customer, language } = context.get(pageContext)
  if (!customer) throw redirect(withLanguage(paths.home, language))
  return null
}

export async function action({ context }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  // The cookies go even if the session has already ended (401).
  const { refused } = await tryCall(() => ctx.call(logout, {}))
  if (refused && refused.status !== 401) throw data(refused, { status: refused.status })
  for (const cookie of signOutCookies(ctx.site.isHttps)) ctx.setCookie(cookie)
  saveChoices(ctx, null)
  throw redirect(withLanguage(paths.home, ctx.language))
}

export default function LogoutPage() {
  return (
    <Page title={m.common_sign_out()} lead={m.account_logout_lead()} width="form">
      <SignOutForm>
        <Button type="submit" size="large">
          {m.common_sign_out()}
        </Button>
      </SignOutForm>
    </Page>
  )
}
