import { trimEndOf } from '../base/text.ts'

/** A page in the shop's menus, with the pages right below it. */
interface NavigationPage {
  title: string
  path: string
  children: { parent_id: number; title: string; path: string }[]
}

interface SubmenuPage {
  title: string
  path: string
}

/** The entry /events shows only the children of these two pages of the shop (R804). */
const eventParentIds = [29, 34]
const maxPagesInSubmenu = 20

/** The pages under each entry of the menu, by the entry's path (R804). */
export function buildSubmenus(tree: NavigationPage[]): Record<string, SubmenuPage[]> {
  const submenus: Record<string, SubmenuPage[]> = {}
  for (const { path, children } of tree) {
    const entry = pathOnly(path)
    const pages = children.filter(child => entry !== '/events' || eventParentIds.includes(child.parent_id))
    if (pages.length === 0) continue
    submenus[entry] = pages.slice(0, maxPagesInSubmenu).map(({ title, path }) => ({ title, path }))
  }
  return submenus
}

function pathOnly(address: string): string {
  const [path = ''] = address.split(/[?#]/, 1)
  return trimEndOf(path, '/') || path.slice(0, 1)
}

export interface CategoryBranch {
  id: number
  name: string
  path: string
  children: CategoryBranch[]
}

interface Category {
  entityId: number
  parentEntityId: number
  name: string
  path: string
}

/** Keeps the list's order; a category whose parent is missing is at the top. */
export function buildCategoryTree(categories: Category[]): CategoryBranch[] {
  const branches = new Map<number, CategoryBranch>()
  for (const { entityId, name, path } of categories)
    branches.set(entityId, { id: entityId, name, path, children: [] })
  const roots: CategoryBranch[] = []
  for (const { entityId, parentEntityId } of categories) {
    const branch = branches.get(entityId)
    if (branch) (branches.get(parentEntityId)?.children ?? roots).push(branch)
  }
  return roots
}
