import { sql } from 'kysely'
import { phoneticQueryKeys } from '../src/base/greek/phonetic-keys.ts'
import { findProductsInOrder } from '../src/catalogue/products.ts'
import { productSorts } from '../src/catalogue/search.contract.ts'
import { type ProductSearchFilter, searchProductListings } from '../src/catalogue/search.sql.ts'
import type { Db } from '../src/server/postgres/tables.ts'
import type { BenchApp } from './bench-app.ts'
import { formatMs, measureTimes, seededRandom, type Timings, withFreshDatabase } from './bench-database.ts'
import { fillCatalogue } from './product-rows.ts'
import { markdownTable, type ReportSection } from './report.ts'

const productCount = Number(process.env.BENCH_PRODUCTS ?? 100_000)

/** How fast products are searched: a page of 24, the total, the count of every category and the price range. */
export async function measureProductSearch({
  databaseUrl,
}: Pick<BenchApp, 'databaseUrl'>): Promise<ReportSection> {
  return withFreshDatabase(databaseUrl, 'bench_catalogue', async (db, unlimited) => {
    const start = performance.now()
    await fillCatalogue(unlimited, productCount)
    const fillSeconds = (performance.now() - start) / 1000
    return {
      title: `Searching ${productCount.toLocaleString('en')} products`,
      text: `${await measureSearches(db)}\n\n${await tableSizes(db)} Filling took ${fillSeconds.toFixed(0)} s.\n\nTargets: p50 at most 5 ms, p99 at most 25 ms; a price range and a common word in a category at most 20. Each search gives a page of 24 cards, the total, the count of every category and the price range.`,
    }
  })
}

async function measureSearches(db: Db): Promise<string> {
  const wordsAt = await readProductWords(db)
  const primaryKey = await measureTimes(400, i =>
    sql`select * from product where id = ${(i * 7919) % productCount}`.execute(db),
  )
  const lines: [string, Timings][] = [['look-up by primary key', primaryKey]]
  for (const [name, times, queryAt] of searchKinds(wordsAt))
    lines.push([name, await measureTimes(times, i => searchProducts(db, i, queryAt(i)))])
  const rows = lines.map(([name, { p50, p99 }]) => [
    name,
    formatMs(p50),
    formatMs(p99),
    (p50 / primaryKey.p50).toFixed(1),
  ])
  return markdownTable(['', 'p50 ms', 'p99 ms', '× primary key'], rows)
}

type WordsAt = (i: number) => string[]
type ProductQuery = Partial<ProductSearchFilter> & { text?: string }
type QueryAt = (i: number) => ProductQuery

/** The words of the names of some 300 products. */
async function readProductWords(db: Db): Promise<WordsAt> {
  const { rows: names } = await sql<{ name: string }>`
    select name from product_text where language = 'el' and product_id % ${Math.ceil(productCount / 300)} = 1`.execute(
    db,
  )
  return i => names[i % names.length]?.name.split(' ') ?? []
}

/** A search as a page of results makes it; the orders take turns. */
async function searchProducts(db: Db, i: number, { text = '', ...filter }: ProductQuery): Promise<void> {
  const sort = productSorts[i % productSorts.length] ?? 'newest'
  const results = await searchProductListings(
    db,
    { words: phoneticQueryKeys(text), sort, page: 1, perPage: 24, ...filter },
    { now: new Date() },
  )
  await findProductsInOrder(db, results.ids, 'el')
}

/** What is searched for: the name of the row, how many times, and the queries. */
function searchKinds(wordsAt: WordsAt): [name: string, times: number, queryAt: QueryAt][] {
  const random = seededRandom(5)
  const mixedQueries = mixQueries(wordsAt)
  return [
    ['everything, in the seven orders', 210, () => ({})],
    ['everything, page 2,000', 70, () => ({ page: 2000 })],
    ['a top category', 210, i => ({ category: 1 + (i % 12) })],
    ['a leaf category', 210, i => ({ category: 10_000 + (i % 288) })],
    ['a price range', 210, () => ({ priceMin: 2000, priceMax: 2000 + Math.floor(random() * 20_000) })],
    ['a rare word', 300, i => ({ text: wordsAt(i)[3] ?? '' })],
    ['two common words', 300, i => ({ text: `${wordsAt(i)[0]} ${wordsAt(i)[1]}` })],
    ['the most common word (of 14 in 100)', 70, () => ({ text: 'κούπα' })],
    ['· in a category', 70, i => ({ text: 'κούπα', category: 1 + (i % 12) })],
    ['· within prices', 70, () => ({ text: 'κούπα', priceMin: 2000, priceMax: 9000 })],
    ['a word of every product', 70, () => ({ text: 'είδη' })],
    ['first three letters', 300, i => ({ text: (wordsAt(i)[1] ?? '').slice(0, 3) })],
    ['Greeklish', 200, i => ({ text: greeklishAt(i) })],
    ['a word with a typo', 200, i => ({ text: withTypo(wordsAt(i)[3] ?? '') })],
    ['nothing like it', 100, i => ({ text: `ζουμπουρλ${'αβγδ'[i % 4]}` })],
    ['all of these mixed', 800, i => mixedQueries[i % mixedQueries.length]?.(i) ?? {}],
  ]
}

const mixQueries = (wordsAt: WordsAt): QueryAt[] => [
  () => ({}),
  i => ({ category: 1 + (i % 12) }),
  i => ({ text: wordsAt(i)[3] ?? '' }),
  i => ({ text: `${wordsAt(i)[0]} ${wordsAt(i)[1]}` }),
  i => ({ text: wordsAt(i)[1] ?? '', category: 1 + (i % 12), priceMin: 2000, priceMax: 9000 }),
  i => ({ text: (wordsAt(i)[3] ?? '').slice(0, 4) }),
  i => ({ text: greeklishAt(i) }),
  i => ({ category: 10_000 + (i % 288), priceMin: 2000 }),
]

const greeklishWords = [
  'koupa',
  'tsagiera',
  'katsarola',
  'potiri',
  'piato',
  'maxairi',
  'koubertaki',
  'lampa',
  'roloi',
  'trapezi',
]
const greeklishAt = (i: number) => greeklishWords[i % greeklishWords.length] ?? ''

function withTypo(word: string): string {
  return `${word.slice(0, 3)}ω${word.slice(4)}`
}

async function tableSizes(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string; mb: number }>`
    select relname as name, round(pg_total_relation_size(oid) / 1e6, 1) as mb from pg_class
    where relname in ('product', 'product_text', 'product_listing', 'product_listing_key', 'category_set') order by relname`.execute(
    db,
  )
  return `Size with indexes: ${rows.map(({ name, mb }) => `${name} ${mb} MB`).join(', ')}.`
}
