import { data, redirect } from 'react-router'
import { inLanguage, paths } from '../../base/paths.ts'
import { keepChoices } from '../../checkout/pages/choices.ts'
import { m } from '../../paraglide/messages.js'
import { attempt } from '../../ui/attempt.ts'
import { Button } from '../../ui/button.tsx'
import { pageVisit } from '../../ui/context.ts'
import { Page } from '../../ui/page.tsx'
import { logout } from '../contract.ts'
import { signOutCookies } from '../cookie-rules.ts'
import type { Route } from './+types/logout-page'
import { accountMeta } from './account-meta.ts'
import { SignOutForm } from './sign-out-form.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  accountMeta(m.account_logout_title(), paths.logout, matches, true)

/** A link to here signs nobody out: it asks. */
export function loader({ context }: Route.LoaderArgs) {
  const { person, language } = context.get(pageVisit)
  if (!person) throw redirect(inLanguage(paths.home, language))
  return null
}

export async function action({ context }: Route.ActionArgs) {
  const visit = context.get(pageVisit)
  // A session that has ended already is no reason to keep its cookies.
  const { refused } = await attempt(() => visit.call(logout, {}))
  if (refused && refused.status !== 401) throw data(refused, { status: refused.status })
  for (const cookie of signOutCookies(visit.site.secure)) visit.setCookie(cookie)
  keepChoices(visit, null)
  throw redirect(inLanguage(paths.home, visit.language))
}

export default function LogoutPage() {
  return (
    <Page title={m.account_logout_title()} lead={m.account_logout_lead()} width="form">
      <SignOutForm>
        <Button type="submit" size="large">
          {m.account_logout_action()}
        </Button>
      </SignOutForm>
    </Page>
  )
}
