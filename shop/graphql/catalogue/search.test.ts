import { expect, test } from 'vitest'
import { opened } from '../../../test/opened.ts'
import { goods, openTestShop } from '../../../test/shop.ts'
import { childCategories, subtreeIds } from '../../catalogue/category-tree.ts'
import { catalogue } from '../../catalogue/index.ts'
import type { Product } from '../../catalogue/types.ts'

const testShop = opened(() => openTestShop())

interface Item {
  entityId?: number
  name?: string
  value?: string
  isSelected: boolean
  productCount: number
  subCategories?: { edges: { node: Item }[] }
}
type Items = { edges: { node: Item }[] }
interface Filter {
  __typename: string
  filterKey?: string
  brands?: Items
  categories?: Items
  attributes?: Items
  ratings?: Items
  selected?: object | null
  isFeatured?: Item
  isInStock?: Item
}
interface Page {
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string }
  collectionInfo: { totalItems: number }
  edges: { node: { entityId: number } }[]
}

const query = `query Find($filters: SearchProductsFiltersInput!, $sort: SearchProductsSortInput, $first: Int, $after: String, $last: Int, $before: String) {
  site { search { searchProducts(filters: $filters, sort: $sort) {
    products(first: $first, after: $after, last: $last, before: $before) {
      collectionInfo { totalItems } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { node { entityId } } }
    filters(first: 30) { edges { node { __typename displayName isCollapsedByDefault
      ... on BrandSearchFilter { displayProductCount brands(first: 50) { edges { node { entityId name isSelected productCount } } } }
      ... on CategorySearchFilter { categories(first: 10) { edges { node { entityId name isSelected productCount
        subCategories(first: 5) { edges { node { entityId productCount } } } } } } }
      ... on ProductAttributeSearchFilter { filterKey attributes { edges { node { value isSelected productCount } } } }
      ... on RatingSearchFilter { ratings { edges { node { value isSelected productCount } } } }
      ... on PriceSearchFilter { selected { minPrice maxPrice } }
      ... on OtherSearchFilter { isFeatured { isSelected productCount } isInStock { isSelected productCount } freeShipping { productCount } }
    } } }
  } } } }`

async function search(filters: object, paging: object = { first: 50 }, channel = 1) {
  const { site } = await testShop.graphql<{
    site: { search: { searchProducts: { products: Page; filters: { edges: { node: Filter }[] } } } }
  }>(query, { filters, ...paging }, channel)
  const { products, filters: found } = site.search.searchProducts
  const kinds = found.edges.map(edge => edge.node)
  return {
    products,
    ids: products.edges.map(edge => edge.node.entityId),
    filter: (type: string, key?: string) =>
      kinds.find(each => each.__typename === type && (key === undefined || each.filterKey === key)),
  }
}

const top = childCategories(0).find(category => childCategories(category.id).length > 1)!
const inTop = catalogue.products.filter(
  product => product.visible && product.categories.some(id => subtreeIds(top.id).includes(id)),
)
const nodes = (items: Items | undefined): Item[] => items?.edges.map(edge => edge.node) ?? []
const all = { categoryEntityId: top.id, searchSubCategories: true }

test('a category’s page counts what each choice would leave', async () => {
  const { products, filter } = await search(all)
  expect(products.collectionInfo.totalItems).toBe(inTop.length)
  const brands = nodes(filter('BrandSearchFilter')?.brands)
  const branded = inTop.filter(product => product.brand !== 0)
  expect(brands.reduce((sum, brand) => sum + brand.productCount, 0)).toBe(branded.length)
  const below = nodes(filter('CategorySearchFilter')?.categories)
  expect(below.map(item => item.entityId)).toEqual(childCategories(top.id).map(({ id }) => id))
  const ids = subtreeIds(below[0]!.entityId!)
  expect(below[0]!.productCount).toBe(
    inTop.filter(product => product.categories.some(id => ids.includes(id))).length,
  )
  expect(nodes(below[0]!.subCategories).length).toBeGreaterThan(0)
  expect(filter('PriceSearchFilter')?.selected).toBeNull()
  expect(filter('OtherSearchFilter')?.isInStock?.isSelected).toBe(false)
})

test('a chosen brand narrows the products and the other filters, and not its own', async () => {
  const whole = nodes((await search(all)).filter('BrandSearchFilter')?.brands)
  const [chosen] = whole
  const narrowed = await search({ ...all, brandEntityIds: [chosen!.entityId] })
  expect(narrowed.ids).toHaveLength(chosen!.productCount)
  const again = nodes(narrowed.filter('BrandSearchFilter')?.brands)
  expect(again.map(brand => brand.productCount)).toEqual(whole.map(brand => brand.productCount))
  expect(again.filter(brand => brand.isSelected).map(brand => brand.entityId)).toEqual([chosen!.entityId])
  const categories = nodes(narrowed.filter('CategorySearchFilter')?.categories)
  expect(Math.max(...categories.map(item => item.productCount))).toBeLessThanOrEqual(chosen!.productCount)
})

const valuesOf = (product: Product, option: string) =>
  product.options
    .filter(each => each.name.en === option)
    .flatMap(each => each.values.map(value => value.label))

test('an option’s values are a filter, in the language of the channel', async () => {
  const option = goods.twoOptions.options[0]!
  const wanted = option.values[0]!.label
  const expected = catalogue.products
    .filter(
      product => product.visible && valuesOf(product, option.name.en).some(label => label.en === wanted.en),
    )
    .map(product => product.id)
  for (const [language, channel] of [
    ['en', 1],
    ['el', 1481393],
  ] as const) {
    const productAttributes = [{ attribute: option.name[language], values: [wanted[language]] }]
    const { ids, filter } = await search({ productAttributes }, { first: 50 }, channel)
    expect([...ids].sort()).toEqual([...expected].sort())
    const values = nodes(filter('ProductAttributeSearchFilter', option.name[language])?.attributes)
    expect(values.find(each => each.value === wanted[language])).toMatchObject({
      isSelected: true,
      productCount: expected.length,
    })
  }
  expect((await search({ productAttributes: [{ attribute: 'Colour', values: ['None such'] }] })).ids).toEqual(
    [],
  )
})

test('ratings filter and sort; a price is told as selected; nothing is shipped for free', async () => {
  await testShop.graphql(
    'mutation ($input: AddProductReviewInput!) { catalog { addProductReview(input: $input) { errors { __typename } } } }',
    {
      input: { productEntityId: goods.digital.id, review: { author: 'Α', title: 'Τ', text: 'Κ', rating: 4 } },
    },
  )
  const rated = await search({ rating: { minRating: 4 } })
  expect(rated.ids).toEqual([goods.digital.id])
  expect(
    nodes(rated.filter('RatingSearchFilter')?.ratings).map(item => [
      item.value,
      item.isSelected,
      item.productCount,
    ]),
  ).toEqual([
    ['5', false, 0],
    ['4', true, 1],
    ['3', false, 1],
    ['2', false, 1],
    ['1', false, 1],
  ])
  const best = await search({}, { first: 1, sort: 'BEST_REVIEWED' })
  expect(best.ids).toEqual([goods.digital.id])
  const priced = await search({ price: { minPrice: 20 } }, { first: 1 })
  expect(priced.filter('PriceSearchFilter')?.selected).toEqual({ minPrice: 20, maxPrice: null })
  expect((await search({ isFreeShipping: true })).ids).toEqual([])
})

test('what was found is paged both ways', async () => {
  const whole = (await search(all)).ids
  const first = await search(all, { first: 3 })
  expect(first.ids).toEqual(whole.slice(0, 3))
  expect(first.products.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false })
  const second = await search(all, { first: 3, after: first.products.pageInfo.endCursor })
  expect(second.ids).toEqual(whole.slice(3, 6))
  const back = await search(all, { last: 3, before: second.products.pageInfo.startCursor })
  expect(back.ids).toEqual(first.ids)
  expect(back.products.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false })
  const end = await search(all, { last: 2 })
  expect(end.ids).toEqual(whole.slice(-2))
  expect(end.products.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true })
})
