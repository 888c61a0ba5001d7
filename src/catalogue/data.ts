import { type Expression, type SqlBool, sql } from 'kysely'
import type { QueryWord } from '../base/fold.ts'
import type { Language } from '../base/language.ts'
import type { Cents } from '../base/money.ts'
import type { ChosenOption, Db } from '../server/tables.ts'
import type { Sort } from './contract.ts'

/** Reading the mirror of the shop's catalogue; it is written in mirror-data.ts. */

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

export interface Wanted {
  words: QueryWord[]
  category?: number | undefined
  /** Cents, incl. VAT, both included. */
  priceMin?: Cents | undefined
  priceMax?: Cents | undefined
  sort: Sort
  page: number
  perPage: number
}

/**
 * One page of the listed products that fit, and how many fit in all. Words are looked for as they are written;
 * only when that finds nothing, by their sound in the other alphabet too.
 */
export async function searchMirror(
  db: Db,
  wanted: Wanted,
  language: Language,
): Promise<{ products: MirrorProduct[]; total: number }> {
  const plain = filtered(wanted, ({ plain }) => [plain])
  const total = await countOf(db, plain)
  if (total > 0 || wanted.words.length === 0)
    return { products: await pageOf(db, plain, wanted, language), total }
  const sounding = filtered(wanted, ({ plain, sounds }) => [plain, ...sounds.map(sound => `~${sound}`)])
  return { products: await pageOf(db, sounding, wanted, language), total: await countOf(db, sounding) }
}

function filtered(wanted: Wanted, keysOf: (word: QueryWord) => string[]): Expression<SqlBool> {
  const conditions = [sql<SqlBool>`product.listed`, ...wanted.words.map(word => isWritten(keysOf(word)))]
  if (wanted.category !== undefined) conditions.push(isBelow(wanted.category))
  if (wanted.priceMin !== undefined) conditions.push(sql`product.price_cents >= ${wanted.priceMin}`)
  if (wanted.priceMax !== undefined) conditions.push(sql`product.price_cents <= ${wanted.priceMax}`)
  return sql.join(conditions, sql` and `)
}

/** One of the keys begins a word of the product's texts, in either language. */
function isWritten(keys: string[]) {
  const query = keys.map(key => `'${key}':*`).join(' | ')
  return sql<SqlBool>`exists (select from product_text text where text.product_id = product.id
    and array_to_tsvector(string_to_array(text.search, ' ')) @@ ${query}::tsquery)`
}

/** In the category or anywhere below it. */
function isBelow(category: number) {
  return sql<SqlBool>`product.category_ids && array(
    with recursive branch as (
      select ${category}::int as id
      union
      select category.id from category join branch on category.parent_id = branch.id)
    select id from branch)`
}

async function countOf(db: Db, fits: Expression<SqlBool>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from product where ${fits}`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

const orders: Record<Sort, ReturnType<typeof sql>> = {
  newest: sql`nullif(product.newest, 0) nulls last`,
  featured: sql`nullif(product.featured, 0) nulls last`,
  'best-selling': sql`nullif(product.sold, 0) nulls last`,
  'brand-a-z': sql`nullif(product.brand_rank, 0) nulls last`,
  'brand-z-a': sql`nullif(product.brand_rank, 0) desc nulls last`,
  'price-up': sql`product.price_cents nulls last`,
  'price-down': sql`product.price_cents desc nulls last`,
}

async function pageOf(
  db: Db,
  fits: Expression<SqlBool>,
  { sort, page, perPage }: Wanted,
  language: Language,
): Promise<MirrorProduct[]> {
  const { rows } = await sql<MirrorProduct>`${selection(language)} where ${fits}
    order by ${orders[sort]}, product.id limit ${perPage} offset ${(page - 1) * perPage}`.execute(db)
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
