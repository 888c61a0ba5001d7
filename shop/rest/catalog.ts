import { type Context, Hono } from 'hono'
import { findCategory } from '../catalogue/category-tree.ts'
import { brandName, type LiveProduct } from '../catalogue/live-catalogue.ts'
import { changeProduct, type ProductChange, removeProduct } from '../catalogue/product-changes.ts'
import { changeVariant } from '../catalogue/variant-changes.ts'
import { channels } from '../channels.ts'
import { fromEnteredCents, parseCents, taxClasses } from '../money.ts'
import { ShopError, type Store } from '../store.ts'
import { accepts, fieldsQuery, pagingQuery } from './accepts.ts'
import { createCategoriesApi } from './catalog/categories.ts'
import { createModifiersApi } from './catalog/modifiers.ts'
import { filterProducts, pickFields, productFilterNames } from './catalog/product-filters.ts'
import { assignChannels, createProduct, parseQuantityLimits } from './created-products.ts'
import { imageJson, optionsJson, productJson, variantsJson } from './product-json.ts'
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
import { sendData, sendRequestedPage } from './responses.ts'

const productIncludes = ['variants', 'modifiers', 'options', 'images', 'primary_image']
const productFields = [
  ...['name', 'description', 'price', 'tax_class_id', 'categories', 'brand_id'],
  ...['is_visible', 'availability', 'order_quantity_minimum', 'order_quantity_maximum'],
]
/** Type, SKU and variants are given once. Nothing is weighed here, so only the weight 0 is taken. */
const newProductFields = [
  ...productFields,
  ...['type', 'sku', 'weight', 'inventory_tracking'],
  ...['sku', 'price', 'option_values.option_display_name', 'option_values.label'].map(
    field => `variants.${field}`,
  ),
]
const changedProductFields = [...productFields, 'sale_price', 'inventory_tracking', 'inventory_level']

/** v3 catalog: products, hidden ones too, brands and categories. */
export function createCatalogApi(store: Store): Hono {
  const app = new Hono()
  addAssignmentRoutes(app, store)
  addProductRoutes(app, store)
  addProductPartRoutes(app, store)
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
    if (input.weight && Number(input.weight) !== 0)
      throw new ShopError(422, 'Nothing is weighed by this shop: weight must be 0.', { weight: 'invalid' })
    const id = await createProduct(store, input, parseOverrides(input))
    return sendData(c, pickFields(c, productJson(store, c, (await store.liveCatalogue()).products.get(id)!)))
  })
  const changeAccepts = accepts({
    query: ['include_fields'],
    include: productIncludes,
    body: changedProductFields,
  })
  app.put('/products/:id', changeAccepts, async c => {
    const input = await readObject(c)
    checkPresence(input)
    const taxClass = Number(input.tax_class_id ?? (await requestedProduct(store, c)).taxClass)
    const fromEntered = (cents: number) => fromEnteredCents(store, cents, taxClass)
    await changeProduct(store, parsePathId(c, 'id'), parseProductChange(input, fromEntered))
    return sendProduct(store, c)
  })
  app.get('/products/:id', accepts({ query: fieldsQuery, include: productIncludes }), c =>
    sendProduct(store, c),
  )
  app.delete('/products/:id', accepts(), async c => {
    await removeProduct(store, parsePathId(c, 'id'))
    return c.body(null, 204)
  })
}

function addAssignmentRoutes(app: Hono, store: Store): void {
  const path = '/products/channel-assignments'
  const query = [...pagingQuery, 'product_id:in', 'channel_id:in']
  app.get(path, accepts({ query }), c => listChannelAssignments(store, c))
  app.put(path, accepts({ body: ['product_id', 'channel_id'] }), async c => {
    await assignChannels(store, await readObjects(c))
    return c.body(null, 204)
  })
}

function addProductPartRoutes(app: Hono, store: Store): void {
  const variantFields = ['price', 'inventory_level']
  app.put('/products/:id/variants/:part', accepts({ body: variantFields }), async c => {
    const { id, taxClass } = await requestedProduct(store, c)
    const { price, inventory_level } = await readObject(c)
    await changeVariant(store, id, parsePathId(c, 'part'), {
      priceCents: price == null ? undefined : fromEnteredCents(store, parsePriceCents(price), taxClass),
      stock: inventory_level === undefined ? undefined : parseWholeNumber(inventory_level, 'inventory_level'),
    })
    const product = await requestedProduct(store, c)
    const [variant] = variantsJson(store, product).filter(other => other.id === parsePathId(c, 'part'))
    return sendData(c, variant)
  })
  const parts: Record<string, (product: LiveProduct) => Record<string, unknown>[]> = {
    variants: product => variantsJson(store, product),
    options: optionsJson,
    images: product => [imageJson(store, product)].filter(image => image !== null),
  }
  for (const [name, partJson] of Object.entries(parts)) {
    const query = [...pagingQuery, ...fieldsQuery]
    app.get(`/products/:id/${name}`, accepts({ query }), async c =>
      sendRequestedPage(
        c,
        partJson(await requestedProduct(store, c)).map(part => pickFields(c, part)),
      ),
    )
    app.get(`/products/:id/${name}/:part`, accepts({ query: fieldsQuery }), async c => {
      const part = partJson(await requestedProduct(store, c)).find(({ id }) => id === parsePathId(c, 'part'))
      if (!part) throw new ShopError(404, 'The requested resource was not found.')
      return sendData(c, pickFields(c, part))
    })
  }
}

async function sendProduct(store: Store, c: Context): Promise<Response> {
  return sendData(c, pickFields(c, productJson(store, c, await requestedProduct(store, c))))
}

async function requestedProduct(store: Store, c: Context): Promise<LiveProduct> {
  const product = (await store.liveCatalogue()).products.get(parsePathId(c, 'id'))
  if (!product) throw new ShopError(404, 'The requested product was not found.')
  return product
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

function parseProductChange(input: JsonObject, fromEntered: (cents: number) => number): ProductChange {
  return {
    priceCents: input.price === undefined ? undefined : fromEntered(parsePriceCents(input.price)),
    saleCents:
      input.sale_price === undefined ? undefined : fromEntered(parsePriceCents(input.sale_price)) || null,
    visible: typeof input.is_visible === 'boolean' ? input.is_visible : undefined,
    available: input.availability === undefined ? undefined : toText(input.availability) === 'available',
    stock:
      input.inventory_level === undefined
        ? undefined
        : parseWholeNumber(input.inventory_level, 'inventory_level'),
    stockTracked: input.inventory_tracking === undefined ? undefined : input.inventory_tracking !== 'none',
    overrides: { ...parseOverrides(input), ...parseQuantityLimits(input) },
  }
}

/** Throws 422 where it is not clear whether a product is shown, or can be bought. */
function checkPresence({ is_visible, availability }: JsonObject): void {
  if (is_visible !== undefined && typeof is_visible !== 'boolean')
    throw new ShopError(422, 'is_visible must be true or false.', { is_visible: 'invalid' })
  if (availability !== undefined && !['available', 'disabled'].includes(toText(availability)))
    throw new ShopError(422, 'availability is not implemented by this shop.', { availability: 'invalid' })
}

/** What replaces the catalogue's own; a name of the API is the name in both languages. */
function parseOverrides(input: JsonObject): ProductChange['overrides'] {
  const inBothLanguages = (field: string) => {
    const text = parseRequiredText(input, field)
    return { en: text, el: text }
  }
  return {
    ...(input.name === undefined ? {} : { name: inBothLanguages('name') }),
    ...(input.description === undefined ? {} : { description: inBothLanguages('description') }),
    ...(input.categories === undefined ? {} : { categories: parseCategories(input.categories) }),
    ...(input.brand_id === undefined ? {} : { brand: parseBrand(input.brand_id) }),
    ...(input.tax_class_id === undefined ? {} : { taxClass: parseTaxClass(input.tax_class_id) }),
  }
}

function parseCategories(value: unknown): number[] {
  const ids = Array.isArray(value) ? value.map(id => parseWholeNumber(id, 'categories')) : undefined
  if (!ids?.every(findCategory)) {
    throw new ShopError(422, 'The category does not exist.', { categories: String(value) })
  }
  return ids
}

function parseBrand(value: unknown): number {
  const id = parseWholeNumber(value, 'brand_id')
  if (id !== 0 && brandName(id) === '') {
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

/** A price in euro as cents, which may have fractions. Throws 422 when it is none. */
function parsePriceCents(value: unknown): number {
  const cents = typeof value === 'number' ? value * 100 : parseCents(value)
  if (!(cents >= 0)) throw new ShopError(422, 'The price is invalid.', { price: String(value) })
  return cents
}
