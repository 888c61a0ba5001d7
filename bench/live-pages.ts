import { Agent, type IncomingMessage, request } from 'node:http'
import type { BenchApp } from './bench-app.ts'
import { createBenchRegistry } from './bench-registries.ts'
import { readMemory } from './memory/resident-memory.ts'
import { fetchRaw } from './raw-request.ts'
import { formatKb, markdownTable, type ReportSection } from './report.ts'

const pageCount = 500

/** Open pages of one registry: the memory of each, and how fast all of them learn of a change. */
export async function measureLivePages(benchApp: BenchApp): Promise<ReportSection> {
  const { id, code } = await createBenchRegistry(benchApp.db, 50)
  const addresses = {
    product: `${benchApp.siteUrl}/api/registry/${code}/live`,
    bare: `${benchApp.bareUrl}/live`,
  }
  // The first streams of a process cost more.
  for (const address of Object.values(addresses))
    for (const page of await openPages(address, 50)) page.close()
  const [before, bareBefore] = [readMemory(benchApp.productPid).now, readMemory(benchApp.barePid).now]
  const open = await openPages(addresses.product, pageCount)
  const after = readMemory(benchApp.productPid).now
  const bareOpen = await openPages(addresses.bare, pageCount)
  const bareAfter = readMemory(benchApp.barePid).now

  const notified = open.map(page => page.next())
  const began = performance.now()
  await benchApp.db.query(
    `with changed as (update registry set version = version + 1 where id = $1 returning id)
     select pg_notify('doron_registry', id::text) from changed`,
    [id],
  )
  const notifiedMs = await measureArrivals(began, notified)
  const readAt = performance.now()
  const url = `${benchApp.siteUrl}/registry/${code}.data`
  const reread = await measureArrivals(
    readAt,
    open.map((_, index) => fetchRaw({ url, headers: visitorHeaders(index) })),
  )
  for (const page of [...open, ...bareOpen]) page.close()

  const row = (name: string, bytes: number) => [name, formatKb(bytes / pageCount), '', '']
  const rows = [
    row('an open page', after - before),
    row('· bare Node', bareAfter - bareBefore),
    ['all are notified of a change', '', notifiedMs.middle, notifiedMs.last],
    ['all have loaded the page again', '', reread.middle, reread.last],
  ]
  return {
    title: `${pageCount} open pages of one registry`,
    text: markdownTable(['', 'kB', 'half of them, ms', 'the last, ms'], rows),
  }
}

interface OpenPage {
  /** Resolves at the next message. */
  next(): Promise<void>
  close(): void
}

/** Opens so many live streams, each from another address; waits for the first message of each. */
async function openPages(address: string, count: number): Promise<OpenPage[]> {
  const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY })
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const liveRequest = request(address, { agent, headers: visitorHeaders(index) }, resolve)
        liveRequest.once('error', reject)
        liveRequest.end()
      })
      if (answer.statusCode !== 200) throw new Error(`${address}: ${answer.statusCode}`)
      const next = () => new Promise<void>(resolve => answer.once('data', () => resolve()))
      await next()
      return { next, close: () => answer.destroy() }
    }),
  )
}

const visitorHeaders = (index: number) => ({ 'x-forwarded-for': `10.9.${index >> 8}.${index & 255}` })

/** Milliseconds from `began` until half of the promises, and all of them, were fulfilled. */
async function measureArrivals(
  began: number,
  promises: Promise<unknown>[],
): Promise<{ middle: number; last: number }> {
  const times = await Promise.all(
    promises.map(promise => promise.then(() => Math.round(performance.now() - began))),
  )
  times.sort((one, other) => one - other)
  return { middle: times[Math.floor(times.length / 2)] ?? Number.NaN, last: times.at(-1) ?? Number.NaN }
}
