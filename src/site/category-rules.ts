/** A category of the shop with those right below it. */
export interface Branch {
  id: number
  name: string
  path: string
  children: Branch[]
}

interface Category {
  entityId: number
  parentEntityId: number
  name: string
  path: string
}

/** The flat list of categories as a tree, in its own order; one whose parent is missing stands at the top. */
export function branchesOf(categories: Category[]): Branch[] {
  const branches = new Map<number, Branch>()
  for (const { entityId, name, path } of categories)
    branches.set(entityId, { id: entityId, name, path, children: [] })
  const top: Branch[] = []
  for (const { entityId, parentEntityId } of categories) {
    const branch = branches.get(entityId)
    if (branch) (branches.get(parentEntityId)?.children ?? top).push(branch)
  }
  return top
}
