import type { Options } from 'autocannon'
import { ask } from './ask.ts'
import { compare } from './load.ts'
import { aRegistry, type BenchRegistry } from './registries.ts'
import { loadHeads, loadRow, ratio, type Section, table } from './report.ts'
import type { Stage } from './stage.ts'

type Row = (string | number)[]

const asBrowser = { 'accept-encoding': 'br' }

/** The guest's registry page with 50 gifts, and the same gifts by the API. */
export async function views(stage: Stage): Promise<Section> {
  const registry = await aRegistry(stage.db, 50)
  const page = `${stage.site}/registry/${registry.code}`
  const uncached = { url: `${page}?show=all` }
  const api = {
    url: `${stage.site}/api/registry/show/products`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ registry_id: registry.code }),
  }
  const rows = [
    ...(await beside(stage, 'kept, as a browser asks', { url: page, headers: asBrowser })),
    ...(await besideReact(stage, 'uncached', uncached, registry)),
    ...(await besideReact(
      stage,
      'uncached, as a browser asks',
      { ...uncached, headers: asBrowser },
      registry,
    )),
    ...(await beside(stage, '/api/registry/show/products', api)),
  ]
  const heads = [...loadHeads, 'of bare Node', 'of bare React and pg']
  return { title: 'A guest views a registry of 50 gifts', text: `${table(heads, rows)}\n\n${aims}` }
}

const aims =
  'Aims: kept at least 0.50 of a bare `node:http` server with the same bytes in memory; uncached at least 0.50 of ' +
  'bare React (`renderToString` of the same markup, the gifts read by one query). “As a browser asks” is brotli.'

/** The product beside a bare server that has the same bytes in memory. */
async function beside(stage: Stage, name: string, options: Options): Promise<Row[]> {
  await stage.giveBare(await ask(options))
  const { product, node } = await compare({ product: options, node: { url: `${stage.bare}/bytes` } })
  return [
    [...loadRow(name, product), ratio(product, node), ''],
    [...loadRow('· bare Node', node), '', ''],
  ]
}

async function besideReact(
  stage: Stage,
  name: string,
  options: Options,
  registry: BenchRegistry,
): Promise<Row[]> {
  const page = await ask({ ...options, headers: {} })
  const answer = await ask(options)
  await stage.giveBare({ ...answer, html: page.bytes.toString(), registryId: registry.id })
  const bareReact = { ...options, url: `${stage.bare}/react` }
  await mustResemble(page.bytes, (await ask({ ...bareReact, headers: {} })).bytes)
  const { product, node, react } = await compare({
    product: options,
    node: { url: `${stage.bare}/bytes` },
    react: bareReact,
  })
  return [
    [...loadRow(name, product), ratio(product, node), ratio(product, react)],
    [...loadRow('· bare Node', node), '', ''],
    [...loadRow('· bare React and pg', react), '', ''],
  ]
}

/** The limit counts only while it renders the same page. */
async function mustResemble(page: Buffer, bare: Buffer): Promise<void> {
  const words = (html: Buffer) =>
    html
      .toString()
      .replace(/<script[\s\S]*?<\/script>|<[^>]*>/g, ' ')
      .split(/\s+/).length
  const [said, meant] = [words(bare), words(page)]
  if (said !== meant || Math.abs(bare.length / page.length - 1) > 0.02)
    throw new Error(
      `the bare page has ${said} words in ${bare.length} bytes, the product's ${meant} in ${page.length}`,
    )
}
