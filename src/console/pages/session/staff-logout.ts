import { redirect } from 'react-router'
import { paths, withLanguage } from '../../../base/paths.ts'
import { pageContext } from '../../../ui/page/page-context.ts'
import { tryCall } from '../../../ui/page/page-errors.ts'
import { callOpenly } from '../frame/console-call.ts'
import type { Route } from './+types/staff-logout'
import { setStaffCookie } from './staff-page.ts'

export function loader({ context }: Route.LoaderArgs) {
  throw redirect(withLanguage(paths.staffSessions, context.get(pageContext).language))
}

/** Also clears the cookie when the session has already ended. */
export async function action(args: Route.ActionArgs) {
  const ctx = args.context.get(pageContext)
  await tryCall(() => callOpenly(args, 'logout', {}))
  setStaffCookie('', ctx)
  throw redirect(withLanguage(paths.staffLogin, ctx.language))
}
