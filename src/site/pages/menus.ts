import { inLanguage } from '../../base/paths.ts'
import { categoryTree } from '../../catalogue/contract.ts'
import { attempt } from '../../ui/attempt.ts'
import type { PageVisit } from '../../ui/context.ts'
import type { SiteData } from '../../ui/site-data.ts'
import { navigation } from '../contract.ts'
import { type MenuPage, submenus } from '../menu-rules.ts'

/** What stands under the entries of the menu; nothing while the shop can't say, for the entries themselves are ours. */
export async function menusOf(visit: PageVisit): Promise<SiteData['menus']> {
  const [tree, categories] = await Promise.all([
    attempt(() => visit.call(navigation, { lang: visit.language })),
    topCategories(visit),
  ])
  return { ...submenus(tree.done ?? []), '/categories': categories }
}

/** The uppermost categories of the shop, each leading to the storefront. */
async function topCategories({ call, language, site }: PageVisit): Promise<MenuPage[]> {
  const { done } = await attempt(() => call(categoryTree, { lang: language }))
  return (done ?? [])
    .filter(({ parentEntityId }) => parentEntityId === 0)
    .map(({ name, path }) => ({ title: name, path: inLanguage(site.storefront + path, language) }))
}
