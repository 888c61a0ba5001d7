import { catalogue } from '../catalogue/index.ts'
import type { Category } from '../catalogue/types.ts'
import { categoriesUnder, categoryOf, categoryPath, familyOf, trailOf } from '../shelf.ts'
import { connection, globalId, MOST_PRODUCTS, type PageArgs } from './connection.ts'
import { type SearchSort, search, sorted } from './search.ts'
import { image, seo, type View } from './view.ts'

const TREE_DEPTH = 3

/** The tree below a category, three levels deep; without one the top categories, with one that category itself. */
export function categoryTree(view: View, rootEntityId?: number | null) {
  const roots = rootEntityId
    ? [categoryOf(rootEntityId)].filter(root => root !== undefined)
    : categoriesUnder(0)
  return roots.map(root => treeItem(view, root, TREE_DEPTH))
}

function treeItem(view: View, category: Category, depth: number): object {
  const children = depth > 1 ? categoriesUnder(category.id) : []
  return {
    entityId: category.id,
    name: category.name[view.language],
    path: categoryPath(category.id),
    description: category.description[view.language],
    productCount: () => goodsIn(view, category.id).length,
    image: () => categoryImage(view, category),
    hasChildren: categoriesUnder(category.id).length > 0,
    children: () => children.map(child => treeItem(view, child, depth - 1)),
  }
}

const goodsIn = (view: View, id: number) =>
  search(view.shelf, view.language, { categoryEntityId: id, searchSubCategories: true })

function categoryImage(view: View, category: Category) {
  const first = goodsIn(view, category.id)[0]
  return first ? image(view, first.image, category.name[view.language]) : null
}

/** A category with its own products; null when there is none of that id. */
export function categoryNode(view: View, id: number) {
  const category = categoryOf(id)
  if (!category) return null
  const name = category.name[view.language]
  return {
    __typename: 'Category',
    id: globalId('Category', id),
    entityId: id,
    name,
    path: categoryPath(id),
    defaultImage: () => categoryImage(view, category),
    description: category.description[view.language],
    breadcrumbs: (args: PageArgs & { depth: number }) =>
      connection(trailOf(id).slice(-args.depth), args, step => ({
        entityId: step.id,
        name: step.name[view.language],
        path: categoryPath(step.id),
      })),
    products: (args: PageArgs & { sortBy?: SearchSort | 'DEFAULT' | null; hideOutOfStock?: boolean }) => {
      const family = new Set(familyOf(id))
      const own = view.shelf.visible.filter(item => item.categories.some(each => family.has(each)))
      const order = args.sortBy && args.sortBy !== 'DEFAULT' ? args.sortBy : 'FEATURED'
      return connection(sorted(own, order, view.language), args, item => view.product(item), MOST_PRODUCTS)
    },
    seo: () => seo(name, category.description[view.language]),
  }
}

/** A brand with its products; null when there is none of that id. */
export function brandNode(view: View, id: number) {
  const brand = catalogue.brands.find(candidate => candidate.id === id)
  if (!brand) return null
  return {
    __typename: 'Brand',
    id: globalId('Brand', id),
    entityId: id,
    name: brand.name,
    defaultImage: null,
    seo: () => seo(brand.name),
    searchKeywords: [],
    path: `/brand/${id}/`,
    products: (args: PageArgs) =>
      connection(
        view.shelf.visible.filter(item => item.brand === id),
        args,
        item => view.product(item),
        MOST_PRODUCTS,
      ),
  }
}
