import { inLanguage } from '../../base/paths.ts'
import { categoryTree } from '../../catalogue/contract.ts'
import { attempt } from '../../ui/attempt.ts'
import type { PageVisit } from '../../ui/context.ts'
import type { MenuPage, SiteData } from '../../ui/site-data.ts'
import { navigation } from '../contract.ts'
import { submenus } from '../menu-rules.ts'

/** What stands under the entries of the menu; nothing while the shop can't say, for the entries themselves are ours. */
export async function menusOf(visit: PageVisit): Promise<SiteData['menus']> {
  const [tree, categories] = await Promise.all([
    attempt(() => visit.call(navigation, { lang: visit.language })),
    categoriesOf(visit),
  ])
  return { ...submenus(tree.done ?? []), '/categories': categories }
}

/** Of the third level the menu names so many under each entry; the whole tree has a page of its own. */
const leavesMost = 8

/** The categories of the shop, three levels deep, each leading to the storefront. */
async function categoriesOf({ call, language, site }: PageVisit): Promise<MenuPage[]> {
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
