import { parseLanguage } from '../../../base/language.ts'
import { pageContext } from '../../../ui/page/page-context.ts'
import type { Route } from './+types/menus-file'
import { hashMenus, loadMenus } from './menus.ts'

/**
 * What stands below the entries of the header's menus, for every page alike. Under the version that the documents name
 * it never changes, so that whoever likes may keep it; under an older one the present menus are told, and not kept.
 */
export async function loader({ params, context, request }: Route.LoaderArgs) {
  const language = parseLanguage(params.language)
  if (!language) return new Response(null, { status: 404 })
  const menus = await loadMenus({ ...context.get(pageContext), language })
  const isPresent = params.version === hashMenus(menus) && new URL(request.url).search === ''
  return Response.json(menus, { headers: isPresent ? { 'cache-control': forGood } : {} })
}

const forGood = 'public, max-age=31536000, immutable'
