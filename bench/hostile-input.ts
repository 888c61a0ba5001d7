import { hostileRequests, hostileTexts, post } from '../test/hostile-input.ts'
import type { BenchApp } from './bench-app.ts'
import { formatMs, measureTimes } from './bench-database.ts'
import { markdownTable, type ReportSection } from './report.ts'

const times = 10
/** Characters of the smaller of two bodies; the larger one is just below the limit of 1 MB. */
const size = 230_000

let sender = 0

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
  for (const [name, make] of bodies) {
    const [once, twice] = [make(size), make(2 * size)]
    const { p50: first } = await measureTimes(times, () => send(once))
    const { p50: second } = await measureTimes(times, () => send(twice))
    rows.push([name, formatMs(first), formatMs(second), (second / first).toFixed(1)])
  }
  return {
    title: 'Bodies made to take much work',
    text: `${markdownTable(['', `${size / 1000} kB, ms`, 'twice as much, ms', 'ratio'], rows)}\n\nTarget: a ratio of at most 2.5, which the tests check by processor time.`,
  }
}
