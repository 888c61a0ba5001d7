import { catalogue } from './catalogue/index.ts'
import type { Category, Page, Product, Variant } from './catalogue/types.ts'
import type { Queries } from './store.ts'

/** A product as it stands now: texts from the catalogue, price, stock and visibility from the back office. */
export interface Item extends Product {
  modified: Date
}

/** All goods of the shop at one moment. */
export interface Shelf {
  stamp: string
  items: Map<number, Item>
  itemOfVariant: Map<number, Item>
  /** What the storefront shows. */
  visible: Item[]
}

interface ProductRow {
  id: number
  price_cents: number
  sale_cents: number | null
  lowest_cents: number | null
  visible: boolean
  available: boolean
  modified: Date
}
interface VariantRow {
  id: number
  price_cents: number
  stock: number | null
}

/** Writes the catalogue's products that the database does not know yet. */
export const stockUp = (db: Queries, now: Date): Promise<void> => putOnShelf(db, catalogue.products, now)

/** Writes products the database does not know yet; what the back office changed stays. */
export async function putOnShelf(db: Queries, products: Product[], now: Date): Promise<void> {
  await db.query(
    `with fresh as (
       insert into shop.product (id, price_cents, sale_cents, lowest_cents, visible, available, modified)
       select id, price, sale, lowest, visible, available, $2 from jsonb_to_recordset($1)
         as p(id int, price int, sale int, lowest int, visible boolean, available boolean)
       on conflict do nothing returning id, price_cents, sale_cents)
     insert into shop.price (product_id, cents, since)
     select id, price_cents, '-infinity' from fresh
     union all select id, sale_cents, $2 from fresh where sale_cents is not null`,
    [
      JSON.stringify(
        products.map(p => ({ ...p, price: p.priceCents, sale: p.saleCents, lowest: p.lowest30dCents })),
      ),
      now,
    ],
  )
  await db.query(
    `insert into shop.variant (id, product_id, price_cents, stock)
     select id, product, price, stock from jsonb_to_recordset($1)
       as v(id int, product int, price int, stock int) on conflict do nothing`,
    [
      JSON.stringify(
        products.flatMap(p =>
          p.variants.map(v => ({
            id: v.id,
            product: p.id,
            price: v.priceCents,
            stock: p.stockTracked ? (v.stock ?? 0) : null,
          })),
        ),
      ),
    ],
  )
  await touchShelf(db)
}

/** Tells every process that the goods have changed; call it in the transaction of the change. */
export async function touchShelf(db: Queries): Promise<void> {
  await db.query(
    `insert into shop.setting values ('shelf', gen_random_uuid()::text)
     on conflict (key) do update set value = excluded.value`,
  )
}

/** A reader of the shelf that reloads only when another stamp is found. */
export function shelfReader(db: Queries): () => Promise<Shelf> {
  let known: Shelf | undefined
  return async () => {
    const { rows } = await db.query<{ value: string }>(`select value from shop.setting where key = 'shelf'`)
    const stamp = rows[0]?.value ?? ''
    if (known?.stamp !== stamp) known = await loadShelf(db, stamp)
    return known
  }
}

async function loadShelf(db: Queries, stamp: string): Promise<Shelf> {
  const products = await db.query<ProductRow>('select * from shop.product where not deleted')
  const variants = await db.query<VariantRow>('select id, price_cents, stock from shop.variant')
  const made = await db.query<{ data: Product }>('select data from shop.made_product order by id')
  const rowOf = new Map(products.rows.map(row => [row.id, row]))
  const variantRowOf = new Map(variants.rows.map(row => [row.id, row]))
  const items = new Map<number, Item>()
  const itemOfVariant = new Map<number, Item>()
  for (const product of [...catalogue.products, ...made.rows.map(row => row.data)]) {
    const row = rowOf.get(product.id)
    if (!row) continue
    const item = itemFrom(product, row, variantRowOf)
    items.set(item.id, item)
    for (const variant of item.variants) itemOfVariant.set(variant.id, item)
  }
  return { stamp, items, itemOfVariant, visible: [...items.values()].filter(item => item.visible) }
}

function itemFrom(product: Product, row: ProductRow, variants: Map<number, VariantRow>): Item {
  return {
    ...product,
    priceCents: row.price_cents,
    saleCents: row.sale_cents ?? undefined,
    lowest30dCents:
      row.lowest_cents ?? (row.sale_cents === product.saleCents ? product.lowest30dCents : undefined),
    visible: row.visible,
    available: row.available,
    modified: row.modified,
    variants: product.variants.map(variant => ({
      ...variant,
      priceCents: variants.get(variant.id)?.price_cents ?? variant.priceCents,
      stock: variants.get(variant.id)?.stock ?? undefined,
    })),
  }
}

/** What one unit of a variant costs now, in cents: a sale takes the same amount off every variant. */
export function currentPrice(item: Item, variant: Variant): number {
  const off = item.saleCents === undefined ? 0 : item.priceCents - item.saleCents
  return Math.max(0, variant.priceCents - off)
}

export function inStock(item: Item, variant: Variant): boolean {
  return !item.stockTracked || (variant.stock ?? 0) > 0
}

/** May it be put in a cart now? The group gift is sold although no page shows it. */
export function purchasable(item: Item, variant: Variant): boolean {
  return item.available && inStock(item, variant)
}

/** The variant that exactly these option values choose. */
export function variantByValues(item: Item, values: number[]): Variant | undefined {
  const wanted = values.filter(value => item.options.some(o => o.values.some(v => v.id === value)))
  return item.variants.find(v => v.values.length === wanted.length && wanted.every(w => v.values.includes(w)))
}

const childrenOf = new Map<number, Category[]>()
for (const category of [...catalogue.categories].sort((a, b) => a.position - b.position)) {
  childrenOf.set(category.parent, [...(childrenOf.get(category.parent) ?? []), category])
}
const categoryById = new Map(catalogue.categories.map(category => [category.id, category]))

export const categoriesUnder = (parent: number): Category[] => childrenOf.get(parent) ?? []
export const categoryOf = (id: number): Category | undefined => categoryById.get(id)

/** The category and all that stand below it. */
export function familyOf(id: number): number[] {
  return [id, ...categoriesUnder(id).flatMap(child => familyOf(child.id))]
}

/** From the top down to the category itself. */
export function trailOf(id: number): Category[] {
  const category = categoryOf(id)
  return category ? [...trailOf(category.parent), category] : []
}

/** A category's address: `/home/kitchen/`. */
export function categoryPath(id: number): string {
  return `/${trailOf(id)
    .map(step => step.slug)
    .join('/')}/`
}

export const brandName = (id: number): string => catalogue.brands.find(brand => brand.id === id)?.name ?? ''
export const pageAt = (path: string): Page | undefined =>
  catalogue.pages.find(page => page.path === path.replace(/(.)\/+$/, '$1'))
