import type { Option, Product, Variant } from './catalogue/types.ts'
import { cents } from './money.ts'
import { type Body, bodies, text, whole } from './rest/answers.ts'
import { putOnShelf, touchShelf } from './shelf.ts'
import { inTransaction, type Queries, ShopError, type Store } from './store.ts'

/** Products that were made through the API: they have one name for both languages, and a present as their picture. */
const PICTURE = '1f381'
const DEFAULT_CHANNEL = 1

/** Makes a product from what `POST /catalog/products` carries; answers its id. */
export function makeProduct(store: Store, sent: Body): Promise<number> {
  return inTransaction(store.db, async tx => {
    const product = await productFrom(tx, sent, store.now())
    await tx.query('insert into shop.made_product values ($1, $2)', [product.id, JSON.stringify(product)])
    await putOnShelf(tx, [product], store.now())
    return product.id
  })
}

/** Adds a line of text to a product that was made; answers its id. */
export function makeModifier(store: Store, productId: number, sent: Body): Promise<number> {
  const name = text(sent.display_name)
  if (name === '' || sent.type !== 'text' || typeof sent.required !== 'boolean') {
    throw new ShopError(422, 'A modifier needs display_name, type text, and required.', {
      display_name: name,
    })
  }
  return inTransaction(store.db, async tx => {
    const id = await newId(tx)
    await changeMade(tx, productId, product => ({
      ...product,
      modifiers: [...(product.modifiers ?? []), { id, name: same(name), required: sent.required === true }],
    }))
    return id
  })
}

/** Puts made products on channels; those of the catalogue stand on all of them. */
export function assign(store: Store, wanted: Body[]): Promise<void> {
  return inTransaction(store.db, async tx => {
    const { items } = await store.shelf()
    for (const one of wanted) {
      const [id, channel] = [whole(one.product_id, 'product_id'), whole(one.channel_id, 'channel_id')]
      if (items.get(id)?.channels === undefined) continue
      await changeMade(tx, id, product => ({
        ...product,
        channels: [...new Set([...(product.channels ?? []), channel])],
      }))
    }
  })
}

async function changeMade(tx: Queries, id: number, change: (product: Product) => Product): Promise<void> {
  const { rows } = await tx.query<{ data: Product }>(
    'select data from shop.made_product where id = $1 for update',
    [id],
  )
  if (!rows[0]) throw new ShopError(404, 'Only products made through the API can be changed like this.')
  await tx.query('update shop.made_product set data = $2 where id = $1', [
    id,
    JSON.stringify(change(rows[0].data)),
  ])
  await touchShelf(tx)
}

async function newId(tx: Queries): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(`select nextval('shop.made_id')::int id`)
  return rows[0]!.id
}

async function productFrom(tx: Queries, sent: Body, now: Date): Promise<Product> {
  const name = text(sent.name)
  const price = cents(sent.price)
  const type = text(sent.type)
  if (name === '' || !(price >= 0) || !['digital', 'physical'].includes(type) || sent.weight === undefined) {
    throw new ShopError(422, 'A product needs name, type, weight and price.', { name, type })
  }
  const id = await newId(tx)
  const sku = text(sent.sku)
  return {
    id,
    slug: sku.toLowerCase() || `product-${id}`,
    sku,
    name: same(name),
    description: same(text(sent.description)),
    brand: 0,
    categories: [],
    type: type === 'digital' ? 'digital' : 'physical',
    taxClass: sent.tax_class_id === undefined ? 0 : whole(sent.tax_class_id, 'tax_class_id'),
    priceCents: price,
    ...(await choicesFrom(tx, bodies(sent.variants), { sku, price })),
    image: PICTURE,
    tile: 1,
    featured: 0,
    sold: 0,
    createdAt: now.toISOString(),
    visible: sent.is_visible !== false,
    available: text(sent.availability, 'available') === 'available',
    stockTracked: false,
    channels: [DEFAULT_CHANNEL],
  }
}

/** Options and variants out of `variants: [{ sku, price, option_values: [{ option_display_name, label }] }]`. */
async function choicesFrom(
  tx: Queries,
  sent: Body[],
  base: { sku: string; price: number },
): Promise<{ options: Option[]; variants: Variant[] }> {
  if (sent.length === 0) {
    const variant = { id: await newId(tx), sku: base.sku, values: [], priceCents: base.price }
    return { options: [], variants: [variant] }
  }
  const options: Option[] = []
  const variants: Variant[] = []
  for (const one of sent) {
    const values = []
    for (const chosen of bodies(one.option_values)) values.push(await valueIn(tx, options, chosen))
    const priceCents = one.price === undefined ? base.price : cents(one.price)
    variants.push({ id: await newId(tx), sku: text(one.sku), values, priceCents })
  }
  return { options, variants }
}

/** The id of a value, which is made with its option when it is named for the first time. */
async function valueIn(tx: Queries, options: Option[], chosen: Body): Promise<number> {
  const [name, label] = [text(chosen.option_display_name), text(chosen.label)]
  let option = options.find(known => known.name.en === name)
  if (!option) {
    option = { id: await newId(tx), name: same(name), values: [] }
    options.push(option)
  }
  let value = option.values.find(known => known.label.en === label)
  if (!value) {
    value = { id: await newId(tx), label: same(label) }
    option.values.push(value)
  }
  return value.id
}

const same = (word: string) => ({ en: word, el: word })
