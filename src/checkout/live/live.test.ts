import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { aGift, aHost, aRegistry, lineOf } from '../../../test/builders.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { updateRegistry } from '../../registry/settings/contract.ts'
import { createCart } from '../hand-off/contract.ts'

let app: TestApp
let host: Awaited<ReturnType<typeof aHost>>
let registry: Awaited<ReturnType<typeof aRegistry>>
beforeAll(async () => {
  app = await testApp({ listens: true })
  host = await aHost(app)
})
beforeEach(async () => {
  registry = await aRegistry(app, host)
})
afterAll(() => app.close())

/** Looked for until then: a busy machine hears late. */
const soon = { timeout: 60_000 }

const open = (code: string, more: { as?: string; process?: 'A' | 'B' } = {}) =>
  app.request(
    `/api/registry/${code}/live`,
    more.as ? { headers: { authorization: `Bearer ${more.as}` } } : {},
    more,
  )

/** Reads versions as they come; `ended` once the stream is closed. */
function listen(answer: Response) {
  const heard = { versions: [] as number[], ended: false, stop: () => reader.cancel() }
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  const read = async () => {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) break
      for (const [, version] of value.matchAll(/^data: (\d+)$/gm)) heard.versions.push(Number(version))
    }
    heard.ended = true
  }
  void read()
  return heard
}

test('the version comes at once, and anew when a hold is placed through another process', async () => {
  const gift = await aGift(app, registry)
  const answer = await open(registry.code, { process: 'B' })
  expect(answer.headers.get('content-type')).toContain('text/event-stream')
  const heard = listen(answer)
  await vi.waitFor(() => expect(heard.versions).toEqual([1]), soon)
  await app.call(
    createCart,
    { registry_id: registry.code, line_items: [lineOf(gift, { units: 1 })] },
    { process: 'A' },
  )
  await vi.waitFor(() => expect(heard.versions.length).toBeGreaterThan(1), soon)
  expect(heard.versions.at(-1)).toBeGreaterThan(1)
  await heard.stop()
})

test('a registry that turns private closes the streams of everyone but the host', async () => {
  const guest = listen(await open(registry.code))
  const own = listen(await open(registry.code, { as: host.token }))
  await vi.waitFor(() => expect([guest.versions, own.versions]).toEqual([[1], [1]]), soon)
  const answer = await app.call(
    updateRegistry,
    { id: registry.code, registry_status: 'private' },
    { as: host.token },
  )
  expect(answer.status).toBe(200)
  await vi.waitFor(() => expect(guest.ended).toBe(true), soon)
  await vi.waitFor(() => expect(own.versions.length).toBe(2), soon)
  expect(own.ended).toBe(false)
  await own.stop()
})

test('who may not see the registry hears nothing of it', async () => {
  const hidden = await aRegistry(app, host, { privacy: 'private' })
  expect((await open(hidden.code)).status).toBe(404)
  expect((await open('AAAABBBBEEEE')).status).toBe(404)
  const own = listen(await open(hidden.code, { as: host.token }))
  await vi.waitFor(() => expect(own.versions).toEqual([1]), soon)
  await own.stop()
})

test('a listener whose connection was cut hears again, and counts everything as changed', async () => {
  const heard = listen(await open(registry.code, { process: 'A' }))
  await vi.waitFor(() => expect(heard.versions).toEqual([1]), soon)
  expect(await cut()).toBeGreaterThan(0)
  await app.db.updateTable('registry').set({ version: 7 }).where('id', '=', registry.id).execute()
  await vi.waitFor(() => expect(heard.versions).toEqual([1, 7]), soon)
  await heard.stop()
})

/** Ends every connection that listens; answers how many. */
async function cut(): Promise<number> {
  const { rows } = await sql<{ ended: boolean }>`
    select pg_terminate_backend(pid) as ended from pg_stat_activity
    where datname = current_database() and query ilike 'listen %'`.execute(app.db)
  return rows.length
}
