import { type RawBuilder, sql } from 'kysely'
import { isOneTypo, minSimilarity } from '../base/greek/name-keys.ts'
import type { PhoneticQueryWord } from '../base/greek/phonetic-keys.ts'
import type { Cents } from '../base/money.ts'
import { createStaleCache, type StaleCache } from '../base/stale-cache.ts'
import type { Db } from '../server/postgres/tables.ts'
import {
  categoryCondition,
  collectedPageSql,
  findProductPage,
  hasPriceFilter,
  type ProductPageQuery,
  priceCondition,
  sortColumn,
} from './page.sql.ts'

export interface ProductSearchFilter extends Omit<ProductPageQuery, 'tsquery'> {
  words: PhoneticQueryWord[]
}

export interface ProductSearchResult {
  ids: number[]
  total: number
  /** Category id → how many products in it and below it match words and prices, whichever category is searched. */
  categories: Map<number, number>
  /** The lowest and highest price, in cents, of what matches words and category; null when none has a price. */
  priceMin: Cents | null
  priceMax: Cents | null
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
/** Shorter words are similar to too many others. */
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

function isTypoTolerated(searched: string, stored: string): boolean {
  const isSound = (key: string) => key.startsWith('~')
  const letters = (key: string) => (isSound(key) ? key.length - 1 : key.length)
  return (
    isSound(searched) === isSound(stored) && [searched, stored].every(key => letters(key) >= minTypoLetters)
  )
}

/** Sorts after every character that a key may have. */
const lastCharacter = '\u{10ffff}'

interface ProductCount {
  /** Within the price range. */
  products: number
  lowestPrice: Cents | null
  highestPrice: Cents | null
}

interface ProductCounts {
  /** In all categories, whichever one is searched. */
  allCategories: ProductCount
  categories: Map<number, ProductCount>
  /** How many products match the words, whatever their price. */
  matching: number
  listed: number
}

/** `ids` is the page itself where the same query has read it; null where it hasn't. */
type ProductCountsAndPage = ProductCounts & { ids: number[] | null }

/** Counts of searches that match at least this many products are cached. */
const countCacheThreshold = 2000
const freshMs = 60_000
const expiresMs = 600_000
const maxCachedCounts = 300

const countCaches = new WeakMap<Db, StaleCache<ProductCounts>>()

/**
 * Counts of a search with at least `cacheThreshold` matches are cached in memory (R306): after a minute they are
 * still used but counted again in the background, after ten minutes they expire. All others are always exact.
 */
async function countMatchingProducts(
  db: Db,
  query: ProductPageQuery,
  now: Date,
  cacheThreshold = countCacheThreshold,
): Promise<ProductCountsAndPage> {
  const cache = countCaches.get(db) ?? createStaleCache({ max: maxCachedCounts, freshMs, staleMs: expiresMs })
  countCaches.set(db, cache)
  const key = JSON.stringify([query.tsquery, query.priceMin, query.priceMax])
  const known = cache.peek(key)
  if (known && known.matching < cacheThreshold) cache.forget(key)
  let pageIds: number[] | null = null
  const counts = await cache.read(key, now, async () => {
    const { ids, ...others } = await readCounts(db, query)
    pageIds = ids
    return others
  })
  return { ...counts, ids: pageIds }
}

type CountRow = [category: number | null, products: number, low: Cents | null, high: Cents | null]

interface CountsRow {
  counts: CountRow[]
  matching: number
  listed: number
  ids: number[] | null
}

async function readCounts(db: Db, query: ProductPageQuery): Promise<ProductCountsAndPage> {
  const hasWords = query.tsquery !== null
  const { rows } = await sql<CountsRow>`
    with ${hasWords ? sql`matches as materialized (${matches(query)}),` : sql``}
    counted as (${hasWords ? countsOfMatches(query) : countsWithoutWords(query)}),
    by_set as materialized (select counted.*, branch_ids from counted join category_set on category_set.id = set_id),
    totals as (
      select null as category, coalesce(sum(products), 0) as products, min(low) as low, max(high) as high from by_set
      union all
      select category, sum(products), min(low), max(high) from by_set, unnest(branch_ids) category group by category)
    select json_agg(json_build_array(category, products, low, high)) as counts,
      (select coalesce(sum(matching), 0)::int from by_set) as matching,
      (select coalesce(sum(products), 0)::int from category_set) as listed,
      ${hasWords ? sql`array(${collectedPageSql(query, matchesInPage(query))})` : sql`null`} as ids
    from totals`.execute(db)
  const { counts = [], ...others } = rows[0] ?? { matching: 0, listed: 0, ids: null }
  const categories = new Map<number, ProductCount>()
  let allCategories = noMatchingProducts
  for (const [category, products, lowestPrice, highestPrice] of counts)
    if (category === null) allCategories = { products, lowestPrice, highestPrice }
    else categories.set(category, { products, lowestPrice, highestPrice })
  return { allCategories, categories, ...others }
}

const noMatchingProducts: ProductCount = { products: 0, lowestPrice: null, highestPrice: null }

const matches = (query: ProductPageQuery) => sql`select product_id, set_id, price_cents,
    ${sortColumn(query)} as place
  from product_listing where keys @@ ${query.tsquery}::tsquery`

const matchesInPage = (query: ProductPageQuery) =>
  sql`(select * from matches where ${priceCondition(query)} and ${categoryCondition(query)})`

const countsOfMatches = (query: ProductPageQuery) => sql`select set_id, count(*) as matching,
    count(*) filter (where ${priceCondition(query)}) as products, min(price_cents) as low, max(price_cents) as high
  from matches group by set_id`

/** Without words most of the counts are stored in category_set. */
function countsWithoutWords(query: ProductPageQuery): RawBuilder<unknown> {
  const all = sql`select id as set_id, products as matching, price_min as low, price_max as high from category_set
    where products > 0`
  if (!hasPriceFilter(query)) return sql`select *, matching as products from (${all}) one`
  return sql`select one.*, coalesce(in_range.products, 0) as products from (${all}) one
    left join (
      select set_id, count(*) as products from product_listing where ${priceCondition(query)} group by set_id
    ) in_range using (set_id)`
}

/** Updates product_listing, which searches read, and deletes the rows of products that are no longer listed. */
export async function updateProductListings(tx: Db, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`insert into category_set (category_ids, branch_ids)
    select category_ids, branches_of(category_ids) from (
      select distinct category_ids from product where id = any(${ids}) and listed
      except select category_ids from category_set) missing
    order by category_ids on conflict do nothing`.execute(tx)
  const setIds = await lockCategorySets(tx, ids)
  await sql`delete from product_listing using product
    where product_id = product.id and product.id = any(${ids}) and not listed`.execute(tx)
  await upsertListings(tx, ids)
  await sql`insert into product_listing_key select distinct key
    from product_text text, unnest(string_to_array(text.search, ' ')) key
    where text.product_id = any(${ids}) and key <> '' order by key on conflict do nothing`.execute(tx)
  await updateCategorySetCounts(tx, setIds)
}

/** Locks the category sets that these products leave or enter, so that concurrent writers don't miscount. */
async function lockCategorySets(tx: Db, ids: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from category_set where id in (select set_id from product_listing where product_id = any(${ids}))
      or category_ids in (select category_ids from product where id = any(${ids}))
    order by id for update`.execute(tx)
  return rows.map(({ id }) => id)
}

async function upsertListings(tx: Db, ids: number[]): Promise<void> {
  await sql`insert into product_listing (product_id, set_id, price_cents, featured, sold, newest, brand_rank, keys)
    select product.id, category_set.id, product.price_cents, nullif(featured, 0), nullif(sold, 0),
      nullif(newest, 0), nullif(brand_rank, 0), array_to_tsvector(array(
        select distinct key from product_text text, unnest(string_to_array(text.search, ' ')) key
        where text.product_id = product.id and key <> ''))
    from product join category_set on category_set.category_ids = product.category_ids
    where product.id = any(${ids}) and listed
    order by product.id
    on conflict (product_id) do update set set_id = excluded.set_id, price_cents = excluded.price_cents,
      featured = excluded.featured, sold = excluded.sold, newest = excluded.newest,
      brand_rank = excluded.brand_rank, keys = excluded.keys
    where (product_listing.set_id, product_listing.price_cents, product_listing.featured, product_listing.sold,
        product_listing.newest, product_listing.brand_rank, product_listing.keys)
      is distinct from (excluded.set_id, excluded.price_cents, excluded.featured, excluded.sold, excluded.newest,
        excluded.brand_rank, excluded.keys)`.execute(tx)
}

async function updateCategorySetCounts(tx: Db, setIds: number[]): Promise<void> {
  await sql`update category_set set products = counted.products, price_min = counted.low, price_max = counted.high
    from category_set stored left join lateral (
      select count(*) as products, min(price_cents) as low, max(price_cents) as high
      from product_listing where set_id = stored.id) counted on true
    where stored.id = category_set.id and stored.id = any(${setIds})`.execute(tx)
}

export async function updateListingOrder(tx: Db): Promise<void> {
  await sql`update product_listing set featured = nullif(product.featured, 0), sold = nullif(product.sold, 0),
      newest = nullif(product.newest, 0), brand_rank = nullif(product.brand_rank, 0)
    from product where product.id = product_id
      and (product_listing.featured, product_listing.sold, product_listing.newest,
        product_listing.brand_rank) is distinct from
        (nullif(product.featured, 0), nullif(product.sold, 0), nullif(product.newest, 0),
          nullif(product.brand_rank, 0))`.execute(tx)
}

export async function updateCategorySetBranches(tx: Db): Promise<void> {
  await sql`update category_set set branch_ids = branches_of(category_ids)
    where branch_ids <> branches_of(category_ids)`.execute(tx)
}
