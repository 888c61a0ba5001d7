import { sql } from 'kysely'
import type { Language } from '../base/language.ts'
import type { Cents } from '../base/money.ts'
import type { ChosenOption, Db } from '../server/tables.ts'

/** Reading the mirror of the shop's catalogue; it is written in mirror-data.ts, and searched in search-data.ts. */

/** A product of the mirror in one language (in the other where it has no text in that one). */
export interface MirrorProduct {
  id: number
  sku: string
  /** physical, digital, giftcertificate. */
  type: string
  name: string
  /** Below the storefront's address. */
  path: string
  brand: string | null
  image: string | null
  price_cents: Cents | null
  category_ids: number[]
  /** Can be bought now. */
  available: boolean
  /** False once it has gone from the shop. */
  listed: boolean
  has_options: boolean
}

export interface MirrorVariant {
  id: number
  sku: string
  price_cents: Cents | null
  available: boolean
  image: string | null
  /** What this variant is, in words of the language; empty for the base variant. */
  options: ChosenOption[]
}

/** These products as cards show them, in the order asked for. */
export async function productsInOrder(db: Db, ids: number[], language: Language): Promise<MirrorProduct[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<MirrorProduct>`${selection(language)} where product.id = any(${ids})
    order by array_position(${ids}::int[], product.id)`.execute(db)
  return rows
}

function selection(language: Language) {
  return sql`select product.id, product.sku, product.type, product.brand, product.image, product.price_cents,
      product.category_ids, product.available, product.listed, product.has_options, said.name, said.path
    from product join lateral (
      select name, path from product_text text where text.product_id = product.id
      order by text.language = ${language} desc limit 1) said on true`
}

/** These products with their variants, by id; what the mirror never saw is left out. */
export async function productsByIds(
  db: Db,
  ids: number[],
  language: Language,
): Promise<Map<number, MirrorProduct & { variants: MirrorVariant[] }>> {
  if (ids.length === 0) return new Map()
  const [{ rows: products }, variants] = await Promise.all([
    sql<MirrorProduct>`${selection(language)} where product.id = any(${ids})`.execute(db),
    variantsOf(db, ids, language),
  ])
  return new Map(
    products.map(product => [product.id, { ...product, variants: variants.get(product.id) ?? [] }]),
  )
}

async function variantsOf(db: Db, ids: number[], language: Language): Promise<Map<number, MirrorVariant[]>> {
  const { rows } = await sql<MirrorVariant & { product_id: number }>`
    select id, product_id, sku, price_cents, available, image,
      coalesce(options -> ${language}, options -> 'en', options -> 'el', '[]') as options
    from variant where product_id = any(${ids}) order by id`.execute(db)
  return Map.groupBy(rows, row => row.product_id)
}

/** The description of a product as the shop wrote it: HTML, not sanitised. */
export async function descriptionOf(db: Db, id: number, language: Language): Promise<string> {
  const { rows } = await sql<{ description: string }>`select description from product_text
    where product_id = ${id} order by language = ${language} desc limit 1`.execute(db)
  return rows[0]?.description ?? ''
}

/** The category tree, parents before children. */
export async function categories(
  db: Db,
  language: Language,
): Promise<{ id: number; parent_id: number; name: string; path: string }[]> {
  return db
    .selectFrom('category')
    .select(['id', 'parent_id', 'name', 'path'])
    .where('language', '=', language)
    .orderBy('position')
    .execute()
}
