import { sql } from 'kysely'
import { queryKeys } from '../src/base/sounds.ts'
import type { Sort } from '../src/catalogue/contract.ts'
import { sorts } from '../src/catalogue/contract.ts'
import { productsInOrder } from '../src/catalogue/data.ts'
import { searchShelf, type Wanted } from '../src/catalogue/search-data.ts'
import type { Db } from '../src/server/tables.ts'
import { fillCatalogue } from './catalogue-rows.ts'
import { ms, onFreshDatabase, steadyRandom, type Times, timed } from './ground.ts'
import { type Section, table } from './report.ts'
import type { Stage } from './stage.ts'

const count = Number(process.env.BENCH_PRODUCTS ?? 100_000)

/** How fast products are searched: the page of 24, the total, every category's count and the price range. */
export async function catalogue({ databaseUrl }: Pick<Stage, 'databaseUrl'>): Promise<Section> {
  return onFreshDatabase(databaseUrl, 'bench_catalogue', async (db, filling) => {
    const start = performance.now()
    await fillCatalogue(filling, count)
    const filled = (performance.now() - start) / 1000
    return {
      title: `Searching ${count.toLocaleString('en')} products`,
      text: `${await measured(db)}\n\n${await kept(db)} Filling it took ${filled.toFixed(0)} s.\n\nAims: p50 at most 5 ms, p99 at most 25 ms. Each search gives a page of 24 cards, the total, the count of every category and the price range.`,
    }
  })
}

async function measured(db: Db): Promise<string> {
  const random = steadyRandom(5)
  const { rows: names } = await sql<{ name: string }>`
    select name from product_text where language = 'el' and product_id % ${Math.ceil(count / 300)} = 1`.execute(
    db,
  )
  const one = (at: number) => names[at % names.length]?.name.split(' ') ?? []
  const sort = (at: number): Sort => sorts[at % sorts.length] ?? 'newest'
  const look = (times: number, asked: (at: number) => Partial<Wanted> & { text?: string }) =>
    timed(times, async at => {
      const { text = '', ...wanted } = asked(at)
      const found = await searchShelf(
        db,
        {
          words: queryKeys(text),
          sort: sort(at),
          page: 1,
          perPage: 24,
          ...wanted,
        },
        { now: new Date() },
      )
      await productsInOrder(db, found.ids, 'el')
    })
  const bare = await timed(400, at =>
    sql`select * from product where id = ${(at * 7919) % count}`.execute(db),
  )
  const mixed: ((at: number) => Partial<Wanted> & { text?: string })[] = [
    () => ({}),
    at => ({ category: 1 + (at % 12) }),
    at => ({ text: one(at)[3] ?? '' }),
    at => ({ text: `${one(at)[0]} ${one(at)[1]}` }),
    at => ({ text: one(at)[1] ?? '', category: 1 + (at % 12), priceMin: 2000, priceMax: 9000 }),
    at => ({ text: (one(at)[3] ?? '').slice(0, 4) }),
    at => ({ text: latinOf(at) }),
    at => ({ category: 10_000 + (at % 288), priceMin: 2000 }),
  ]
  const lines: [string, Times][] = [
    ['look-up by primary key', bare],
    ['everything, in the seven orders', await look(210, () => ({}))],
    ['everything, page 2,000', await look(70, () => ({ page: 2000 }))],
    ['a top category', await look(210, at => ({ category: 1 + (at % 12) }))],
    ['a leaf category', await look(210, at => ({ category: 10_000 + (at % 288) }))],
    [
      'a price range',
      await look(210, () => ({ priceMin: 2000, priceMax: 2000 + Math.floor(random() * 20_000) })),
    ],
    ['a rare word', await look(300, at => ({ text: one(at)[3] ?? '' }))],
    ['two common words', await look(300, at => ({ text: `${one(at)[0]} ${one(at)[1]}` }))],
    ['the most common word (of 14 in 100)', await look(70, () => ({ text: 'κούπα' }))],
    ['· in a category', await look(70, at => ({ text: 'κούπα', category: 1 + (at % 12) }))],
    ['· within prices', await look(70, () => ({ text: 'κούπα', priceMin: 2000, priceMax: 9000 }))],
    ['a word of every product', await look(70, () => ({ text: 'είδη' }))],
    ['first three letters', await look(300, at => ({ text: (one(at)[1] ?? '').slice(0, 3) }))],
    ['Greeklish', await look(200, latin => ({ text: latinOf(latin) }))],
    ['a word with a typo', await look(200, at => ({ text: mistyped(one(at)[3] ?? '') }))],
    ['nothing like it', await look(100, at => ({ text: `ζουμπουρλ${'αβγδ'[at % 4]}` }))],
    ['all of these mixed', await look(800, at => mixed[at % mixed.length]?.(at) ?? {})],
  ]
  const rows = lines.map(([name, { p50, p99 }]) => [name, ms(p50), ms(p99), (p50 / bare.p50).toFixed(1)])
  return table(['', 'p50 ms', 'p99 ms', '× primary key'], rows)
}

const greeklish = [
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
const latinOf = (at: number) => greeklish[at % greeklish.length] ?? ''

function mistyped(word: string): string {
  return `${word.slice(0, 3)}ω${word.slice(4)}`
}

async function kept(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string; mb: number }>`
    select relname as name, round(pg_total_relation_size(oid) / 1e6, 1) as mb from pg_class
    where relname in ('product', 'product_text', 'shelf', 'shelf_key', 'category_set') order by relname`.execute(
    db,
  )
  return `Kept, with indexes: ${rows.map(({ name, mb }) => `${name} ${mb} MB`).join(', ')}.`
}
