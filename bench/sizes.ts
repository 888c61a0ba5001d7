import { brotliCompressSync } from 'node:zlib'
import { ask } from './ask.ts'
import { compare } from './load.ts'
import { aRegistry, moreProducts } from './registries.ts'
import { kB, loadHeads, loadRow, type Section, table } from './report.ts'
import type { Stage } from './stage.ts'

/** What a registry's length costs an uncached view; one visitor at a time, so that p50 is the cost of one view. */
export async function sizes(stage: Stage): Promise<Section> {
  await moreProducts(stage.db, 10)
  const rows: (string | number)[][] = []
  for (const gifts of [10, 100, 300, 1000]) {
    const { code } = await aRegistry(stage.db, gifts)
    const options = { url: `${stage.site}/registry/${code}?show=all`, connections: 1 }
    const { bytes } = await ask(options)
    const { view } = await compare({ view: options })
    rows.push([...loadRow(`${gifts} gifts`, view), kB(bytes.length), kB(brotliCompressSync(bytes).length)])
  }
  return {
    title: 'Longer registries, uncached, one visitor at a time',
    text: table([...loadHeads, 'HTML kB', 'brotli kB'], rows),
  }
}
