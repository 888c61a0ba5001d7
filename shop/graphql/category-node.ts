import { brandPath } from '../catalogue/brands.ts'
import {
  categoryBreadcrumbs,
  categoryPath,
  childCategories,
  findCategory,
  subtreeIds,
} from '../catalogue/category-tree.ts'
import { type ProductSort, searchProducts, sortProducts } from '../catalogue/product-search.ts'
import type { Category } from '../catalogue/types.ts'
import { withoutSoldOut } from './catalogue/offer-nodes.ts'
import { imageNode, type QueryContext, seoNode } from './common-nodes.ts'
import { globalId, maxProductsPerPage, type PageArgs, toConnection } from './connection.ts'

const maxTreeDepth = 3

/** The category tree, three levels deep, from one category or from all top categories. */
export function categoryTreeNodes(ctx: QueryContext, rootEntityId?: number | null) {
  const root = rootEntityId ? findCategory(rootEntityId) : undefined
  const roots = rootEntityId ? (root ? [root] : []) : childCategories(0)
  return entered(ctx, roots).map(root => categoryTreeNode(ctx, root, maxTreeDepth))
}

/** Those that the shopper's group may enter. */
const entered = (ctx: QueryContext, categories: Category[]) =>
  categories.filter(({ id }) => ctx.catalogue.seesCategory(id))

function categoryTreeNode(ctx: QueryContext, category: Category, depth: number): object {
  const children = entered(ctx, childCategories(category.id))
  return {
    entityId: category.id,
    name: category.name[ctx.language],
    path: categoryPath(category.id),
    description: category.description[ctx.language],
    productCount: () => productsInCategory(ctx, category.id).length,
    image: () => categoryImageNode(ctx, category),
    hasChildren: children.length > 0,
    children: () => (depth > 1 ? children : []).map(child => categoryTreeNode(ctx, child, depth - 1)),
  }
}

/** The visible products in a category and below it. */
const productsInCategory = (ctx: QueryContext, id: number) =>
  searchProducts(ctx.catalogue, ctx.language, { categoryEntityId: id, searchSubCategories: true })

function categoryImageNode(ctx: QueryContext, category: Category) {
  const first = productsInCategory(ctx, category.id)[0]
  return first ? imageNode(ctx, first.image, category.name[ctx.language]) : null
}

/** A category with its products; null when there is none with this id. */
export function categoryNode(ctx: QueryContext, id: number) {
  const category = findCategory(id)
  if (!category || !ctx.catalogue.seesCategory(id)) return null
  const name = category.name[ctx.language]
  return {
    __typename: 'Category',
    id: globalId('Category', id),
    entityId: id,
    name,
    path: categoryPath(id),
    defaultImage: () => categoryImageNode(ctx, category),
    description: category.description[ctx.language],
    defaultProductSort: 'FEATURED',
    breadcrumbs: (args: PageArgs & { depth: number }) =>
      toConnection(categoryBreadcrumbs(id).slice(-args.depth), args, ancestor => ({
        entityId: ancestor.id,
        name: ancestor.name[ctx.language],
        path: categoryPath(ancestor.id),
      })),
    products: (args: PageArgs & { sortBy?: ProductSort | 'DEFAULT' | null; hideOutOfStock?: boolean }) => {
      const categoryIds = new Set(subtreeIds(id))
      const products = ctx.catalogue.visibleProducts.filter(product =>
        product.categories.some(categoryId => categoryIds.has(categoryId)),
      )
      const order = args.sortBy && args.sortBy !== 'DEFAULT' ? args.sortBy : 'FEATURED'
      return toConnection(
        withoutSoldOut(sortProducts(products, order, ctx.language), args.hideOutOfStock),
        args,
        product => ctx.productNode(product),
        maxProductsPerPage,
      )
    },
    seo: () => seoNode(name, category.description[ctx.language]),
  }
}

/** A brand with its products; null when there is none with this id. */
export function brandNode(ctx: QueryContext, id: number) {
  const brand = ctx.catalogue.brands.find(candidate => candidate.id === id)
  if (!brand) return null
  return {
    __typename: 'Brand',
    id: globalId('Brand', id),
    entityId: id,
    name: brand.name,
    defaultImage: null,
    seo: () => ({
      ...seoNode(brand.page_title || brand.name, brand.meta_description),
      metaKeywords: (brand.meta_keywords ?? []).join(', '),
    }),
    searchKeywords: (brand.search_keywords ?? '').split(/, */).filter(Boolean),
    path: brandPath(brand),
    pageTitle: brand.page_title || brand.name,
    metaDesc: brand.meta_description ?? '',
    metaKeywords: brand.meta_keywords ?? [],
    products: (args: PageArgs & { hideOutOfStock?: boolean | null }) =>
      toConnection(
        withoutSoldOut(
          ctx.catalogue.visibleProducts.filter(product => product.brand === id),
          args.hideOutOfStock,
        ),
        args,
        product => ctx.productNode(product),
        maxProductsPerPage,
      ),
  }
}
