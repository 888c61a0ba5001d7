import {
  dividedAddresses,
  dividedHeaders,
  hostileRequests,
  hostileTexts,
  post,
} from '../test/hostile-input.ts'
import type { BenchApp } from './bench-app.ts'
import { formatMs, measureTimes } from './bench-database.ts'
import { markdownTable, type ReportSection } from './report.ts'

const times = 10
/** Characters of the smaller of two bodies; the larger one is just below the limit of 1 MB. */
const size = 230_000

let sender = 0

/** The same of an address or of headers, whose largest is 16 KB. */
const headerSize = 7000

const pages = ['/', '/blog', '/nothing', '/find-registry', '/__manifest', '/api/places', '/shop/search.php']

/** How long a refusal takes when the body is made to take much work, and when it is twice as long. */
export async function measureHostileInput({ siteUrl }: Pick<BenchApp, 'siteUrl'>): Promise<ReportSection> {
  const send = async (init: RequestInit) => {
    const headers = { ...init.headers, 'x-forwarded-for': `10.9.${++sender >> 8}.${sender & 255}` }
    await (await fetch(`${siteUrl}/api/register`, { ...init, headers })).arrayBuffer()
  }
  const json = { 'content-type': 'application/json' }
  const bodies: [string, (size: number) => RequestInit][] = [
    ...Object.entries(hostileTexts).map(([name, text]): [string, (size: number) => RequestInit] => [
      `a name of ${name}`,
      length => post(json, characters => JSON.stringify({ name: text(characters / 2) }))(length),
    ]),
    ...Object.entries(hostileRequests),
  ]
  const rows: (string | number)[][] = []
  const measure = async (name: string, sendOnce: () => Promise<void>, sendTwice: () => Promise<void>) => {
    const { p50: first } = await measureTimes(times, sendOnce)
    const { p50: second } = await measureTimes(times, sendTwice)
    rows.push([name, formatMs(first), formatMs(second), (second / first).toFixed(1)])
  }
  for (const [name, make] of bodies) {
    const [once, twice] = [make(size), make(2 * size)]
    await measure(
      name,
      () => send(once),
      () => send(twice),
    )
  }
  for (const page of pages) {
    const ask = async (address: string, headers = {}) => {
      await (await fetch(siteUrl + address, { headers })).arrayBuffer()
    }
    for (const [name, make] of Object.entries(dividedAddresses))
      await measure(
        `${page} with ${name}`,
        () => ask(page + make(headerSize)),
        () => ask(page + make(2 * headerSize)),
      )
    for (const [name, make] of Object.entries(dividedHeaders))
      await measure(
        `${page} with ${name}`,
        () => ask(page, make(headerSize)),
        () => ask(page, make(2 * headerSize)),
      )
  }
  return {
    title: 'Requests made to take much work',
    text: `${markdownTable(['', 'once, ms', 'twice as much, ms', 'ratio'], rows)}\n\n${size / 1000} kB of a body, ${headerSize / 1000} kB of an address or of headers. Target: a ratio of at most 2.5, which the tests check by counting calls, statements and rows, and by processor time.`,
  }
}
