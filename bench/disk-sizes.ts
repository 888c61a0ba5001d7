import type { BenchApp } from './bench-app.ts'
import { withFreshDatabase } from './bench-database.ts'
import { fillDatabase } from './fill/fill-database.ts'
import { measureSizes } from './fill/table-sizes.ts'
import { formatKb, markdownTable, type ReportSection } from './report.ts'

/** kB on disk, indexes included; a change that needs more says so here and in docs/scaling.md. */
const bounds = { registry: 16, order: 2.2 }
const size = { registries: 5000, gifts: 30 }

/** What a registry and an order take on disk. Throws when that is more than the bound. */
export function measureDiskSizes({ databaseUrl }: Pick<BenchApp, 'databaseUrl'>): Promise<ReportSection> {
  return withFreshDatabase(databaseUrl, 'bench_disk', async (_, unlimited) => {
    await fillDatabase(unlimited, { ...size, now: new Date() })
    const { ofRegistry, ofOrder } = await measureSizes(unlimited)
    const rows: [name: string, bytes: number, most: number][] = [
      [
        `a registry with ${size.gifts} gifts, its letters and guests, without orders`,
        ofRegistry,
        bounds.registry,
      ],
      ['an order of one line', ofOrder, bounds.order],
    ]
    const tooLarge = rows.find(([, bytes, most]) => bytes > most * 1000)
    if (tooLarge)
      throw new Error(`${tooLarge[0]} takes ${formatKb(tooLarge[1])} kB, at most ${tooLarge[2]} are allowed`)
    return {
      title: 'On disk',
      text: markdownTable(
        ['', 'kB', 'at most'],
        rows.map(([name, bytes, most]) => [name, formatKb(bytes), most]),
      ),
    }
  })
}
