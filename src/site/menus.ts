import type { ParsedOf } from '../base/endpoint.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import type { RequestContext } from '../server/context/request-context.ts'
import { loadLinkTarget, readThroughShopCache } from './content.ts'
import { localizeShopLink } from './html.rules.ts'
import * as contract from './menus.contract.ts'

export const calls: Handler[] = [handle(contract.getNavigation, getNavigation)]

/** A page whose parent is in no menu is at the top; pages deeper than two levels are left out. */
async function getNavigation({ lang }: ParsedOf<typeof contract.getNavigation>, ctx: RequestContext) {
  const language = lang ?? ctx.language
  const target = await loadLinkTarget(ctx, language)
  const shopPages = await readThroughShopCache(ctx, `${language} menus`, () => ctx.shop.fetchPages(language))
  const pages = shopPages.map(({ id, parentId, title, href }) => ({
    id,
    parent_id: parentId,
    title,
    path: localizeShopLink(href, target),
  }))
  return pages
    .filter(({ parent_id }) => !pages.some(({ id }) => id === parent_id))
    .map(page => ({ ...page, children: pages.filter(({ parent_id }) => parent_id === page.id) }))
}
