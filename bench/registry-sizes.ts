import { brotliCompressSync } from 'node:zlib'
import type { BenchApp } from './bench-app.ts'
import { copyProducts, createBenchRegistry } from './bench-registries.ts'
import { compareLoads } from './compare-loads.ts'
import { fetchRaw } from './raw-request.ts'
import { formatKb, loadHeadings, loadRow, markdownTable, type ReportSection } from './report.ts'
import { renderedHeaders } from './views.ts'

/** Uncached views of registries of different sizes, one visitor at a time, so that p50 is the cost of one view. */
export async function measureRegistrySizes(benchApp: BenchApp): Promise<ReportSection> {
  await copyProducts(benchApp.db, 20)
  const rows: (string | number)[][] = []
  for (const gifts of [10, 100, 300, 1000]) {
    const { code } = await createBenchRegistry(benchApp.db, gifts)
    const url = `${benchApp.siteUrl}/registry/${code}`
    const options = { url, headers: renderedHeaders, connections: 1 }
    const { bytes } = await fetchRaw(options)
    const { view } = await compareLoads({ view: options })
    rows.push([
      ...loadRow(`${gifts} gifts`, view),
      formatKb(bytes.length),
      formatKb(brotliCompressSync(bytes).length),
    ])
  }
  return {
    title: 'Longer registries, uncached, one visitor at a time',
    text: markdownTable([...loadHeadings, 'HTML kB', 'brotli kB'], rows),
  }
}
