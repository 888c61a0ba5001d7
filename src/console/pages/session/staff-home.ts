import { redirect } from 'react-router'
import { withLanguage } from '../../../base/paths.ts'
import { pageContext } from '../../../ui/page/page-context.ts'
import type { Route } from './+types/staff-home'
import { staffReturnPath } from './staff-page.ts'

/** /staff itself shows nothing: the console's cookie is not sent with the data of this very path. */
export function loader({ request, context }: Route.LoaderArgs) {
  throw redirect(withLanguage(staffReturnPath(request), context.get(pageContext).language))
}
