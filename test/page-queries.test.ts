import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, expect, test, vi } from 'vitest'
import { aGift, aGiftCard, aHost, aRegistry } from './builders.ts'
import { opened } from './opened.ts'
import { testApp } from './test-app.ts'

/** How many queries one page costs that is not kept, as the log of requests counts them. */
const requests: { queries: number; cache?: string; route: string }[] = []
const log = pino({ level: 'info' }, { write: line => void requests.push(JSON.parse(line)) })
const app = opened(() => testApp({ pages: true, listens: true, log }))
beforeAll(async () => {
  // What the process keeps is read once, and only as long as changes are received.
  await vi.waitFor(
    async () => {
      const path = await aRegistryPath()
      for (let time = 0; time < 2; time++) await read(path)
      expect(requests.at(-1)?.cache).toBe('hit')
    },
    { timeout: 60_000 },
  )
})

async function aRegistryPath(): Promise<string> {
  return `/registry/${await aRegistryCode()}`
}

async function aRegistryCode(): Promise<string> {
  const registry = await aRegistry(app, await aHost(app))
  await aGift(app, registry, { cents: 4000 })
  await aGiftCard(app, registry)
  return registry.code
}

async function read(path: string, headers = {}): Promise<string> {
  const answer = await app.request(path, { headers: { accept: 'text/html', ...headers } }, { process: 'A' })
  expect(answer.status).toBe(200)
  return answer.text()
}

test.each([
  ['the page', ''],
  ['its data', '.data'],
])('%s of a registry costs at most two queries', async (_, suffix) => {
  await read((await aRegistryPath()) + suffix)
  expect(requests.at(-1)).toMatchObject({ cache: 'miss' })
  expect(requests.at(-1)?.queries).toBeLessThanOrEqual(2)
})

test('a list in another order, which is never kept, costs as many, and one more for who is signed in', async () => {
  const path = `${await aRegistryPath()}?sort=name`
  await read(path)
  expect(requests.at(-1)).not.toHaveProperty('cache')
  expect(requests.at(-1)?.queries).toBeLessThanOrEqual(2)
  const guest = await aHost(app, 'Σοφία')
  await read(path, { authorization: `Bearer ${guest.token}` })
  expect(requests.at(-1)?.queries).toBeLessThanOrEqual(3)
})

test('the gifts by the API cost one query, and one more for a session', async () => {
  const registry_id = await aRegistryCode()
  const guest = await aHost(app, 'Σοφία')
  const ask = async (headers = {}) => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ registry_id, page: 2 }),
    }
    const answer = await app.request('/api/registry/show/products', init, { process: 'A' })
    expect(answer.status).toBe(200)
    return requests.at(-1)?.queries
  }
  expect(await ask()).toBe(1)
  expect(await ask({ authorization: `Bearer ${guest.token}` })).toBe(2)
})

test('what pages ask all the time is prepared, though the pool is opened outside of their bundle', async () => {
  const path = `${await aRegistryPath()}?sort=name`
  await Promise.all(Array.from({ length: 30 }, () => read(path)))
  // The pool has few connections, and each of them has prepared it by now.
  const { rows } = await sql`
    select name from pg_prepared_statements where statement like '%json_agg(listed)%'`.execute(
    app.processA.db,
  )
  expect(rows).toHaveLength(1)
})
