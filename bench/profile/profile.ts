import type { ChildProcess } from 'node:child_process'
import type { Profiler } from 'node:inspector'
import type { Options } from 'autocannon'
import type { BenchApp } from '../bench-app.ts'
import { createBenchRegistry } from '../bench-registries.ts'
import { fetchRaw } from '../raw-request.ts'
import { markdownTable, type ReportSection } from '../report.ts'
import { listViews } from '../views.ts'
import { order } from './order.ts'
import { findSpent, type Spent } from './parts.ts'
import type { CpuTime } from './recorder.ts'

/** Code is compiled while it runs: the first thousand requests take up to twice as long as those after them. */
const warmUps = 1000
const requests = 200
/** A neighbour on the same core only adds to the time: the quietest of so many rounds counts. */
const rounds = 12
const requestsInRound = 25
const topPlaces = 25

/** What one request took (CPU µs): of all threads, and of the main one by what it did. */
interface RequestTime {
  all: number
  main: number
  spent: Spent[]
}

/**
 * The CPU time of one request by what is done, one request after another, and the places that take the most. The ratios are
 * the bare servers' CPU time divided by the product's: what else runs on the machine changes them least.
 */
export async function measureProfile(benchApp: BenchApp): Promise<ReportSection> {
  const { db, siteUrl, bareUrl, product, bare } = benchApp
  const registry = await createBenchRegistry(db, 50)
  const { kept, uncached, withBrotli, api } = listViews(siteUrl, registry)
  const times = new Map<string, RequestTime>()
  const ratios: Record<string, number> = {}
  const compare = async (name: string, options: Options, path: string) => {
    const one = await measureRequest(product, options)
    const other = await measureRequest(bare, { ...options, url: `${bareUrl}/${path}` })
    times.set(name, one).set(`· bare, ${name}`, other)
    ratios[name] = other.all / one.all
  }
  await benchApp.setBarePage(await fetchRaw(kept))
  await compare('kept', kept, 'bytes')
  const html = (await fetchRaw(uncached)).bytes.toString()
  await benchApp.setBarePage({ ...(await fetchRaw(uncached)), html, registryId: registry.id })
  await compare('rendered, plain', uncached, 'react')
  await compare('rendered, brotli', withBrotli, 'react')
  await benchApp.setBarePage({ ...(await fetchRaw(api)), registryId: registry.id })
  await compare('JSON', api, 'json')
  const places = [...times].filter(([name]) => !name.startsWith('·'))
  const text = [
    partsTable(times),
    explanation,
    ...places.map(([name, { spent }]) => `${name}:\n\n${placesTable(spent)}`),
  ]
  return { title: 'CPU time of one request, by what is done', text: text.join('\n\n'), ratios }
}

const explanation =
  `One request after another, the quietest of ${rounds} rounds. What Node does for a part (buffers, sockets) is the part’s. ` +
  'The sums are counted without a profiler; a profile tells how the main thread’s is divided.'

async function measureRequest(process: ChildProcess, options: Options): Promise<RequestTime> {
  const ask = async (count: number) => {
    for (let request = 0; request < count; request++) await fetchRaw(options)
  }
  await ask(warmUps)
  const times: CpuTime[] = []
  for (let round = 0; round < rounds; round++) {
    const before = (await order(process, 'tell CPU time')) as CpuTime
    await ask(requestsInRound)
    const after = (await order(process, 'tell CPU time')) as CpuTime
    times.push({ all: after.all - before.all, main: after.main - before.main })
  }
  await order(process, 'begin recording')
  await ask(requests)
  const profile = (await order(process, 'end recording')) as Profiler.Profile
  const spent = findSpent(profile)
  const sampled = spent.reduce((sum, { micros }) => sum + micros, 0)
  const least = (name: keyof CpuTime) => Math.min(...times.map(time => time[name])) / requestsInRound
  const main = least('main')
  return {
    all: least('all'),
    main,
    spent: spent.map(one => ({ ...one, micros: (one.micros * main) / sampled })),
  }
}

const formatMs = (micros: number) => (micros / 1000).toFixed(2)

function partsTable(times: Map<string, RequestTime>): string {
  const sums = [...times.values()].map(({ all, main, spent }) =>
    sumBy(spent, 'part')
      .set('other threads: compression, collection', all - main)
      .set('all', all),
  )
  const most = (part: string) => Math.max(...sums.map(sum => sum.get(part) ?? 0))
  const parts = [...new Set(sums.flatMap(sum => [...sum.keys()]))].filter(part => most(part) >= 20)
  const rows = parts
    .sort((one, other) => most(other) - most(one))
    .map(part => [part, ...sums.map(sum => formatMs(sum.get(part) ?? 0))])
  return markdownTable(['CPU ms', ...times.keys()], rows)
}

function placesTable(spent: Spent[]): string {
  const places = [...sumBy(spent, 'place')].sort(([, one], [, other]) => other - one).slice(0, topPlaces)
  return markdownTable(
    ['function', 'CPU ms'],
    places.map(([place, micros]) => [`\`${place}\``, formatMs(micros)]),
  )
}

function sumBy(spent: Spent[], key: 'part' | 'place'): Map<string, number> {
  const sums = new Map<string, number>()
  for (const one of spent) sums.set(one[key], (sums.get(one[key]) ?? 0) + one.micros)
  return sums
}
