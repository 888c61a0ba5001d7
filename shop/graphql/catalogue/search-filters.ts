import { childCategories, subtreeIds } from '../../catalogue/category-tree.ts'
import { isInStock, type LiveProduct } from '../../catalogue/live-catalogue.ts'
import type { Category } from '../../catalogue/types.ts'
import type { Language } from '../../channels.ts'
import type { QueryContext } from '../common-nodes.ts'
import { type PageArgs, toConnection } from '../connection.ts'
import { attributeValues, type SearchFilters } from './found-products.ts'

/** A search, which each filter repeats without itself to count what another choice of it would find. */
export interface Search {
  ctx: QueryContext
  filters: SearchFilters
  find(filters: SearchFilters): LiveProduct[]
  ratingOf(product: LiveProduct): number
}

const filterNames: Record<'brand' | 'category' | 'price' | 'rating' | 'other', Record<Language, string>> = {
  brand: { en: 'Brand', el: 'Μάρκα' },
  category: { en: 'Category', el: 'Κατηγορία' },
  price: { en: 'Price', el: 'Τιμή' },
  rating: { en: 'Rating', el: 'Βαθμολογία' },
  other: { en: 'Other', el: 'Άλλα' },
}
const otherNames: Record<'isFeatured' | 'isInStock', Record<Language, string>> = {
  isFeatured: { en: 'Is featured', el: 'Προτεινόμενα' },
  isInStock: { en: 'In stock', el: 'Διαθέσιμα' },
}

export function searchFilterConnection(search: Search, args: PageArgs) {
  const found = search.find(search.filters)
  const filters = [
    categoryFilter(search),
    brandFilter(search),
    priceFilter(search),
    ratingFilter(search),
    otherFilter(search),
    ...attributeNames(search.ctx, found).map(name => attributeFilter(search, name)),
  ]
  return toConnection<object, object>(filters, args, filter => filter)
}

const describeFilter = ({ ctx }: Search, __typename: string, kind: keyof typeof filterNames) => ({
  __typename,
  name: kind,
  displayName: filterNames[kind][ctx.language],
  isCollapsedByDefault: false,
  displayProductCount: true,
})

function brandFilter(search: Search) {
  const found = search.find({ ...search.filters, brandEntityIds: null })
  const countByBrand = Map.groupBy(found, product => product.brand)
  const brands = search.ctx.catalogue.brands.flatMap(brand => {
    const productCount = countByBrand.get(brand.id)?.length ?? 0
    const isSelected = search.filters.brandEntityIds?.includes(brand.id) ?? false
    return productCount > 0 ? [{ entityId: brand.id, name: brand.name, isSelected, productCount }] : []
  })
  return {
    ...describeFilter(search, 'BrandSearchFilter', 'brand'),
    brands: (args: PageArgs) => toConnection(brands, args, brand => brand),
  }
}

/** On a category's page the categories below it, elsewhere the top ones; each with those below it. */
function categoryFilter(search: Search) {
  const { categoryEntityId } = search.filters
  const found = search.find({
    ...search.filters,
    categoryEntityIds: null,
    searchSubCategories: categoryEntityId ? true : search.filters.searchSubCategories,
  })
  const toItem = (category: Category) => {
    const below = new Set(subtreeIds(category.id))
    return {
      entityId: category.id,
      name: category.name[search.ctx.language],
      isSelected: search.filters.categoryEntityIds?.includes(category.id) ?? false,
      productCount: found.filter(product => product.categories.some(id => below.has(id))).length,
    }
  }
  const itemsBelow = (parent: number) =>
    childCategories(parent)
      .filter(({ id }) => search.ctx.catalogue.seesCategory(id))
      .map(toItem)
      .filter(item => item.productCount > 0)
  return {
    ...describeFilter(search, 'CategorySearchFilter', 'category'),
    categories: (args: PageArgs) =>
      toConnection(itemsBelow(categoryEntityId ?? 0), args, item => ({
        ...item,
        subCategories: (inner: PageArgs) => toConnection(itemsBelow(item.entityId), inner, child => child),
      })),
  }
}

/** The names of the options there are, those of most products first. */
function attributeNames(ctx: QueryContext, products: LiveProduct[]): string[] {
  const names = products.flatMap(product => product.options.map(option => option.name[ctx.language]))
  return [...Map.groupBy(names, name => name)]
    .sort(([, some], [, others]) => others.length - some.length)
    .map(([name]) => name)
}

function attributeFilter(search: Search, attribute: string) {
  const { ctx, filters } = search
  const others = (filters.productAttributes ?? []).filter(chosen => chosen.attribute !== attribute)
  const selected = (filters.productAttributes ?? [])
    .filter(chosen => chosen.attribute === attribute)
    .flatMap(chosen => chosen.values)
  const found = search.find({ ...filters, productAttributes: others })
  const values = found.flatMap(product => [...new Set(attributeValues(ctx, product, attribute))])
  const items = [...Map.groupBy(values, value => value)].map(([value, same]) => ({
    value,
    isSelected: selected.includes(value),
    productCount: same.length,
  }))
  return {
    __typename: 'ProductAttributeSearchFilter',
    name: attribute,
    displayName: attribute,
    filterName: attribute,
    filterKey: attribute,
    isCollapsedByDefault: false,
    displayProductCount: true,
    attributes: (args: PageArgs) => toConnection(items, args, item => item),
  }
}

/** Products with so many stars or more. */
function ratingFilter(search: Search) {
  const found = search.find({ ...search.filters, rating: null })
  const items = [5, 4, 3, 2, 1].map(stars => ({
    value: String(stars),
    isSelected: search.filters.rating?.minRating === stars,
    productCount: found.filter(product => search.ratingOf(product) >= stars).length,
  }))
  return {
    ...describeFilter(search, 'RatingSearchFilter', 'rating'),
    ratings: (args: PageArgs) => toConnection(items, args, item => item),
  }
}

function priceFilter(search: Search) {
  const { minPrice = null, maxPrice = null } = search.filters.price ?? {}
  const isSelected = minPrice !== null || maxPrice !== null
  return {
    ...describeFilter(search, 'PriceSearchFilter', 'price'),
    selected: isSelected ? { minPrice, maxPrice } : null,
  }
}

function otherFilter(search: Search) {
  const { ctx, filters, find } = search
  const featured = find({ ...filters, isFeatured: true })
  const inStock = find({ ...filters, hideOutOfStock: true }).filter(product =>
    product.variants.some(variant => isInStock(product, variant)),
  )
  return {
    ...describeFilter(search, 'OtherSearchFilter', 'other'),
    freeShipping: null,
    isFeatured: {
      displayName: otherNames.isFeatured[ctx.language],
      isSelected: filters.isFeatured === true,
      productCount: featured.length,
    },
    isInStock: {
      displayName: otherNames.isInStock[ctx.language],
      isSelected: filters.hideOutOfStock === true,
      productCount: inStock.length,
    },
  }
}
