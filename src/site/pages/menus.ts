import { createHash } from 'node:crypto'
import { paths, storefrontLink } from '../../base/paths.ts'
import { listCategories } from '../../catalogue/products.contract.ts'
import type { PageContext } from '../../ui/page/page-context.ts'
import { tryCall } from '../../ui/page/page-errors.ts'
import type { MenuPage, Menus, SiteData } from '../../ui/page/site-data.ts'
import { getNavigation } from '../menus.contract.ts'
import { buildSubmenus } from '../menus.rules.ts'

type MenuContext = Pick<PageContext, 'call' | 'language' | 'site'>

/** In every document (R804): the first level of categories, the entries with pages, and the address of the rest. */
export async function loadMenuSummary(ctx: MenuContext): Promise<SiteData['menus']> {
  const menus = await loadMenus(ctx)
  const { '/categories': categories = [], ...submenus } = menus
  return {
    address: paths.menus(ctx.language, hashMenus(menus)),
    entries: Object.keys(submenus),
    categories: categories.map(({ title, path }) => ({ title, path })),
  }
}

/** All pages below the entries of the menus, by the entry's path; while the shop can't be reached its parts are left out. */
export async function loadMenus(ctx: MenuContext): Promise<Menus> {
  const [submenus, categories] = await Promise.all([loadSubmenus(ctx), loadCategoryMenu(ctx)])
  return { '/categories': categories, ...submenus }
}

/** The shop's pages under each entry of the menu; empty while the shop can't be reached. */
export async function loadSubmenus({ call, language }: MenuContext): Promise<Menus> {
  const { done: navigation } = await tryCall(() => call(getNavigation, { lang: language }))
  return buildSubmenus(navigation ?? [])
}

/** The version in the menus' address, a hash of their content. */
export function hashMenus(menus: Menus): string {
  return createHash('sha256').update(JSON.stringify(menus)).digest('base64url').slice(0, 12)
}

const levels = 3
/** The menu shows at most this many categories of the last level under each parent; the page of categories shows all. */
const maxLastLevel = 8

/** Three levels of categories, with links to the storefront; empty while they can't be read. */
async function loadCategoryMenu({ call, language, site }: MenuContext): Promise<MenuPage[]> {
  const { done: categories } = await tryCall(() => call(listCategories, { lang: language }))
  const byParent = Map.groupBy(categories ?? [], ({ parentEntityId }) => parentEntityId)
  const pagesBelow = (parentId: number, levelsLeft: number): MenuPage[] =>
    (byParent.get(parentId) ?? [])
      .slice(0, levelsLeft > 1 ? undefined : maxLastLevel)
      .map(({ entityId, name, path }) => ({
        title: name,
        path: storefrontLink(site.storefronts, path, language),
        ...(levelsLeft > 1 ? { children: pagesBelow(entityId, levelsLeft - 1) } : {}),
      }))
  return pagesBelow(0, levels)
}
