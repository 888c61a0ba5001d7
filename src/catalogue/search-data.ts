import { sql } from 'kysely'
import type { Cents } from '../base/money.ts'
import { isOneTypo, leastAlike } from '../base/names.ts'
import type { QueryWord } from '../base/sounds.ts'
import type { Db } from '../server/tables.ts'
import { type Counted, commonFrom, countsOf, none } from './counts-data.ts'
import { type Asked, pageOf } from './page-data.ts'
import { forgivesTypo } from './rules.ts'

/** Searching the shelf, which shelf-data.ts keeps. */

export interface Wanted extends Omit<Asked, 'query'> {
  words: QueryWord[]
}

export interface OnShelf {
  /** The products of the page, in order. */
  ids: number[]
  /** How many fit in all. */
  total: number
  /** Category id → how many fit the words and prices in it and below it, whichever category is chosen. */
  categories: Map<number, number>
  /** The lowest and the highest price of what fits the words and the category; null when none has a price. */
  priceMin: Cents | null
  priceMax: Cents | null
  /** Whether the words themselves are nowhere, and these differ from them by a typo. */
  near: boolean
}

/**
 * One page of the listed products that fit. Words are looked for as they are written, as the beginning of a word;
 * when that finds nothing, by their sound in the other alphabet too; and when that finds nothing, with one typo.
 * What finds `common` products or more may be counted as it was some minutes ago.
 */
export async function searchShelf(
  db: Db,
  wanted: Wanted,
  { now, common = commonFrom }: { now: Date; common?: number },
): Promise<OnShelf> {
  const find = async (keys: string[][]) => {
    if (keys.some(one => one.length === 0)) return null
    const query = keys.map(one => `(${one.join(' | ')})`).join(' & ') || null
    const asked = { ...wanted, query }
    const counts = await countsOf(db, asked, now, common)
    return query !== null && counts.found === 0 ? null : onShelf(db, asked, counts)
  }
  const { words } = wanted
  const found = (await find(words.map(written))) ?? (await find(words.map(sounding)))
  if (found) return found
  const near = await find(await mistyped(db, words))
  return { ...(near ?? nothing), near: near !== null }
}

const nothing: OnShelf = {
  ids: [],
  total: 0,
  categories: new Map(),
  priceMin: null,
  priceMax: null,
  near: false,
}

const written = ({ plain }: QueryWord) => [`'${plain}':*`]
const sounding = (word: QueryWord) => [...written(word), ...word.sounds.map(sound => `'~${sound}':*`)]

async function onShelf(db: Db, asked: Asked, counts: Counted): Promise<OnShelf> {
  const { whole, categories, stock, ids } = counts
  const { products, low, high } =
    asked.category === undefined ? whole : (categories.get(asked.category) ?? none)
  return {
    ids: ids ?? (await pageOf(db, asked, { total: products, stock })),
    total: products,
    categories: new Map([...categories].map(([id, count]) => [id, count.products])),
    priceMin: low,
    priceMax: high,
    near: false,
  }
}

const alikeMost = 200

/** For each word what it finds as it is written; for one that finds nothing, the keys one typo away from it. */
async function mistyped(db: Db, words: QueryWord[]): Promise<string[][]> {
  const alikeLeast = leastAlike(Math.min(...words.map(({ plain }) => Math.max(plain.length, 5))))
  return db.transaction().execute(async tx => {
    await sql`select set_config('pg_trgm.similarity_threshold', ${String(alikeLeast)}, true)`.execute(tx)
    return Promise.all(words.map(word => withTypo(tx, word)))
  })
}

async function withTypo(tx: Db, word: QueryWord): Promise<string[]> {
  const keys = [word.plain, ...word.sounds.map(sound => `~${sound}`)]
  const { rows } = await sql<{ key: string; isWritten: boolean }>`
    select asked.key, true as "isWritten" from unnest(${keys}::text[]) as asked (key)
    where exists (select from shelf_key known where known.key >= asked.key and known.key < asked.key || ${afterAll})
    union all
    select known.key, false from unnest(${keys}::text[]) as asked (key) cross join lateral (
      select key from shelf_key where key % asked.key order by similarity(key, asked.key) desc limit ${alikeMost}) known`.execute(
    tx,
  )
  const there = rows.filter(({ isWritten }) => isWritten)
  if (there.length > 0) return there.map(({ key }) => `'${key}':*`)
  const meant = rows.filter(({ key }) =>
    keys.some(asked => forgivesTypo(asked, key) && isOneTypo(asked, key)),
  )
  return [...new Set(meant.map(({ key }) => `'${key}'`))]
}

const afterAll = '\u{10ffff}'
