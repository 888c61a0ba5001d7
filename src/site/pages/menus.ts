import { createHash } from 'node:crypto'
import { inLanguage, paths } from '../../base/paths.ts'
import { categoryTree } from '../../catalogue/contract.ts'
import { attempt } from '../../ui/attempt.ts'
import type { PageVisit } from '../../ui/context.ts'
import type { MenuPage, Menus, SiteData } from '../../ui/site-data.ts'
import { navigation } from '../contract.ts'
import { submenus } from '../menu-rules.ts'

type Reader = Pick<PageVisit, 'call' | 'language' | 'site'>

/** What every document says of the menus: the first categories, which entries have more below, and where it is. */
export async function menusOf(visit: Reader): Promise<SiteData['menus']> {
  const { '/categories': categories = [], ...entries } = await wholeMenus(visit)
  return {
    address: paths.menus(visit.language, versionOf({ '/categories': categories, ...entries })),
    entries: Object.keys(entries),
    categories: categories.map(({ title, path }) => ({ title, path })),
  }
}

/** All that stands below the entries of the menus, by the entry's address; what the shop can't say now is left out. */
export async function wholeMenus(visit: Reader): Promise<Menus> {
  const [pages, categories] = await Promise.all([pagesBelow(visit), categoriesOf(visit)])
  return { '/categories': categories, ...pages }
}

/** The shop's pages under each entry of the menu. */
export async function pagesBelow({ call, language }: Reader): Promise<Menus> {
  const { done } = await attempt(() => call(navigation, { lang: language }))
  return submenus(done ?? [])
}

/** Another for every change of what the menus say, and the same wherever they are the same. */
export function versionOf(menus: Menus): string {
  return createHash('sha256').update(JSON.stringify(menus)).digest('base64url').slice(0, 12)
}

/** Of the third level the menu names so many under each entry; the whole tree has a page of its own. */
const leavesMost = 8

/** The categories of the shop, three levels deep, each leading to the storefront. */
async function categoriesOf({ call, language, site }: Reader): Promise<MenuPage[]> {
  const { done } = await attempt(() => call(categoryTree, { lang: language }))
  const tree = Map.groupBy(done ?? [], ({ parentEntityId }) => parentEntityId)
  const below = (parent: number, levels: number): MenuPage[] =>
    (tree.get(parent) ?? [])
      .slice(0, levels > 1 ? undefined : leavesMost)
      .map(({ entityId, name, path }) => ({
        title: name,
        path: inLanguage(site.storefront + path, language),
        ...(levels > 1 ? { children: below(entityId, levels - 1) } : {}),
      }))
  return below(0, 3)
}
