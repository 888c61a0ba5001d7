import type pg from 'pg'
import type { BenchApp } from '../bench-app.ts'
import { type BenchRegistry, createBenchRegistry, unlimitedGoods } from '../bench-registries.ts'
import { compareLoads, type LoadResult } from '../compare-loads.ts'
import { formatRatio, loadHeadings, loadRow, markdownTable, type ReportSection, ratioOf } from '../report.ts'
import { cartRequests, postOptions } from '../writes.ts'
import { startConnectedProduct } from './connected-product.ts'
import { measureAtRate } from './paced-load.ts'

/** So many registries that hardly two of the guests meet at one. */
const manyRegistries = 60

/** Hand-offs without the work of a store, beside a bare server that asks the database as often. */
export async function measureHandOffLoad(benchApp: BenchApp): Promise<ReportSection> {
  const bench = await startConnectedProduct(benchApp.databaseUrl)
  try {
    bench.proxy.setWeather({ replays: true })
    const registries: BenchRegistry[] = []
    for (let i = 0; i < manyRegistries; i++)
      registries.push(await createBenchRegistry(bench.db, unlimitedGoods))
    await wishForPlenty(bench.db)
    const rows: (string | number)[][] = []
    const ratios: Record<string, number> = {}
    for (const [name, among] of [
      ['a registry for each guest', registries],
      ['all at one registry', registries.slice(0, 1)],
    ] as const) {
      const product = postOptions(`${bench.siteUrl}/api/cart/create`, cartRequests(among))
      const bare = postOptions(`${benchApp.bareUrl}/hand-off`, cartRequests(among))
      await compareLoads({ product })
      // The database looks at new tables by itself within a minute; a shop that is open has been looked at.
      await bench.db.query('analyze')
      const full = await compareLoads({ product, bare })
      const half = await measureAtRate(product, full.product.rate / 2)
      rows.push(...rowsOf(name, full, half))
      ratios[name] = ratioOf(full.product, full.bare)
    }
    const text = `${markdownTable([...loadHeadings, 'p99 ms at half', 'of the bare limit'], rows)}\n\n${explanation}`
    return { title: 'Hand-offs, with the store’s answers replayed', text, ratios }
  } finally {
    await bench.close()
  }
}

const explanation =
  'Prices and carts are answered by a proxy in the place of the store, so that its work is not measured. The bare server ' +
  'asks the same database for one row at a time, three single statements, a transaction of three that locks a row first, and a ' +
  'last one, each after the answer of the one before; the product sends several together. Half of the load comes evenly. ' +
  'Targets on an idle machine: 300 a second at many registries and 120 at one, p99 at most 100 ms at half of that.'

type Loads = Record<'product' | 'bare', LoadResult>

const rowsOf = (name: string, { product, bare }: Loads, half: { p99: number }): (string | number)[][] => [
  [...loadRow(name, product), half.p99, formatRatio(product, bare)],
  [...loadRow('· bare limit', bare), '', ''],
]

/** Every gift in as many units as the guests of a bench ask for. */
async function wishForPlenty(db: pg.Pool): Promise<void> {
  await db.query('update gift set quantity = 999, is_group = false')
}
