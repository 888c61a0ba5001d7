import { parseLanguage } from '../../base/language.ts'
import { pageContext } from '../../ui/page/page-context.ts'
import type { Route } from './+types/menus-file'
import { hashMenus, loadMenus } from './menus.ts'

const oneYearImmutable = 'public, max-age=31536000, immutable'

/**
 * All pages below the entries of the header's menus (R804), the same for every page. The current version may be
 * cached forever; other versions are answered with the current menus, uncached.
 */
export async function loader({ params, context, request }: Route.LoaderArgs) {
  const language = parseLanguage(params.language)
  if (!language) return new Response(null, { status: 404 })
  const menus = await loadMenus({ ...context.get(pageContext), language })
  const isCurrent = params.version === hashMenus(menus) && new URL(request.url).search === ''
  return Response.json(menus, { headers: isCurrent ? { 'cache-control': oneYearImmutable } : {} })
}
