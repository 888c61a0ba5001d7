import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { LiveProduct } from '../catalogue/live-catalogue.ts'
import { changeVariant } from '../catalogue/variant-changes.ts'
import { ShopError, type Store } from '../store.ts'
import { accepts, pagingQuery } from './accepts.ts'
import { type JsonObject, objectsIn, readObject } from './requests.ts'
import { matchesQuery } from './resources/filters.ts'
import { sendRequestedPage } from './responses.ts'

/** The only place that the shop keeps goods in. */
const location = { location_id: 1, location_code: 'BC-LOCATION-1', location_name: 'Default location' }
const itemFilters = ['sku:in', 'variant_id:in', 'product_id:in']
const adjustmentFields = [
  'reason',
  ...['location_id', 'sku', 'quantity', 'variant_id', 'product_id'].map(field => `items.${field}`),
]

/** v3 inventory: what is in stock, and how staff and other systems set it. */
export function createInventoryApi(store: Store): Hono {
  const app = new Hono()
  app.get('/items', accepts({ query: [...pagingQuery, ...itemFilters] }), async c =>
    sendRequestedPage(
      c,
      (await itemsOf(store, c)).map(({ identity, ...stock }) => ({
        identity,
        locations: [{ ...location, ...stock, location_enabled: true }],
      })),
    ),
  )
  app.get('/locations/:id/items', accepts({ query: [...pagingQuery, ...itemFilters] }), async c => {
    if (Number(c.req.param('id')) !== location.location_id)
      throw new ShopError(404, 'The requested location was not found.')
    return sendRequestedPage(c, await itemsOf(store, c))
  })
  app.put('/adjustments/absolute', accepts({ body: adjustmentFields }), c => adjust(store, c, () => 0))
  app.post('/adjustments/relative', accepts({ body: adjustmentFields }), c =>
    adjust(store, c, stock => stock),
  )
  return app
}

async function itemsOf(store: Store, c: Context) {
  const products = [...(await store.liveCatalogue()).products.values()].filter(
    ({ stockTracked }) => stockTracked,
  )
  const identityOf = (product: LiveProduct, { id, sku }: { id: number; sku: string }) => ({
    sku,
    variant_id: id,
    product_id: product.id,
    sku_id: id,
  })
  return products.flatMap(product =>
    product.variants
      .map(variant => ({
        identity: identityOf(product, variant),
        available_to_sell: Math.max(0, variant.stock ?? 0),
        total_inventory_onhand: variant.stock ?? 0,
        settings: {
          safety_stock: 0,
          is_in_stock: (variant.stock ?? 0) > 0,
          warning_level: 0,
          bin_picking_number: '',
        },
      }))
      .filter(({ identity }) => matchesQuery(c, itemFilters, identity)),
  )
}

/** Changes the stock of each item to its quantity added to what `before` returns for the present stock. */
async function adjust(store: Store, c: Context, before: (stock: number) => number): Promise<Response> {
  const items = objectsIn((await readObject(c)).items)
  if (items.length === 0) throw new ShopError(422, 'items is required.', { items: 'required' })
  const { products } = await store.liveCatalogue()
  const found = items.map(item => ({ item, ...findItem([...products.values()], item) }))
  for (const { item, product, variant } of found) {
    const stock = before(variant.stock ?? 0) + Number(item.quantity)
    if (!Number.isInteger(stock) || stock < 0)
      throw new ShopError(422, 'quantity is invalid.', { quantity: String(item.quantity) })
    await changeVariant(store, product.id, variant.id, { stock })
  }
  return c.json({ transaction_id: randomUUID() })
}

/** The variant that an item names by SKU, by its id, or by that of its product. Throws 422. */
function findItem(products: LiveProduct[], { sku, variant_id, product_id, location_id }: JsonObject) {
  if (location_id !== location.location_id)
    throw new ShopError(422, 'The location does not exist.', { location_id: String(location_id) })
  for (const product of products)
    for (const variant of product.variants) {
      const isNamed =
        sku !== undefined
          ? variant.sku === sku
          : variant_id !== undefined
            ? variant.id === variant_id
            : product.id === product_id
      if (isNamed) return { product, variant }
    }
  throw new ShopError(422, 'The item does not exist.', { items: String(sku ?? variant_id ?? product_id) })
}
