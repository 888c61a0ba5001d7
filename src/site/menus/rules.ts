/** A page of the shop as its menus name it, with those right below it. */
export interface NavigationPage {
  title: string
  path: string
  children: { parent_id: number; title: string; path: string }[]
}

export interface SubmenuPage {
  title: string
  path: string
}

/** Spec §9: these two pages of the shop feed the menu of events, whatever else stands below that entry. */
const eventParents = [29, 34]
const pagesMost = 20

/** More than these stand in two rows (spec §2). */
export const maxPagesInOneRow = 8

/** What stands under each entry of the site's menu, by the entry's address (spec §2). */
export function buildSubmenus(tree: NavigationPage[]): Record<string, SubmenuPage[]> {
  const menus: Record<string, SubmenuPage[]> = {}
  for (const { path, children } of tree) {
    const entry = addressAlone(path)
    const shown = children.filter(child => entry !== '/events' || eventParents.includes(child.parent_id))
    if (shown.length > 0) menus[entry] = shown.slice(0, pagesMost).map(({ title, path }) => ({ title, path }))
  }
  return menus
}

function addressAlone(path: string): string {
  return path.replace(/[?#].*$/, '').replace(/(?<=.)\/+$/, '')
}
