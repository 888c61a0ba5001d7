import { createHash } from 'node:crypto'
import { paths, withLanguage } from '../../../base/paths.ts'
import { listCategories } from '../../../catalogue/products/contract.ts'
import type { PageContext } from '../../../ui/page/page-context.ts'
import { tryCall } from '../../../ui/page/page-errors.ts'
import type { MenuPage, Menus, SiteData } from '../../../ui/page/site-data.ts'
import { getNavigation } from '../../content/contract.ts'
import { buildSubmenus } from '../rules.ts'

type Reader = Pick<PageContext, 'call' | 'language' | 'site'>

/** What every document says of the menus: the first categories, which entries have more below, and where it is. */
export async function loadMenuSummary(ctx: Reader): Promise<SiteData['menus']> {
  const { '/categories': categories = [], ...entries } = await loadMenus(ctx)
  return {
    address: paths.menus(ctx.language, hashMenus({ '/categories': categories, ...entries })),
    entries: Object.keys(entries),
    categories: categories.map(({ title, path }) => ({ title, path })),
  }
}

/** All that stands below the entries of the menus, by the entry's address; what the shop can't say now is left out. */
export async function loadMenus(ctx: Reader): Promise<Menus> {
  const [pages, categories] = await Promise.all([loadSubmenus(ctx), categoriesOf(ctx)])
  return { '/categories': categories, ...pages }
}

/** The shop's pages under each entry of the menu. */
export async function loadSubmenus({ call, language }: Reader): Promise<Menus> {
  const { done } = await tryCall(() => call(getNavigation, { lang: language }))
  return buildSubmenus(done ?? [])
}

/** Another for every change of what the menus say, and the same wherever they are the same. */
export function hashMenus(menus: Menus): string {
  return createHash('sha256').update(JSON.stringify(menus)).digest('base64url').slice(0, 12)
}

/** Of the third level the menu names so many under each entry; the whole tree has a page of its own. */
const leavesMost = 8

/** The categories of the shop, three levels deep, each leading to the storefront. */
async function categoriesOf({ call, language, site }: Reader): Promise<MenuPage[]> {
  const { done } = await tryCall(() => call(listCategories, { lang: language }))
  const tree = Map.groupBy(done ?? [], ({ parentEntityId }) => parentEntityId)
  const below = (parent: number, levels: number): MenuPage[] =>
    (tree.get(parent) ?? [])
      .slice(0, levels > 1 ? undefined : leavesMost)
      .map(({ entityId, name, path }) => ({
        title: name,
        path: withLanguage(site.storefrontUrl + path, language),
        ...(levels > 1 ? { children: below(entityId, levels - 1) } : {}),
      }))
  return below(0, 3)
}
