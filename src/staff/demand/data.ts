import { sql } from 'kysely'
import { phoneticQueryKeys } from '../../base/greek/phonetic-keys.ts'
import type { Language } from '../../base/language.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { DemandDimension, DemandSort } from './rules.ts'

export interface DemandRow extends Record<DemandSort, number> {
  key: string
  /** `YYYY-MM`, empty while it is undecided; null for all months together. */
  month: string | null
  /** Of a product, category or brand; empty where the shop has none any more. */
  name: string
  /** Null where the shop does not count it. */
  stock: number | null
  /** Units needed beyond the stock, within 90 days or for the month; null where the stock is not counted. */
  to_order: number | null
}

export interface DemandFilter {
  by: DemandDimension
  words?: string | undefined
  brand?: string | undefined
  category?: number | undefined
  /** The lower end of a price band, in cents. */
  price?: string | undefined
  /** `YYYY-MM`, `none` or `each` (R1032). */
  month?: string | undefined
}

/** Of months themselves nothing is counted by month. */
const monthOf = ({ by, month }: DemandFilter) => (by === 'month' ? undefined : month)

/** Swaps are not counted by month. */
export function sortFor(filter: DemandFilter, sort: DemandSort): DemandSort {
  return sort === 'swapped' && monthOf(filter) !== undefined ? 'open' : sort
}

/** The table with the lines of all months together, or of each. */
const tableFor = (filter: DemandFilter) =>
  monthOf(filter) === undefined ? sql`demand_line` : sql`demand_month_line`

/** Only lines of products are counted with what they can be narrowed by. */
function matching(filter: DemandFilter) {
  const { by, words, brand, category, price } = filter
  const month = monthOf(filter)
  const ofMonth =
    month === undefined || month === 'each' ? sql`` : sql`and month = ${month === 'none' ? '' : month}`
  if (by !== 'product') return sql`dimension = ${sql.lit(by)} ${ofMonth}`
  const ofBrand = brand === undefined ? sql`` : sql`and brand = ${brand}`
  const ofCategory = category === undefined ? sql`` : sql`and category_ids && ${[category]}::int[]`
  const ofPrice = price === undefined ? sql`` : sql`and price_from = ${Number(price)}`
  return sql`dimension = 'product' ${ofMonth} ${ofBrand} ${ofCategory} ${hasWords(words, month !== undefined)} ${ofPrice}`
}

/** Every word begins one of the product's, as it is written or as it sounds in the other alphabet. */
function hasWords(words: string | undefined, isOfMonths: boolean) {
  if (words === undefined) return sql``
  const query = phoneticQueryKeys(words)
    .map(({ plain, sounds }) => [plain, ...sounds.map(sound => `~${sound}`)])
    .map(keys => `(${keys.map(toPrefix).join(' | ')})`)
    .join(' & ')
  if (query === '') return sql`and false`
  return isOfMonths
    ? sql`and exists (select from demand_line line where line.dimension = 'product'
        and line.key = demand_month_line.key and line.keys @@ ${query}::tsquery)`
    : sql`and keys @@ ${query}::tsquery`
}

function toPrefix(key: string): string {
  return `'${key.replace(/['\\]/g, letter => letter + letter)}':*`
}

/** The lines of a page in that order, with their names in the reader's language. */
export async function findDemandLines(
  db: Db,
  filter: DemandFilter,
  { sort, offset, limit }: { sort: DemandSort; offset: number; limit: number },
  language: Language,
): Promise<DemandRow[]> {
  const byMonth = monthOf(filter) !== undefined
  const order = sql`${sql.ref(sort)} desc, key ${byMonth ? sql`, month` : sql``}`
  const more = byMonth
    ? sql`month, 0 as swapped, to_order`
    : sql`null as month, swapped, null::bigint as to_order`
  const { rows } = await sql<DemandRow>`
    with page as (
      select * from ${tableFor(filter)} where ${matching(filter)}
      order by ${order} limit ${limit} offset ${offset})
    select key, wished, open, given, due_30, due_60, due_90, stock, ${more},
      coalesce(case dimension
        when 'product' then (select name from product_text_in(${language}) as text where text.product_id = key::int)
        when 'category' then (select name from category where id = key::int and language = ${language})
        when 'brand' then key end, '') as name
    from page order by ${order}`.execute(db)
  return rows
}

/** How many lines match, up to `max`, and the most units of the column, for its bars. */
export async function summarizeDemand(
  db: Db,
  filter: DemandFilter,
  sort: DemandSort,
  max: number,
): Promise<{ total: number; most: number }> {
  const units = sql.ref(sort)
  const table = tableFor(filter)
  const matches = matching(filter)
  // Looking a word up in every line that is counted takes longer than counting along the index of the words.
  const { rows } =
    filter.words !== undefined
      ? await sql<{ total: number; most: number }>`
        select coalesce((select ${units} from ${table} where ${matches} order by ${units} desc limit 1), 0) as most,
          (select count(*) from (
            select from ${table} where ${matches} limit ${max}) as lines) as total`.execute(db)
      : await sql<{ total: number; most: number }>`
        select count(*) as total, coalesce(max(units), 0) as most from (
          select ${units} as units from ${table} where ${matches} order by ${units} desc limit ${max}) as lines`.execute(
          db,
        )
  return rows[0] ?? { total: 0, most: 0 }
}

/** The latest months of events, the undecided as an empty one. */
export async function findDemandMonths(db: Db, max: number): Promise<string[]> {
  const lines = await db
    .selectFrom('demand_line')
    .select('key')
    .where('dimension', '=', 'month')
    .orderBy('key', 'desc')
    .limit(max)
    .execute()
  return lines.map(({ key }) => key)
}

/** Brands of which most is open, by name, and the one that is chosen. */
export async function findDemandBrands(db: Db, { brand }: DemandFilter, max: number): Promise<string[]> {
  const lines = await db
    .selectFrom('demand_line')
    .select('key')
    .where('dimension', '=', 'brand')
    .orderBy('open', 'desc')
    .orderBy('key')
    .limit(max)
    .execute()
  const brands = new Set([...lines.map(({ key }) => key), ...(brand === undefined ? [] : [brand])])
  return [...brands].sort((a, b) => a.localeCompare(b, 'el'))
}

/** Categories of which most is open, below their parents' names, and the one that is chosen. */
export async function findDemandCategories(
  db: Db,
  { category }: DemandFilter,
  max: number,
  language: Language,
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    with chosen as (
      (select key::int as id from demand_line where dimension = 'category' order by open desc, key limit ${max})
      union select ${category ?? null}::int)
    select own.id, concat_ws(' › ', parent.name, own.name) as name
    from chosen join category as own on own.id = chosen.id and own.language = ${language}
    left join category as parent on parent.id = own.parent_id and parent.language = own.language
    limit ${max + 1}`.execute(db)
  return rows.sort((a, b) => a.name.localeCompare(b.name, language))
}

export function findEmptyProductSearches(db: Db, max: number) {
  return db
    .selectFrom('empty_product_search')
    .select(['words', 'count', 'last_at'])
    .orderBy('count', 'desc')
    .orderBy('words')
    .limit(max)
    .execute()
}

export function findEmptyRegistrySearches(db: Db, max: number) {
  return db
    .selectFrom('empty_registry_search')
    .select(['length', 'count', 'last_at'])
    .orderBy('length')
    .limit(max)
    .execute()
}
