import { sql } from 'kysely'
import type { Language } from '../../base/language.ts'
import type { Cents } from '../../base/money.ts'
import type { ShopModifier } from '../../base/shop-modifiers.ts'
import type { ChosenOption } from '../../server/postgres/columns.ts'
import { askPrepared } from '../../server/postgres/prepared.ts'
import type { Db } from '../../server/postgres/tables.ts'

/** A stored product with its text in one language (in another where it has none in that one). */
export interface StoredProduct {
  id: number
  sku: string
  /** physical, digital, giftcertificate. */
  type: string
  name: string
  /** Relative to the storefront's URL. */
  path: string
  brand: string | null
  image: string | null
  price_cents: Cents | null
  category_ids: number[]
  /** Whether it can be bought now. */
  available: boolean
  /** False once the shop no longer shows it. */
  listed: boolean
  has_options: boolean
  min_quantity: number
  max_quantity: number | null
  /** Units left in the shop, 100 for more; null when not known. */
  stock: number | null
  /** What the shop asks of the buyer, in the language. */
  modifiers: ShopModifier[]
  needs_file: boolean
  /** Whether one of the modifiers must be answered. */
  needs_answers: boolean
}

export interface StoredVariant {
  id: number
  sku: string
  price_cents: Cents | null
  available: boolean
  stock: number | null
  image: string | null
  /** The variant's options in the language; empty for the base variant. */
  options: ChosenOption[]
}

/** These products in the order of the ids; unknown ids are left out. */
export async function findProductsInOrder(
  db: Db,
  ids: number[],
  language: Language,
): Promise<StoredProduct[]> {
  if (ids.length === 0) return []
  const query = sql<StoredProduct>`${selectProducts(language)} where product.id = any(${ids})
    order by array_position(${ids}::int[], product.id)`
  return askPrepared(db, query)
}

function selectProducts(language: Language) {
  return sql`select product.id, product.sku, product.type, product.brand, product.image, product.price_cents,
      product.category_ids, product.available, product.listed, product.has_options, product.needs_file,
      product_modifiers_in(product, ${language}) as modifiers, needs_answers(product) as needs_answers,
      product.min_quantity, product.max_quantity, product.stock, text.name, text.path
    from product
    join product_text_in(${language}) text on text.product_id = product.id and text.name is not null`
}

/** These products with their variants, by id; unknown ids are left out. */
export async function findProductsByIds(
  db: Db,
  ids: number[],
  language: Language,
): Promise<Map<number, StoredProduct & { variants: StoredVariant[] }>> {
  if (ids.length === 0) return new Map()
  const [{ rows: products }, variants] = await Promise.all([
    sql<StoredProduct>`${selectProducts(language)} where product.id = any(${ids})`.execute(db),
    findVariants(db, ids, language),
  ])
  return new Map(
    products.map(product => [product.id, { ...product, variants: variants.get(product.id) ?? [] }]),
  )
}

async function findVariants(
  db: Db,
  ids: number[],
  language: Language,
): Promise<Map<number, StoredVariant[]>> {
  const { rows } = await sql<StoredVariant & { product_id: number }>`
    select id, product_id, sku, price_cents, available, stock, image,
      coalesce(options -> ${language}, options -> 'en', options -> 'el', '[]') as options
    from variant where product_id = any(${ids}) order by id`.execute(db)
  return Map.groupBy(rows, row => row.product_id)
}

/** The description of a product as the shop has it: HTML, not sanitised; empty for an unknown product. */
export async function findProductDescription(db: Db, id: number, language: Language): Promise<string> {
  const { rows } = await sql<{ description: string }>`select description from product_text
    where product_id = ${id} order by language = ${language} desc limit 1`.execute(db)
  return rows[0]?.description ?? ''
}
