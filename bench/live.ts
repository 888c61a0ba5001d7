import { Agent, type IncomingMessage, request } from 'node:http'
import { ask } from './ask.ts'
import { aRegistry } from './registries.ts'
import { kB, type Section, table } from './report.ts'
import type { Stage } from './stage.ts'

const pages = 500

/** Open pages of one registry: what each costs in memory, and when the last of them has heard of a purchase. */
export async function live(stage: Stage): Promise<Section> {
  const { id, code } = await aRegistry(stage.db, 50)
  const addresses = { product: `${stage.site}/api/registry/${code}/live`, bare: `${stage.bare}/live` }
  // What a process sets up for its first streams is no page's cost.
  for (const address of Object.values(addresses))
    for (const page of await openPages(address, 50)) page.close()
  const [before, bareBefore] = [await stage.memory('product'), await stage.memory('bare')]
  const open = await openPages(addresses.product, pages)
  const after = await stage.memory('product')
  const bareOpen = await openPages(addresses.bare, pages)
  const bareAfter = await stage.memory('bare')

  const heard = open.map(page => page.next())
  const began = performance.now()
  await stage.db.query(
    `with changed as (update registry set version = version + 1 where id = $1 returning id)
     select pg_notify('doron_registry', id::text) from changed`,
    [id],
  )
  const told = await since(began, heard)
  const readAt = performance.now()
  const url = `${stage.site}/registry/${code}.data`
  const read = await since(
    readAt,
    open.map((_, at) => ask({ url, headers: visitorAt(at) })),
  )
  for (const page of [...open, ...bareOpen]) page.close()

  const row = (name: string, bytes: number) => [name, kB(bytes / pages), '', '']
  const rows = [
    row('an open page', after - before),
    row('· bare Node', bareAfter - bareBefore),
    ['all have heard of a change', '', told.middle, told.last],
    ['all have read the page anew', '', read.middle, read.last],
  ]
  return {
    title: `${pages} open pages of one registry`,
    text: table(['', 'kB', 'half of them, ms', 'the last, ms'], rows),
  }
}

interface Open {
  /** Settles when the server says something. */
  next(): Promise<void>
  close(): void
}

/** Each by a connection of its own, from another address; waits until every one has been spoken to. */
async function openPages(address: string, count: number): Promise<Open[]> {
  const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY })
  return Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const asked = request(address, { agent, headers: visitorAt(at) }, resolve)
        asked.once('error', reject)
        asked.end()
      })
      if (answer.statusCode !== 200) throw new Error(`${address}: ${answer.statusCode}`)
      const next = () => new Promise<void>(resolve => answer.once('data', () => resolve()))
      await next()
      return { next, close: () => answer.destroy() }
    }),
  )
}

const visitorAt = (at: number) => ({ 'x-forwarded-for': `10.9.${at >> 8}.${at & 255}` })

/** Whole milliseconds until half of them, and until the last, had come. */
async function since(began: number, all: Promise<unknown>[]): Promise<{ middle: number; last: number }> {
  const times = await Promise.all(all.map(one => one.then(() => Math.round(performance.now() - began))))
  times.sort((one, other) => one - other)
  return { middle: times[Math.floor(times.length / 2)] ?? Number.NaN, last: times.at(-1) ?? Number.NaN }
}
