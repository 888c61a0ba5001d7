/** A category of the shop with those right below it. */
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

/** The flat list of categories as a tree, in its own order; one whose parent is missing stands at the top. */
export function buildCategoryTree(categories: Category[]): CategoryBranch[] {
  const branches = new Map<number, CategoryBranch>()
  for (const { entityId, name, path } of categories)
    branches.set(entityId, { id: entityId, name, path, children: [] })
  const top: CategoryBranch[] = []
  for (const { entityId, parentEntityId } of categories) {
    const branch = branches.get(entityId)
    if (branch) (branches.get(parentEntityId)?.children ?? top).push(branch)
  }
  return top
}
