import { sql } from 'kysely'
import type { Language } from '../../base/language.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { DemandLine } from './contract.ts'
import type { DemandDimension, DemandSort } from './rules.ts'

export interface DemandFilter {
  by: DemandDimension
  brand?: string | undefined
  category?: number | undefined
}

function matching({ by, brand, category }: DemandFilter) {
  const ofBrand = by === 'product' && brand !== undefined ? sql`and brand = ${brand}` : sql``
  const ofCategory =
    by === 'product' && category !== undefined ? sql`and category_ids && ${[category]}::int[]` : sql``
  return sql`dimension = ${sql.lit(by)} ${ofBrand} ${ofCategory}`
}

/** The lines of a page in that order, with their names in the reader's language. */
export async function findDemandLines(
  db: Db,
  filter: DemandFilter,
  { sort, offset, limit }: { sort: DemandSort; offset: number; limit: number },
  language: Language,
): Promise<DemandLine[]> {
  const { rows } = await sql<DemandLine>`
    with page as (
      select * from demand_line where ${matching(filter)}
      order by ${sql.ref(sort)} desc, key limit ${limit} offset ${offset})
    select key, wished, open, given, swapped, due_30, due_60, due_90, stock,
      coalesce(case dimension
        when 'product' then (select name from product_text_in(${language}) as text where text.product_id = key::int)
        when 'category' then (select name from category where id = key::int and language = ${language})
        when 'brand' then key end, '') as name
    from page order by ${sql.ref(sort)} desc, key`.execute(db)
  return rows
}

/** How many lines match, up to `max`, and the most units of the column, for its bars. */
export async function summarizeDemand(
  db: Db,
  filter: DemandFilter,
  sort: DemandSort,
  max: number,
): Promise<{ total: number; most: number }> {
  const { rows } = await sql<{ total: number; most: number }>`
    select count(*) as total, coalesce(max(units), 0) as most from (
      select ${sql.ref(sort)} as units from demand_line where ${matching(filter)}
      order by ${sql.ref(sort)} desc limit ${max}) as lines`.execute(db)
  return rows[0] ?? { total: 0, most: 0 }
}

/** When what is shown was counted. */
export async function findDemandMoment(db: Db): Promise<Date | null> {
  const row = await db.selectFrom('demand_build').select('finished_at').executeTakeFirst()
  return row?.finished_at ?? null
}

export async function findCategoryName(db: Db, id: number, language: Language): Promise<string> {
  const row = await db
    .selectFrom('category')
    .select('name')
    .where('id', '=', id)
    .where('language', '=', language)
    .executeTakeFirst()
  return row?.name ?? ''
}

export function findEmptyProductSearches(db: Db, max: number) {
  return db
    .selectFrom('empty_product_search')
    .selectAll()
    .orderBy('count', 'desc')
    .orderBy('words')
    .limit(max)
    .execute()
}

export function findEmptyRegistrySearches(db: Db, max: number) {
  return db.selectFrom('empty_registry_search').selectAll().orderBy('length').limit(max).execute()
}
