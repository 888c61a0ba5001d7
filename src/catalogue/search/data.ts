import { sql } from 'kysely'
import { isOneTypo, minSimilarity } from '../../base/greek/name-keys.ts'
import type { PhoneticQueryWord } from '../../base/greek/phonetic-keys.ts'
import type { Cents } from '../../base/money.ts'
import type { Db } from '../../server/postgres/tables.ts'
import {
  countCacheThreshold,
  countMatchingProducts,
  noMatchingProducts,
  type ProductCountsAndPage,
} from './count-data.ts'
import { findProductPage, type ProductPageQuery } from './page-data.ts'

export interface ProductSearchFilter extends Omit<ProductPageQuery, 'tsquery'> {
  words: PhoneticQueryWord[]
}

export interface ProductSearchResult {
  /** The products of the page, in order. */
  ids: number[]
  /** How many products match in all. */
  total: number
  /** Category id → how many match the words and prices in it and below it, whichever category is searched. */
  categories: Map<number, number>
  /** The lowest and highest price, in cents, of what matches words and category; null when none has a price. */
  priceMin: Cents | null
  priceMax: Cents | null
  /** Whether nothing matches the words themselves, and these products match them with one typo. */
  isTypoMatch: boolean
}

/**
 * One page of the listed products that match (R305). Words match the start of a stored word as it is written; when
 * nothing does, its sound in the other alphabet too; and when nothing does, with one typo. Counts of searches with
 * `cacheThreshold` matches or more may be some minutes old (R306).
 */
export async function searchProductListings(
  db: Db,
  filter: ProductSearchFilter,
  { now, cacheThreshold = countCacheThreshold }: { now: Date; cacheThreshold?: number },
): Promise<ProductSearchResult> {
  const searchByKeys = async (keys: string[][]) => {
    if (keys.some(alternatives => alternatives.length === 0)) return null
    const tsquery = keys.map(alternatives => `(${alternatives.join(' | ')})`).join(' & ') || null
    const query = { ...filter, tsquery }
    const counts = await countMatchingProducts(db, query, now, cacheThreshold)
    return tsquery !== null && counts.matching === 0 ? null : readResult(db, query, counts)
  }
  const { words } = filter
  const exact = (await searchByKeys(words.map(writtenKeys))) ?? (await searchByKeys(words.map(soundKeys)))
  if (exact) return exact
  const withTypo = await searchByKeys(await findTypoKeys(db, words))
  return { ...(withTypo ?? emptyResult), isTypoMatch: withTypo !== null }
}

const emptyResult: ProductSearchResult = {
  ids: [],
  total: 0,
  categories: new Map(),
  priceMin: null,
  priceMax: null,
  isTypoMatch: false,
}

const writtenKeys = ({ plain }: PhoneticQueryWord) => [`'${plain}':*`]
const soundKeys = (word: PhoneticQueryWord) => [
  ...writtenKeys(word),
  ...word.sounds.map(sound => `'~${sound}':*`),
]

async function readResult(
  db: Db,
  query: ProductPageQuery,
  counts: ProductCountsAndPage,
): Promise<ProductSearchResult> {
  const { allCategories, categories, matching, listed, ids } = counts
  const { products, lowestPrice, highestPrice } =
    query.category === undefined ? allCategories : (categories.get(query.category) ?? noMatchingProducts)
  return {
    ids: ids ?? (await findProductPage(db, query, { total: products, matching, listed })),
    total: products,
    categories: new Map([...categories].map(([id, count]) => [id, count.products])),
    priceMin: lowestPrice,
    priceMax: highestPrice,
    isTypoMatch: false,
  }
}

const maxSimilarKeys = 200
/** Shorter words are forgiven no typo, and look similar to half of the catalogue. */
const minTypoLetters = 5

/** For each word the keys that it matches as written; for a word that matches nothing, the keys one typo away. */
async function findTypoKeys(db: Db, words: PhoneticQueryWord[]): Promise<string[][]> {
  const threshold = minSimilarity(Math.min(...words.map(({ plain }) => plain.length)))
  return db.transaction().execute(async tx => {
    await sql`select set_config('pg_trgm.similarity_threshold', ${String(threshold)}, true)`.execute(tx)
    return Promise.all(words.map(word => findTypoKeysOfWord(tx, word)))
  })
}

async function findTypoKeysOfWord(tx: Db, word: PhoneticQueryWord): Promise<string[]> {
  const keys = [word.plain, ...word.sounds.map(sound => `~${sound}`)]
  const { rows } = await sql<{ key: string; isWritten: boolean }>`
    select searched.key, true as "isWritten" from unnest(${keys}::text[]) as searched (key)
    where exists (select from product_listing_key stored
      where stored.key >= searched.key and stored.key < searched.key || ${lastCharacter})
    union all
    select stored.key, false from unnest(${keys}::text[]) as searched (key) cross join lateral (
      select key from product_listing_key where key % searched.key and length(searched.key) >= ${minTypoLetters}
      order by similarity(key, searched.key) desc limit ${maxSimilarKeys}) stored`.execute(tx)
  const writtenRows = rows.filter(({ isWritten }) => isWritten)
  if (writtenRows.length > 0) return writtenRows.map(({ key }) => `'${key}':*`)
  const similar = rows.filter(({ key }) =>
    keys.some(searched => isTypoTolerated(searched, key) && isOneTypo(searched, key)),
  )
  return [...new Set(similar.map(({ key }) => `'${key}'`))]
}

/** Whether one typo is tolerated between these two keys: only in words of so many letters. */
function isTypoTolerated(searched: string, stored: string): boolean {
  const isSound = (key: string) => key.startsWith('~')
  const letters = (key: string) => (isSound(key) ? key.length - 1 : key.length)
  return (
    isSound(searched) === isSound(stored) && [searched, stored].every(key => letters(key) >= minTypoLetters)
  )
}

/** Sorts after every character that a key may have. */
const lastCharacter = '\u{10ffff}'
