import { type Context, Hono } from 'hono'
import { categoryPath } from '../catalogue/category-tree.ts'
import { catalogue } from '../catalogue/index.ts'
import type { LiveProduct } from '../catalogue/live-catalogue.ts'
import { changeProduct, type ProductChange, removeProduct } from '../catalogue/product-changes.ts'
import { channels } from '../channels.ts'
import { parseCents } from '../money.ts'
import { ShopError, type Store } from '../store.ts'
import { assignChannels, createModifier, createProduct } from './created-products.ts'
import { modifiersJson, productJson, variantsJson } from './product-json.ts'
import {
  parsePathId,
  parseWholeNumber,
  queryIds,
  queryTime,
  readObject,
  readObjects,
  toText,
} from './requests.ts'
import { sendData, sendRequestedPage } from './responses.ts'

/** v3 catalog: products, hidden ones too, brands and categories. */
export function createCatalogApi(store: Store): Hono {
  const app = new Hono()
  app.get('/products', c => listProducts(store, c))
  app.post('/products', async c => {
    const id = await createProduct(store, await readObject(c))
    return sendData(c, productJson(store, c, (await store.liveCatalogue()).products.get(id)!))
  })
  app.get('/products/channel-assignments', c => listChannelAssignments(store, c))
  app.put('/products/channel-assignments', async c => {
    await assignChannels(store, await readObjects(c))
    return c.body(null, 204)
  })
  app.get('/products/:id', async c => sendData(c, productJson(store, c, await requestedProduct(store, c))))
  app.put('/products/:id', c => updateProduct(store, c))
  app.delete('/products/:id', async c => {
    await removeProduct(store, parsePathId(c, 'id'))
    return c.body(null, 204)
  })
  app.get('/products/:id/modifiers', async c =>
    sendRequestedPage(c, modifiersJson(await requestedProduct(store, c))),
  )
  app.post('/products/:id/modifiers', async c => {
    const id = await createModifier(store, parsePathId(c, 'id'), await readObject(c))
    const modifierJson = modifiersJson(await requestedProduct(store, c)).find(modifier => modifier.id === id)
    return sendData(c, modifierJson)
  })
  app.get('/products/:id/variants', async c =>
    sendRequestedPage(c, variantsJson(await requestedProduct(store, c))),
  )
  app.get('/brands', c => sendRequestedPage(c, catalogue.brands))
  app.get('/categories', c => sendRequestedPage(c, catalogue.categories.map(categoryJson)))
  return app
}

async function requestedProduct(store: Store, c: Context): Promise<LiveProduct> {
  const product = (await store.liveCatalogue()).products.get(parsePathId(c, 'id'))
  if (!product) throw new ShopError(404, 'The requested product was not found.')
  return product
}

async function listProducts(store: Store, c: Context): Promise<Response> {
  const ids = queryIds(c, 'id:in')
  const since = queryTime(c, 'date_modified:min')
  const { sku, is_visible } = c.req.query()
  const matching = [...(await store.liveCatalogue()).products.values()].filter(
    product =>
      (!ids || ids.includes(product.id)) &&
      (!since || product.modified >= since) &&
      (!sku || product.sku === sku) &&
      (is_visible === undefined || product.visible === (is_visible === 'true' || is_visible === '1')),
  )
  return sendRequestedPage(
    c,
    matching.map(product => productJson(store, c, product)),
  )
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

async function updateProduct(store: Store, c: Context): Promise<Response> {
  const id = parsePathId(c, 'id')
  const input = await readObject(c)
  const change: ProductChange = {
    priceCents: input.price === undefined ? undefined : parsePriceCents(input.price),
    saleCents: input.sale_price === undefined ? undefined : parsePriceCents(input.sale_price) || null,
    visible: typeof input.is_visible === 'boolean' ? input.is_visible : undefined,
    available: input.availability === undefined ? undefined : toText(input.availability) === 'available',
    stock:
      input.inventory_level === undefined
        ? undefined
        : parseWholeNumber(input.inventory_level, 'inventory_level'),
  }
  await changeProduct(store, id, change)
  return sendData(c, productJson(store, c, await requestedProduct(store, c)))
}

/** A price in euro as cents. Throws 422 when it is none. */
function parsePriceCents(value: unknown): number {
  const cents = parseCents(value)
  if (!(cents >= 0)) throw new ShopError(422, 'The price is invalid.', { price: String(value) })
  return cents
}

const categoryJson = (category: (typeof catalogue.categories)[number]) => ({
  id: category.id,
  parent_id: category.parent,
  name: category.name.en,
  description: category.description.en,
  sort_order: category.position,
  is_visible: true,
  custom_url: { url: categoryPath(category.id), is_customized: false },
})
