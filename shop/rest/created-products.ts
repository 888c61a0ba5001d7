import { insertProducts, markCatalogueChanged } from '../catalogue/live-catalogue.ts'
import { emitProductEvent } from '../catalogue/product-changes.ts'
import type { Product, ProductOption, ProductVariant } from '../catalogue/types.ts'
import { channels } from '../channels.ts'
import { inTransaction, type Queryable } from '../database.ts'
import { fromEnteredCents, parseCents } from '../money.ts'
import { ShopError, type Store } from '../store.ts'
import { parsePriceCents } from './catalog/requested-product.ts'
import { type JsonObject, objectsIn, parseWholeNumber, toText } from './requests.ts'

// Products created through the API have one name for both languages, and a present as their picture.
const defaultImage = 'gift-card.webp'
const defaultChannelId = 1

/** Creates a product from the body of `POST /catalog/products` and its parts; returns its id. Throws 422. */
export function createProduct(
  store: Store,
  input: JsonObject,
  parts: (tx: Queryable) => Promise<Partial<Product>>,
): Promise<number> {
  return inTransaction(store.db, async tx => {
    const product = { ...(await parseProduct(store, tx, input)), ...(await parts(tx)) }
    await tx.query('insert into shop.created_product values ($1, $2)', [product.id, JSON.stringify(product)])
    await insertProducts(tx, [product], store.now())
    await emitProductEvent(store, tx, 'created', product.id)
    return product.id
  })
}

/** Assigns created products to channels; those of the catalogue are on all channels. */
export function assignChannels(store: Store, assignments: JsonObject[]): Promise<void> {
  return inTransaction(store.db, async tx => {
    const { products } = await store.liveCatalogue()
    for (const assignment of assignments) {
      const productId = parseWholeNumber(assignment.product_id, 'product_id')
      const channelId = parseWholeNumber(assignment.channel_id, 'channel_id')
      if (!channels.some(channel => channel.id === channelId))
        throw new ShopError(422, 'The channel does not exist.', { channel_id: String(channelId) })
      const product = products.get(productId)
      if (!product) throw new ShopError(422, 'The product does not exist.', { product_id: String(productId) })
      if (product.channels === undefined) continue
      await changeCreatedProduct(tx, productId, product => ({
        ...product,
        channels: [...new Set([...(product.channels ?? []), channelId])],
      }))
    }
  })
}

async function changeCreatedProduct(
  tx: Queryable,
  id: number,
  change: (product: Product) => Product,
): Promise<void> {
  const { rows } = await tx.query<{ data: Product }>(
    'select data from shop.created_product where id = $1 for update',
    [id],
  )
  if (!rows[0]) throw new ShopError(404, 'Only products made through the API can be changed like this.')
  await tx.query('update shop.created_product set data = $2 where id = $1', [
    id,
    JSON.stringify(change(rows[0].data)),
  ])
  await markCatalogueChanged(tx)
}

async function nextId(tx: Queryable): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(`select nextval('shop.created_product_id')::int id`)
  return rows[0]!.id
}

async function parseProduct(store: Store, tx: Queryable, input: JsonObject): Promise<Product> {
  const name = toText(input.name)
  const type = toText(input.type)
  if (
    name === '' ||
    !(parseCents(input.price) >= 0) ||
    !['digital', 'physical'].includes(type) ||
    input.weight === undefined
  ) {
    throw new ShopError(422, 'A product needs name, type, weight and price.', { name, type })
  }
  const id = await nextId(tx)
  const sku = toText(input.sku)
  const taxClass = input.tax_class_id === undefined ? 0 : parseWholeNumber(input.tax_class_id, 'tax_class_id')
  const { taxRates } = await store.liveCatalogue()
  const toCents = (price: unknown) =>
    fromEnteredCents(store, parsePriceCents(price), taxRates.get(taxClass) ?? [])
  const price = toCents(input.price)
  return {
    id,
    slug: sku.toLowerCase() || `product-${id}`,
    sku,
    name: inBothLanguages(name),
    description: inBothLanguages(toText(input.description)),
    brand: 0,
    categories: [],
    type: type === 'digital' ? 'digital' : 'physical',
    taxClass,
    priceCents: price,
    ...(await parseVariants(tx, objectsIn(input.variants), { sku, price, toCents })),
    image: defaultImage,
    tile: 1,
    featured: 0,
    sold: 0,
    createdAt: store.now().toISOString(),
    visible: input.is_visible !== false,
    available: toText(input.availability, 'available') === 'available',
    stockTracked: ['product', 'variant'].includes(toText(input.inventory_tracking)),
    ...parseQuantityLimits(input),
    channels: [defaultChannelId],
  }
}

/** Options and variants of `variants: [{ sku, price, option_values: [{ option_display_name, label }] }]`. */
async function parseVariants(
  tx: Queryable,
  input: JsonObject[],
  base: { sku: string; price: number; toCents: (price: unknown) => number },
): Promise<{ options: ProductOption[]; variants: ProductVariant[] }> {
  if (input.length === 0) {
    const variant = { id: await nextId(tx), sku: base.sku, values: [], priceCents: base.price }
    return { options: [], variants: [variant] }
  }
  const options: ProductOption[] = []
  const variants: ProductVariant[] = []
  for (const variant of input) {
    const values = []
    for (const optionValue of objectsIn(variant.option_values))
      values.push(await findOrAddValue(tx, options, optionValue))
    const priceCents = variant.price === undefined ? base.price : base.toCents(variant.price)
    variants.push({ id: await nextId(tx), sku: toText(variant.sku), values, priceCents })
  }
  return { options, variants }
}

/** The id of an option's value; both are added when they are new. */
async function findOrAddValue(
  tx: Queryable,
  options: ProductOption[],
  optionValue: JsonObject,
): Promise<number> {
  const [name, label] = [toText(optionValue.option_display_name), toText(optionValue.label)]
  let option = options.find(candidate => candidate.name.en === name)
  if (!option) {
    option = { id: await nextId(tx), name: inBothLanguages(name), values: [] }
    options.push(option)
  }
  let value = option.values.find(candidate => candidate.label.en === label)
  if (!value) {
    value = { id: await nextId(tx), label: inBothLanguages(label) }
    option.values.push(value)
  }
  return value.id
}

const inBothLanguages = (text: string) => ({ en: text, el: text })

/** The least and the most units in one order, as far as the input names them; 0 for no limit. */
export function parseQuantityLimits(input: JsonObject): Pick<Product, 'minQuantity' | 'maxQuantity'> {
  const { order_quantity_minimum: least, order_quantity_maximum: most } = input
  return {
    ...(least !== undefined && { minQuantity: parseWholeNumber(least, 'order_quantity_minimum') }),
    ...(most !== undefined && { maxQuantity: parseWholeNumber(most, 'order_quantity_maximum') }),
  }
}
