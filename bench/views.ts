import type { Options } from 'autocannon'
import type { BenchApp } from './bench-app.ts'
import { type BenchRegistry, createBenchRegistry } from './bench-registries.ts'
import { compareLoads } from './compare-loads.ts'
import { fetchRaw } from './raw-request.ts'
import { formatRatio, loadHeadings, loadRow, markdownTable, type ReportSection, ratioOf } from './report.ts'

type TableRow = (string | number)[]

/** The rows of one comparison, and the ratio that the gate watches. */
interface Comparison {
  name: string
  rows: TableRow[]
  ratio: number
}

const brotliHeaders = { 'accept-encoding': 'br' }
/** With a message for the next page, of which nothing is kept; that it is forged shows only when it is read. */
export const renderedHeaders = { cookie: 'notice=forged' }

/** The ways to ask for a registry: its kept page, one rendered for one visitor, and its gifts by the API. */
export function listViews(siteUrl: string, { code }: BenchRegistry) {
  const page = `${siteUrl}/registry/${code}`
  const uncached = { url: page, headers: renderedHeaders }
  const api: Options = {
    url: `${siteUrl}/api/registry/show/products`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ registry_id: code }),
  }
  return {
    kept: { url: page, headers: brotliHeaders },
    uncached,
    withBrotli: { ...uncached, headers: { ...brotliHeaders, ...renderedHeaders } },
    api,
  }
}

/** The guest's registry page with 50 gifts, and the same gifts by the API. */
export async function measureViews(benchApp: BenchApp): Promise<ReportSection> {
  const registry = await createBenchRegistry(benchApp.db, 50)
  const { kept, uncached, withBrotli, api } = listViews(benchApp.siteUrl, registry)
  const comparisons = [
    await compareWithNode(benchApp, 'cached, with brotli', kept),
    await compareWithReact(benchApp, 'uncached', uncached, registry),
    await compareWithReact(benchApp, 'uncached, with brotli', withBrotli, registry),
    await compareWithHono(benchApp, '/api/registry/show/products', api, registry),
  ]
  const rows = comparisons.flatMap(one => one.rows)
  const headings = [...loadHeadings, 'of bare Node', 'of bare React or Hono, and pg']
  return {
    title: 'A guest views a registry of 50 gifts',
    text: `${markdownTable(headings, rows)}\n\n${targets}`,
    ratios: Object.fromEntries(comparisons.map(({ name, ratio }) => [name, ratio])),
  }
}

const targets =
  'Targets: cached at least 0.55 of a bare `node:http` server with the same bytes in memory; uncached at least 0.45 of ' +
  'bare React (`renderToString` of the same markup, the gifts read by one query); a reply of the API at least 0.40 ' +
  'of bare Hono, which asks the product’s own query of the gifts and encodes the same bytes.'

/** Compares the product with a bare server that has the same bytes in memory. */
async function compareWithNode(benchApp: BenchApp, name: string, options: Options): Promise<Comparison> {
  await benchApp.setBarePage(await fetchRaw(options))
  const { product, node } = await compareLoads({
    product: options,
    node: { url: `${benchApp.bareUrl}/bytes` },
  })
  const rows = [
    [...loadRow(name, product), formatRatio(product, node), ''],
    [...loadRow('· bare Node', node), '', ''],
  ]
  return { name, rows, ratio: ratioOf(product, node) }
}

async function compareWithReact(
  benchApp: BenchApp,
  name: string,
  options: Options,
  registry: BenchRegistry,
): Promise<Comparison> {
  const page = await fetchRaw({ ...options, headers: renderedHeaders })
  const answer = await fetchRaw(options)
  await benchApp.setBarePage({ ...answer, html: page.bytes.toString(), registryId: registry.id })
  const bareReact = { ...options, url: `${benchApp.bareUrl}/react` }
  await expectSimilar(page.bytes, (await fetchRaw({ ...bareReact, headers: {} })).bytes)
  const { product, node, react } = await compareLoads({
    product: options,
    node: { url: `${benchApp.bareUrl}/bytes` },
    react: bareReact,
  })
  const rows = [
    [...loadRow(name, product), formatRatio(product, node), formatRatio(product, react)],
    [...loadRow('· bare Node', node), '', ''],
    [...loadRow('· bare React and pg', react), '', ''],
  ]
  return { name, rows, ratio: ratioOf(product, react) }
}

/** Compares a reply of the API with one of a bare server that asks one prepared query and encodes it. */
async function compareWithHono(
  benchApp: BenchApp,
  name: string,
  asked: Options,
  registry: BenchRegistry,
): Promise<Comparison> {
  const answer = await fetchRaw(asked)
  await benchApp.setBarePage({ ...answer, registryId: registry.id })
  const bareHono = { ...asked, url: `${benchApp.bareUrl}/json` }
  if (!(await fetchRaw(bareHono)).bytes.equals(answer.bytes)) throw new Error('the bare reply differs')
  const { product, hono } = await compareLoads({ product: asked, hono: bareHono })
  const rows = [
    [...loadRow(name, product), '', formatRatio(product, hono)],
    [...loadRow('· bare Hono and pg', hono), '', ''],
  ]
  return { name, rows, ratio: ratioOf(product, hono) }
}

/** Throws when the bare page differs in words or size: only the same page is a fair comparison. */
async function expectSimilar(page: Buffer, barePage: Buffer): Promise<void> {
  const words = (html: Buffer) =>
    html
      .toString()
      .replace(/<script[\s\S]*?<\/script>|<[^>]*>/g, ' ')
      .split(/\s+/).length
  const [bareWords, pageWords] = [words(barePage), words(page)]
  if (bareWords !== pageWords || Math.abs(barePage.length / page.length - 1) > 0.02)
    throw new Error(
      `the bare page has ${bareWords} words in ${barePage.length} bytes, the product's ${pageWords} in ${page.length}`,
    )
}
