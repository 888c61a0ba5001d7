import { type Context, Hono } from 'hono'
import { findCategory } from '../catalogue/category-tree.ts'
import type { LiveCatalogue, LiveProduct } from '../catalogue/live-catalogue.ts'
import { changeProduct, type ProductChange, removeProduct } from '../catalogue/product-changes.ts'
import { channels } from '../channels.ts'
import { fromEnteredCents } from '../money.ts'
import { ShopError, type Store } from '../store.ts'
import { taxClasses } from '../tax/taxes.ts'
import { accepts, fieldsQuery, pagingQuery } from './accepts.ts'
import { createCategoriesApi } from './catalog/categories.ts'
import { parseCustomUrl } from './catalog/custom-url.ts'
import { createModifiersApi } from './catalog/modifiers.ts'
import { createOptionsApi } from './catalog/options.ts'
import { productDetails } from './catalog/product-fields.ts'
import { filterProducts, pickFields, productFilterNames } from './catalog/product-filters.ts'
import { createProductPartsApi } from './catalog/product-parts.ts'
import { parsePriceCents, requestedProduct } from './catalog/requested-product.ts'
import { createVariantsApi } from './catalog/variants.ts'
import { assignChannels, createProduct, parseQuantityLimits } from './created-products.ts'
import { productJson } from './product-json.ts'
import {
  type JsonObject,
  parsePathId,
  parseRequiredText,
  parseWholeNumber,
  queryIds,
  readObject,
  readObjects,
  toText,
} from './requests.ts'
import { brandByName, isSameName } from './resources/brands.ts'
import { acceptedFields, parseFields } from './resources/fields.ts'
import { matchesQuery } from './resources/filters.ts'
import { sendData, sendRequestedPage } from './responses.ts'

const productIncludes = [
  ...['variants', 'modifiers', 'options', 'images', 'primary_image', 'custom_fields', 'bulk_pricing_rules'],
]
const changedProductFieldsOfMany = [
  ...['name', 'description', 'price', 'sale_price', 'sku', 'tax_class_id', 'categories', 'brand_id'],
  ...['is_visible', 'is_featured', 'availability', 'order_quantity_minimum', 'order_quantity_maximum'],
  ...['inventory_tracking', 'inventory_level', 'custom_url.url', 'custom_url.is_customized'],
  ...acceptedFields(productDetails),
]
const changedProductFields = [...changedProductFieldsOfMany, 'brand_name']
/** Type and variants are given once. */
const newProductFields = [
  ...changedProductFields,
  'type',
  ...['sku', 'price', 'option_values.option_display_name', 'option_values.label'].map(
    field => `variants.${field}`,
  ),
]

/** v3 catalog: products, hidden ones too, and categories. */
export function createCatalogApi(store: Store): Hono {
  const app = new Hono()
  addAssignmentRoutes(app, store)
  addProductRoutes(app, store)
  for (const create of [createVariantsApi, createOptionsApi, createProductPartsApi])
    app.route('/', create(store))
  app.route('/', createModifiersApi(store))
  app.route('/', createCategoriesApi())
  return app
}

function addProductRoutes(app: Hono, store: Store): void {
  const query = [...pagingQuery, ...fieldsQuery, ...productFilterNames]
  app.get('/products', accepts({ query, include: productIncludes }), async c => {
    const products = filterProducts(c, [...(await store.liveCatalogue()).products.values()])
    return sendRequestedPage(
      c,
      products.map(product => pickFields(c, productJson(store, c, product))),
    )
  })
  app.post('/products', accepts({ query: ['include_fields'], body: newProductFields }), async c => {
    const input = await readObject(c)
    checkPresence(input)
    const catalogue = await store.liveCatalogue()
    checkUnique(catalogue, input)
    const customPath = await parseCustomUrl(store, input)
    const parts = { ...parseOverrides(input, catalogue), customPath }
    const id = await createProduct(store, input, async tx => ({
      ...parts,
      ...(await brandByName(store, tx, input)),
    }))
    if (input.sale_price || input.inventory_level !== undefined)
      await writeProduct(store, id, { sale_price: input.sale_price, inventory_level: input.inventory_level })
    return sendData(c, pickFields(c, productJson(store, c, (await store.liveCatalogue()).products.get(id)!)))
  })
  const changeAccepts = accepts({
    query: ['include_fields'],
    include: productIncludes,
    body: changedProductFields,
  })
  app.put('/products/:id', changeAccepts, async c => {
    await writeProduct(store, parsePathId(c, 'id'), await readObject(c))
    return sendProduct(store, c)
  })
  const many = accepts({ query: ['include_fields'], body: ['id', ...changedProductFieldsOfMany] })
  app.put('/products', many, async c => {
    const inputs = await readObjects(c)
    for (const { id, ...input } of inputs) await writeProduct(store, parseWholeNumber(id, 'id'), input)
    const { products } = await store.liveCatalogue()
    return sendData(
      c,
      inputs.map(({ id }) => pickFields(c, productJson(store, c, products.get(Number(id))!))),
    )
  })
  app.delete('/products', accepts({ query: deleteFilters }), async c => {
    if (Object.keys(c.req.query()).length === 0)
      throw new ShopError(422, 'The query must name what is deleted.', { 'id:in': 'required' })
    for (const { id } of filterProducts(c, [...(await store.liveCatalogue()).products.values()]))
      await removeProduct(store, id)
    return c.body(null, 204)
  })
  app.get('/products/:id', accepts({ query: fieldsQuery, include: productIncludes }), c =>
    sendProduct(store, c),
  )
  app.delete('/products/:id', accepts(), async c => {
    await removeProduct(store, parsePathId(c, 'id'))
    return c.body(null, 204)
  })
}

/** The filters of lists that may also say what is deleted. */
const deleteFilters = [
  'id:in',
  'name',
  'sku',
  'brand_id',
  'is_visible',
  'is_featured',
  'type',
  'categories',
  'keyword',
]

/** What is not sent stays as it is. */
async function writeProduct(store: Store, id: number, input: JsonObject): Promise<void> {
  checkPresence(input)
  const catalogue = await store.liveCatalogue()
  const product = catalogue.products.get(id)
  if (!product) throw new ShopError(404, 'The requested product was not found.')
  checkUnique(catalogue, input, id)
  const taxClass = Number(input.tax_class_id ?? product.taxClass)
  const fromEntered = (cents: number) =>
    fromEnteredCents(store, cents, catalogue.taxRates.get(taxClass) ?? [])
  const { overrides, ...change } = parseProductChange(product, input, fromEntered, catalogue)
  const customPath = await parseCustomUrl(store, input, id)
  await changeProduct(store, id, { ...change, overrides: { ...overrides, customPath } }, tx =>
    brandByName(store, tx, input),
  )
}

function addAssignmentRoutes(app: Hono, store: Store): void {
  const path = '/products/channel-assignments'
  const query = [...pagingQuery, 'product_id:in', 'channel_id:in']
  app.get(path, accepts({ query }), c => listChannelAssignments(store, c))
  app.put(path, accepts({ body: ['product_id', 'channel_id'] }), async c => {
    await assignChannels(store, await readObjects(c))
    return c.body(null, 204)
  })
  const names = ['product_id:in', 'category_id:in']
  app.get('/products/category-assignments', accepts({ query: [...pagingQuery, ...names] }), async c => {
    const all = [...(await store.liveCatalogue()).products.values()].flatMap(({ id, categories }) =>
      categories.map(category_id => ({ product_id: id, category_id })),
    )
    return sendRequestedPage(
      c,
      all.filter(one => matchesQuery(c, names, one)),
    )
  })
  app.put('/products/category-assignments', accepts({ body: ['product_id', 'category_id'] }), async c => {
    for (const { product_id, category_id } of await readObjects(c))
      await changeCategories(store, Number(product_id), ids => [...new Set([...ids, Number(category_id)])])
    return c.body(null, 204)
  })
  app.delete('/products/category-assignments', accepts({ query: names }), async c => {
    const [products, categories] = [queryIds(c, 'product_id:in'), queryIds(c, 'category_id:in')]
    if (!products && !categories) throw new ShopError(422, 'The query must name what is deleted.')
    for (const { id } of (await store.liveCatalogue()).products.values())
      if (!products || products.includes(id))
        await changeCategories(store, id, ids => ids.filter(one => categories && !categories.includes(one)))
    return c.body(null, 204)
  })
}

async function changeCategories(
  store: Store,
  id: number,
  change: (ids: number[]) => number[],
): Promise<void> {
  const product = (await store.liveCatalogue()).products.get(id)
  if (!product) throw new ShopError(422, 'The product does not exist.', { product_id: String(id) })
  const categories = change(product.categories)
  if (String(categories) !== String(product.categories)) await writeProduct(store, id, { categories })
}

async function sendProduct(store: Store, c: Context): Promise<Response> {
  return sendData(c, pickFields(c, productJson(store, c, await requestedProduct(store, c))))
}

async function listChannelAssignments(store: Store, c: Context): Promise<Response> {
  const [productIds, channelIds] = [queryIds(c, 'product_id:in'), queryIds(c, 'channel_id:in')]
  const matching = [...(await store.liveCatalogue()).products.values()]
    .filter(product => !productIds || productIds.includes(product.id))
    .flatMap(product =>
      (product.channels ?? channels.map(channel => channel.id))
        .filter(id => !channelIds || channelIds.includes(id))
        .map(id => ({ product_id: product.id, channel_id: id })),
    )
  return sendRequestedPage(c, matching)
}

function parseProductChange(
  product: LiveProduct,
  input: JsonObject,
  fromEntered: (cents: number) => number,
  catalogue: LiveCatalogue,
): ProductChange {
  return {
    priceCents: input.price === undefined ? undefined : fromEntered(parsePriceCents(input.price)),
    saleCents:
      input.sale_price === undefined ? undefined : fromEntered(parsePriceCents(input.sale_price)) || null,
    visible: typeof input.is_visible === 'boolean' ? input.is_visible : undefined,
    available: input.availability === undefined ? undefined : toText(input.availability) !== 'disabled',
    stock:
      input.inventory_level === undefined
        ? undefined
        : parseWholeNumber(input.inventory_level, 'inventory_level'),
    stockTracked: input.inventory_tracking === undefined ? undefined : input.inventory_tracking !== 'none',
    overrides: { ...parseOverrides(input, catalogue, product), ...parseQuantityLimits(input) },
  }
}

/** Throws 422 where it is not clear whether a product is shown, or can be bought. */
function checkPresence({ is_visible, availability }: JsonObject): void {
  if (is_visible !== undefined && typeof is_visible !== 'boolean')
    throw new ShopError(422, 'is_visible must be true or false.', { is_visible: 'invalid' })
  if (availability !== undefined && !['available', 'disabled', 'preorder'].includes(toText(availability)))
    throw new ShopError(422, 'availability is invalid.', { availability: 'invalid' })
}

/** Throws 409 where another product has the name or the SKU. */
function checkUnique({ products }: LiveCatalogue, input: JsonObject, id?: number): void {
  const [name, sku] = [toText(input.name), toText(input.sku)]
  for (const other of products.values()) {
    if (other.id === id) continue
    if (Object.values(other.name).some(one => isSameName(one, name)))
      throw new ShopError(409, 'A product of this name exists already.', { name: 'taken' })
    if (sku !== '' && [other, ...other.variants].some(one => one.sku === sku))
      throw new ShopError(409, 'A product of this SKU exists already.', { sku: 'taken' })
  }
}

/** What replaces the catalogue's own; a name of the API is the name in both languages. */
function parseOverrides(
  input: JsonObject,
  { brands }: LiveCatalogue,
  product?: LiveProduct,
): ProductChange['overrides'] {
  const inBothLanguages = (field: string) => {
    const text = parseRequiredText(input, field)
    return { en: text, el: text }
  }
  return {
    ...(input.name === undefined ? {} : { name: inBothLanguages('name') }),
    ...(input.description === undefined ? {} : { description: inBothLanguages('description') }),
    ...(input.categories === undefined ? {} : { categories: parseCategories(input.categories) }),
    ...(input.brand_id === undefined ? {} : { brand: parseBrand(input.brand_id, brands) }),
    ...(input.tax_class_id === undefined ? {} : { taxClass: parseTaxClass(input.tax_class_id) }),
    ...(input.sku === undefined ? {} : { sku: toText(input.sku) }),
    ...(typeof input.is_featured === 'boolean' ? { featured: Number(input.is_featured) } : {}),
    details: {
      ...product?.details,
      ...parseFields(productDetails, input, { isNew: false, status: 422 }),
      ...(input.availability === undefined ? {} : { availability: input.availability }),
    },
  }
}

function parseCategories(value: unknown): number[] {
  const ids = Array.isArray(value) ? value.map(id => parseWholeNumber(id, 'categories')) : undefined
  if (!ids?.every(findCategory)) {
    throw new ShopError(422, 'The category does not exist.', { categories: String(value) })
  }
  return ids
}

function parseBrand(value: unknown, brands: LiveCatalogue['brands']): number {
  const id = parseWholeNumber(value, 'brand_id')
  if (id !== 0 && !brands.some(brand => brand.id === id)) {
    throw new ShopError(422, 'The brand does not exist.', { brand_id: String(id) })
  }
  return id
}

function parseTaxClass(value: unknown): number {
  const id = parseWholeNumber(value, 'tax_class_id')
  if (!taxClasses.some(taxClass => taxClass.id === id)) {
    throw new ShopError(422, 'The tax class does not exist.', { tax_class_id: String(id) })
  }
  return id
}
