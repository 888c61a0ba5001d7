import { catalogue } from './index.ts'
import type { Category } from './types.ts'

const childrenByParent = new Map<number, Category[]>()
for (const category of [...catalogue.categories].sort((a, b) => a.position - b.position)) {
  childrenByParent.set(category.parent, [...(childrenByParent.get(category.parent) ?? []), category])
}
const categoryById = new Map(catalogue.categories.map(category => [category.id, category]))

/** The categories directly below one; 0 gives the top categories. */
export const childCategories = (parent: number): Category[] => childrenByParent.get(parent) ?? []
export const findCategory = (id: number): Category | undefined => categoryById.get(id)

/** The ids of a category and of all below it. */
export function subtreeIds(id: number): number[] {
  return [id, ...childCategories(id).flatMap(child => subtreeIds(child.id))]
}

/** From the top category down to the category itself. */
export function categoryBreadcrumbs(id: number): Category[] {
  const category = findCategory(id)
  return category ? [...categoryBreadcrumbs(category.parent), category] : []
}

/** A category's path in the storefront: `/home-kitchen/tableware/`. */
export function categoryPath(id: number): string {
  return `/${categoryBreadcrumbs(id)
    .map(category => category.slug)
    .join('/')}/`
}
