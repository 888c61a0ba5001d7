import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../test/opened.ts'
import { goods, openTestShop } from '../../test/shop.ts'
import { brandPath } from '../catalogue/brands.ts'
import { categoryPath, childCategories } from '../catalogue/category-tree.ts'
import { catalogue } from '../catalogue/index.ts'
import { storefrontCaller } from './test-helpers.ts'

const testShop = opened(() => openTestShop())
let call: ReturnType<typeof storefrontCaller>
beforeAll(() => {
  call = storefrontCaller(testShop)
})

async function read<T>(query: string, variables: object = {}, channel = 1): Promise<T> {
  const { data, errors } = await storefrontCaller(testShop, { channel })<T>(query, variables)
  if (errors) throw new Error(JSON.stringify(errors))
  return data
}

const card = `fragment Card on Product {
  entityId name path
  brand { name path }
  defaultImage { altText url: urlTemplate(lossy: true) }
  inventory { isInStock hasVariantInventory aggregated { availableToSell availableOnHand availableForBackorder unlimitedBackorder } }
  reviewSummary { numberOfReviews averageRating }
  variants(first: 1) { edges { node { sku inventory { byLocation { edges { node { locationEntityId backorderMessage } } } } } } }
  prices(includeTax: true) { price { value currencyCode } basePrice { value } retailPrice { value } salePrice { value } priceRange { min { value } max { value } } }
}`

test('a home page has its store, its menus and its products', async () => {
  const { site } = await read<{
    site: {
      settings: object
      categoryTree: { path: string; children: object[] }[]
      brands: { edges: { node: object }[] }
      newestProducts: { edges: { node: { entityId: number } }[] }
    }
  }>(`query Home { site {
    settings {
      storeName status statusMessage faviconUrl logoV2 { __typename ... on StoreTextLogo { text } ... on StoreImageLogo { image { url(width: 100) } } }
      contact { address phone } socialMediaLinks { name url } locales { code isDefault } currency { defaultCurrency }
      inventory { showOutOfStockMessage defaultOutOfStockMessage showBackorderMessage stockLevelDisplay }
      display { showProductRating } reviews { enabled } newsletter { showNewsletterSignup }
      storefront { catalog { productComparisonsEnabled } } giftCertificates(currencyCode: EUR) { isEnabled }
      tax { pdp plp } url { vanityUrl checkoutUrl }
    }
    categoryTree { name path children { name path children { name path } } }
    brands(first: 5) { edges { node { entityId name path } } }
    currencies { edges { node { code isDefault } } }
    content { pages(filters: { parentEntityIds: [0] }) { edges { node { __typename name ... on NormalPage { path } } } }
      scripts(first: 5) { edges { node { entityId } } } }
    newestProducts(first: 12) { edges { node { ...Card } } }
  } } ${card}`)
  expect(site.settings).toMatchObject({
    storeName: 'Doron Shop',
    status: 'LAUNCHED',
    logoV2: { __typename: 'StoreTextLogo', text: 'Doron Shop' },
    inventory: { defaultOutOfStockMessage: 'Sold out', showBackorderMessage: false },
    display: { showProductRating: true },
    tax: { pdp: 'INC', plp: 'INC' },
  })
  expect(site.categoryTree.map(({ path }) => path)).toEqual(
    childCategories(0).map(({ id }) => categoryPath(id)),
  )
  expect(site.brands.edges[0]!.node).toEqual({ entityId: 1, name: 'Doron', path: '/brands/doron/' })
  const newest = catalogue.products.filter(product => product.visible).map(product => product.createdAt)
  const shown = site.newestProducts.edges.map(
    ({ node }) => catalogue.products.find(({ id }) => id === node.entityId)!,
  )
  expect(shown).toHaveLength(12)
  expect(shown.map(product => product.createdAt)).toEqual(newest.sort().reverse().slice(0, 12))
})

test('a product’s page has its options, its stock, what it costs, and others like it', async () => {
  const { tracked } = goods
  const { site } = await read<{
    site: {
      product: Record<string, never> & { relatedProducts: { edges: { node: { entityId: number } }[] } }
    }
  }>(
    `query ($entityId: Int!) { site { product(entityId: $entityId) {
      ...Card sku warranty condition minPurchaseQuantity maxPurchaseQuantity weight { value unit } createdAt { utc }
      availabilityV2 { status description ... on ProductPreOrder { message willBeReleasedAt { utc } } ... on ProductUnavailable { message } }
      categories(first: 1) { edges { node { name breadcrumbs(depth: 5) { edges { node { name path } } } } } }
      relatedProducts(first: 8) { edges { node { ...Card } } }
      seo { pageTitle metaDescription }
    } } } ${card}`,
    { entityId: tracked.id },
  )
  const units = tracked.variants[0]!.stock!
  expect(site.product).toMatchObject({
    sku: tracked.sku,
    weight: null,
    createdAt: { utc: `${tracked.createdAt}T00:00:00Z` },
    availabilityV2: { status: 'Available' },
    prices: { price: { value: tracked.priceCents / 100 }, retailPrice: null },
    inventory: {
      isInStock: true,
      aggregated: {
        availableToSell: units,
        availableOnHand: units,
        availableForBackorder: 0,
        unlimitedBackorder: false,
      },
    },
    reviewSummary: { numberOfReviews: 0, averageRating: 0 },
  })
  const related = site.product.relatedProducts.edges.map(({ node }) => node.entityId)
  expect(related.length).toBeGreaterThan(0)
  expect(related).not.toContain(tracked.id)
  expect(await read('{ site { product(entityId: 1) { name } } }')).toEqual({ site: { product: null } })
})

test('a review counts for its product at once, and once for each customer', async () => {
  const add = (review: object) =>
    call<{ catalog: { addProductReview: { errors: object[] } } }>(
      `mutation ($input: AddProductReviewInput!) { catalog { addProductReview(input: $input) { errors { __typename ... on Error { message } } } } }`,
      { input: { productEntityId: goods.plain.id, review } },
    )
  const review = { author: 'Νίκος', title: 'Καλό', text: 'Το έχω χρόνια.' }
  await add({ ...review, rating: 4 })
  await add({ ...review, title: 'Κακό', rating: 1 })
  const wrong = await add({ ...review, text: ' ', rating: 6 })
  expect(wrong.data.catalog.addProductReview.errors).toMatchObject([
    { __typename: 'InvalidInputFieldsError' },
  ])
  const page = (args: string) =>
    read<{ site: { product: { reviews: { edges: { node: { title: string } }[] } } } }>(
      `{ site { product(entityId: ${goods.plain.id}) { reviewSummary { numberOfReviews averageRating summationOfRatings }
        reviews(${args}) { pageInfo { hasNextPage } edges { node { title rating author { name } createdAt { utc } } } } } } }`,
    )
  const best = await page('first: 1, sort: HIGHEST_RATING')
  expect(best.site.product).toMatchObject({
    reviewSummary: { numberOfReviews: 2, averageRating: 2.5, summationOfRatings: 5 },
    reviews: {
      pageInfo: { hasNextPage: true },
      edges: [{ node: { title: 'Καλό', author: { name: 'Νίκος' } } }],
    },
  })
  const bad = await page('first: 5, filters: { rating: { maxRating: 2 } }')
  expect(bad.site.product.reviews.edges.map(({ node }) => node.title)).toEqual(['Κακό'])
})

test('every kind of page is at its path, and has a global id', async () => {
  const brand = catalogue.brands[1]!
  const category = catalogue.categories[4]!
  const post = catalogue.pages.find(page => page.path.startsWith('/blog/'))!
  const paths = {
    Product: `/${goods.plain.slug}/`,
    Category: categoryPath(category.id),
    Brand: brandPath(brand),
    NormalPage: '/about-us',
    BlogIndexPage: '/blog',
    BlogPost: post.path,
  }
  for (const [type, path] of Object.entries(paths)) {
    const { site } = await read<{ site: { route: { node: { id: string } } } }>(
      'query ($path: String!) { site { route(path: $path, redirectBehavior: FOLLOW) { node { __typename id } redirect { toUrl } } } }',
      { path },
    )
    expect(site.route).toMatchObject({ node: { __typename: type }, redirect: null })
    const { id } = site.route.node
    expect(await read('query ($id: ID!) { node(id: $id) { __typename id } }', { id })).toEqual({
      node: { __typename: type, id },
    })
  }
  for (const id of [
    '',
    'x',
    Buffer.from('Product:1').toString('base64'),
    Buffer.from(`BlogPost:${goods.plain.id}`).toString('base64'),
  ])
    expect(await read('query ($id: ID!) { node(id: $id) { id } }', { id })).toEqual({ node: null })
})

test('a redirect is followed to what it leads to; an address leads to nothing of the catalogue', async () => {
  const ask = (path: string, behaviour: string) =>
    read<{ site: { route: object } }>(
      `query ($path: String!) { site { route(path: $path, redirectBehavior: ${behaviour}) { node { __typename ... on Category { entityId } }
        redirect { fromPath toUrl to { __typename ... on CategoryRedirect { path entityId } ... on ManualRedirect { url } } } } } }`,
      { path },
    )
  const to = { __typename: 'CategoryRedirect', path: categoryPath(100), entityId: 100 }
  const followed = await ask('/gift-vouchers/', 'FOLLOW')
  expect(followed.site.route).toMatchObject({
    node: { __typename: 'Category', entityId: 100 },
    redirect: { to },
  })
  const ignored = await ask('/gift-vouchers/', 'IGNORE')
  expect(ignored.site.route).toMatchObject({ node: null, redirect: { to } })
  const manual = await ask('/new-arrivals', 'FOLLOW')
  expect(manual.site.route).toMatchObject({ node: null, redirect: { to: { __typename: 'ManualRedirect' } } })
  const opened = await testShop.send('/gift-vouchers/')
  expect([opened.status, opened.headers.get('location')]).toEqual([301, `/shop${categoryPath(100)}`])
  expect((await testShop.send(brandPath(catalogue.brands[1]!))).text).toContain('<h1>Keramos</h1>')
})

test('forms and countries are in the channel’s language', async () => {
  const fields = await read<{
    site: { settings: { formFields: { customer: { label: string; entityId: number }[] } } }
  }>(
    `{ site { settings { formFields { customer(filters: { isRequired: true }, sortBy: SORT_ORDER) { __typename entityId label ... on PasswordFormField { maxLength } } } } }
      geography { countries(filters: { code: "GR" }) { name statesOrProvinces { name } } } }`,
    {},
    1481393,
  )
  expect(fields.site.settings.formFields.customer.map(({ label }) => label)).toEqual([
    'Όνομα',
    'Επώνυμο',
    'Email',
    'Κωδικός',
  ])
  expect(fields).toMatchObject({ geography: { countries: [{ name: 'Ελλάδα' }] } })
})

test('scripts that apps have added are listed by where they belong', async () => {
  const src = 'https://app.example/registry.js'
  const made = await testShop.rest('POST', '/v3/content/scripts', {
    name: 'Registry',
    kind: 'src',
    src,
    load_method: 'default',
    location: 'footer',
    visibility: 'storefront',
    consent_category: 'essential',
    channel_id: 1,
  })
  expect(made.status).toBe(200)
  const list = (filters: string, channel = 1) =>
    read<{ site: { content: { scripts: { edges: object[] } } } }>(
      `{ site { content { scripts(filters: ${filters}) { edges { node { __typename consentCategory location visibility
        integrityHashes { hash } ... on SrcScript { src } ... on InlineScript { scriptTag } } } } } } }`,
      {},
      channel,
    )
  const node = {
    __typename: 'SrcScript',
    src,
    location: 'FOOTER',
    consentCategory: 'ESSENTIAL',
    visibility: 'STOREFRONT',
  }
  expect((await list('{ location: FOOTER }')).site.content.scripts.edges).toMatchObject([{ node }])
  expect((await list('{ visibilities: [CHECKOUT] }')).site.content.scripts.edges).toEqual([])
  expect((await list('{}', 1481393)).site.content.scripts.edges).toEqual([])
})
