import { type Context, Hono } from 'hono'
import { catalogue } from '../catalogue/index.ts'
import { channels } from '../channels.ts'
import { changeProduct, type ProductChange, removeProduct } from '../goods.ts'
import { assign, makeModifier, makeProduct } from '../made-products.ts'
import { cents, euros } from '../money.ts'
import { categoryPath, currentPrice, type Item } from '../shelf.ts'
import { ShopError, type Store } from '../store.ts'
import { body, data, idsQuery, list, pathId, slice, text, timeQuery, whole } from './answers.ts'

/** v3 catalog: products as the merchant sees them (visible or not), brands and categories. */
export function catalogApi(store: Store): Hono {
  const app = new Hono()
  app.get('/products', c => products(store, c))
  app.post('/products', async c => {
    const id = await makeProduct(store, await body(c))
    return data(c, productJson(store, c, (await store.shelf()).items.get(id)!))
  })
  app.get('/products/channel-assignments', c => assignments(store, c))
  app.put('/products/channel-assignments', async c => {
    await assign(store, await list(c))
    return c.body(null, 204)
  })
  app.get('/products/:id', async c => data(c, productJson(store, c, await itemOf(store, c))))
  app.put('/products/:id', c => update(store, c))
  app.delete('/products/:id', async c => {
    await removeProduct(store, pathId(c, 'id'))
    return c.body(null, 204)
  })
  app.get('/products/:id/modifiers', async c => slice(c, modifiersJson(await itemOf(store, c))))
  app.post('/products/:id/modifiers', async c => {
    const id = await makeModifier(store, pathId(c, 'id'), await body(c))
    const made = modifiersJson(await itemOf(store, c)).find(modifier => modifier.id === id)
    return data(c, made)
  })
  app.get('/products/:id/variants', async c => slice(c, variantsJson(await itemOf(store, c))))
  app.get('/brands', c => slice(c, catalogue.brands))
  app.get('/categories', c => slice(c, catalogue.categories.map(categoryJson)))
  return app
}

async function itemOf(store: Store, c: Context): Promise<Item> {
  const item = (await store.shelf()).items.get(pathId(c, 'id'))
  if (!item) throw new ShopError(404, 'The requested product was not found.')
  return item
}

async function products(store: Store, c: Context): Promise<Response> {
  const ids = idsQuery(c, 'id:in')
  const since = timeQuery(c, 'date_modified:min')
  const { sku, is_visible } = c.req.query()
  const found = [...(await store.shelf()).items.values()].filter(
    item =>
      (!ids || ids.includes(item.id)) &&
      (!since || item.modified >= since) &&
      (!sku || item.sku === sku) &&
      (is_visible === undefined || item.visible === (is_visible === 'true' || is_visible === '1')),
  )
  return slice(
    c,
    found.map(item => productJson(store, c, item)),
  )
}

async function assignments(store: Store, c: Context): Promise<Response> {
  const [ids, of] = [idsQuery(c, 'product_id:in'), idsQuery(c, 'channel_id:in')]
  const found = [...(await store.shelf()).items.values()]
    .filter(item => !ids || ids.includes(item.id))
    .flatMap(item =>
      (item.channels ?? channels.map(channel => channel.id))
        .filter(channel => !of || of.includes(channel))
        .map(channel => ({ product_id: item.id, channel_id: channel })),
    )
  return slice(c, found)
}

async function update(store: Store, c: Context): Promise<Response> {
  const id = pathId(c, 'id')
  const sent = await body(c)
  const change: ProductChange = {
    priceCents: sent.price === undefined ? undefined : validPrice(sent.price),
    saleCents: sent.sale_price === undefined ? undefined : validPrice(sent.sale_price) || null,
    visible: typeof sent.is_visible === 'boolean' ? sent.is_visible : undefined,
    available: sent.availability === undefined ? undefined : text(sent.availability) === 'available',
    stock: sent.inventory_level === undefined ? undefined : whole(sent.inventory_level, 'inventory_level'),
  }
  await changeProduct(store, id, change)
  return data(c, productJson(store, c, await itemOf(store, c)))
}

function validPrice(value: unknown): number {
  const amount = cents(value)
  if (!(amount >= 0)) throw new ShopError(422, 'The price is invalid.', { price: String(value) })
  return amount
}

function productJson(store: Store, c: Context, item: Item) {
  const include = (c.req.query('include') ?? '').split(',')
  const picture = imageJson(store, item)
  return {
    id: item.id,
    name: item.name.en,
    type: item.type === 'physical' ? 'physical' : 'digital',
    sku: item.sku,
    description: item.description.en,
    weight: 0,
    price: euros(item.priceCents),
    sale_price: item.saleCents === undefined ? 0 : euros(item.saleCents),
    retail_price: 0,
    cost_price: 0,
    calculated_price: euros(currentPrice(item, item.variants[0]!)),
    tax_class_id: item.taxClass,
    categories: item.categories,
    brand_id: item.brand,
    inventory_level: item.variants.reduce((sum, variant) => sum + (variant.stock ?? 0), 0),
    inventory_warning_level: 0,
    inventory_tracking: item.stockTracked ? (item.options.length > 0 ? 'variant' : 'product') : 'none',
    is_visible: item.visible,
    is_featured: item.featured > 0,
    availability: item.available ? 'available' : 'disabled',
    condition: 'New',
    total_sold: item.sold,
    sort_order: 0,
    custom_url: { url: `/${item.slug}/`, is_customized: false },
    ...(item.options.length === 0 ? { base_variant_id: item.variants[0]!.id } : {}),
    date_created: new Date(item.createdAt).toISOString(),
    date_modified: item.modified.toISOString(),
    ...(include.includes('variants') ? { variants: variantsJson(item) } : {}),
    ...(include.includes('modifiers') ? { modifiers: modifiersJson(item) } : {}),
    ...(include.includes('options') ? { options: optionsJson(item) } : {}),
    ...(include.includes('images') ? { images: [picture] } : {}),
    ...(include.includes('primary_image') ? { primary_image: picture } : {}),
  }
}

function imageJson(store: Store, item: Item) {
  const address = `${store.base}/images/${item.image}.webp`
  return {
    id: item.id,
    product_id: item.id,
    is_thumbnail: true,
    sort_order: 0,
    description: item.name.en,
    image_file: `${item.image}.webp`,
    url_zoom: address,
    url_standard: address,
    url_thumbnail: address,
    url_tiny: address,
    date_modified: item.modified.toISOString(),
  }
}

const optionsJson = (item: Item) =>
  item.options.map((option, index) => ({
    id: option.id,
    product_id: item.id,
    display_name: option.name.en,
    type: option.values.some(value => value.colour) ? 'swatch' : 'rectangles',
    sort_order: index,
    option_values: option.values.map((value, place) => ({
      id: value.id,
      label: value.label.en,
      sort_order: place,
      is_default: false,
    })),
  }))

const variantsJson = (item: Item) =>
  item.variants.map(variant => ({
    id: variant.id,
    product_id: item.id,
    sku: variant.sku,
    price: euros(variant.priceCents),
    calculated_price: euros(currentPrice(item, variant)),
    inventory_level: variant.stock ?? 0,
    purchasing_disabled: !item.available,
    option_values: item.options.flatMap(option =>
      option.values
        .filter(value => variant.values.includes(value.id))
        .map(value => ({
          id: value.id,
          label: value.label.en,
          option_id: option.id,
          option_display_name: option.name.en,
        })),
    ),
  }))

const modifiersJson = (item: Item) =>
  (item.modifiers ?? []).map((modifier, index) => ({
    id: modifier.id,
    product_id: item.id,
    name: modifier.name.en,
    display_name: modifier.name.en,
    type: 'text',
    required: modifier.required,
    sort_order: index,
    config: { default_value: '', text_characters_limited: false },
    option_values: [],
  }))

const categoryJson = (category: (typeof catalogue.categories)[number]) => ({
  id: category.id,
  parent_id: category.parent,
  name: category.name.en,
  description: category.description.en,
  sort_order: category.position,
  is_visible: true,
  custom_url: { url: categoryPath(category.id), is_customized: false },
})
