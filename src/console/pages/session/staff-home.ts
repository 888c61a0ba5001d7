import { redirect } from 'react-router'
import { withLanguage } from '../../../base/paths.ts'
import { pageContext } from '../../../ui/page/page-context.ts'
import type { Route } from './+types/staff-home'
import { staffReturnPath } from './staff-page.ts'

/** `/staff` only redirects: the console's cookie is not sent for the data request of this path itself. */
export function loader({ request, context }: Route.LoaderArgs) {
  throw redirect(withLanguage(staffReturnPath(request), context.get(pageContext).language))
}
