import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { aGift, aHost, aRegistry, lineOf } from '../../test/builders.ts'
import { openNotificationRelay } from '../../test/notification-relay.ts'
import { opened } from '../../test/opened.ts'
import { freshDatabase } from '../../test/postgres.ts'
import { testApp } from '../../test/test-app.ts'
import { updateRegistry } from '../registry/settings.contract.ts'
import { createCart } from './hand-off.contract.ts'

const app = opened(() => testApp({ listens: true }))
let host: Awaited<ReturnType<typeof aHost>>
let registry: Awaited<ReturnType<typeof aRegistry>>
beforeAll(async () => {
  host = await aHost(app)
})
beforeEach(async () => {
  registry = await aRegistry(app, host)
})

/** Events may be late on a busy machine. */
const eventually = { timeout: 60_000 }

const open = (code: string, more: { as?: string; process?: 'A' | 'B' } = {}) =>
  app.request(
    `/api/registry/${code}/live`,
    more.as ? { headers: { authorization: `Bearer ${more.as}` } } : {},
    more,
  )

/** Collects the versions of a stream; `ended` once it is closed. */
function collect(answer: Response) {
  const stream = { versions: [] as number[], ended: false, stop: () => reader.cancel() }
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  const read = async () => {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) break
      for (const [, version] of value.matchAll(/^data: (\d+)$/gm)) stream.versions.push(Number(version))
    }
    stream.ended = true
  }
  void read()
  return stream
}

test('sends the version at once, and again after a reservation in another process', async () => {
  const gift = await aGift(app, registry)
  const answer = await open(registry.code, { process: 'B' })
  expect(answer.headers.get('content-type')).toContain('text/event-stream')
  const stream = collect(answer)
  await vi.waitFor(() => expect(stream.versions).toEqual([1]), eventually)
  await app.call(
    createCart,
    { registry_id: registry.code, line_items: [lineOf(gift, { units: 1 })] },
    { process: 'A' },
  )
  await vi.waitFor(() => expect(stream.versions.length).toBeGreaterThan(1), eventually)
  expect(stream.versions.at(-1)).toBeGreaterThan(1)
  await stream.stop()
})

test('ends all streams but the host’s when the registry becomes private', async () => {
  const guest = collect(await open(registry.code))
  const own = collect(await open(registry.code, { as: host.token }))
  await vi.waitFor(() => expect([guest.versions, own.versions]).toEqual([[1], [1]]), eventually)
  const answer = await app.call(
    updateRegistry,
    { id: registry.code, registry_status: 'private' },
    { as: host.token },
  )
  expect(answer.status).toBe(200)
  await vi.waitFor(() => expect(guest.ended).toBe(true), eventually)
  await vi.waitFor(() => expect(own.versions.length).toBe(2), eventually)
  expect(own.ended).toBe(false)
  await own.stop()
})

test('is refused to those who may not view the registry', async () => {
  const hidden = await aRegistry(app, host, { privacy: 'private' })
  expect((await open(hidden.code)).status).toBe(404)
  expect((await open('AAAABBBBEEEE')).status).toBe(404)
  const own = collect(await open(hidden.code, { as: host.token }))
  await vi.waitFor(() => expect(own.versions).toEqual([1]), eventually)
  await own.stop()
})

test('reconnects to the database after a lost connection, and treats everything as changed', async () => {
  const stream = collect(await open(registry.code, { process: 'A' }))
  await vi.waitFor(() => expect(stream.versions).toEqual([1]), eventually)
  expect(await endListeners()).toBeGreaterThan(0)
  await app.db.updateTable('registry').set({ version: 7 }).where('id', '=', registry.id).execute()
  await vi.waitFor(() => expect(stream.versions).toEqual([1, 7]), eventually)
  await stream.stop()
})

/** Ends every listening database connection; returns how many. */
async function endListeners(): Promise<number> {
  const { rows } = await sql<{ ended: boolean }>`
    select pg_terminate_backend(pid) as ended from pg_stat_activity
    where datname = current_database() and query ilike 'listen %'`.execute(app.db)
  return rows.length
}

test('behind a pooler that brings no notifications open pages are polled, and the process says so', async () => {
  const database = await freshDatabase()
  const relay = await openNotificationRelay(database.url)
  relay.dropsNotifications = true
  const relayedApp = await testApp({ listens: true, database: { url: relay.url } })
  try {
    const { code, id } = await aRegistry(relayedApp, await aHost(relayedApp))
    const stream = collect(await relayedApp.request(`/api/registry/${code}/live`))
    await vi.waitFor(() => expect(stream.versions).toEqual([1]), eventually)
    await relayedApp.db.updateTable('registry').set({ version: 7 }).where('id', '=', id).execute()
    await vi.waitFor(() => expect(stream.versions).toEqual([1, 7]), eventually)
    const ready = await relayedApp.request('/readyz')
    expect([ready.status, await ready.json()]).toMatchObject([200, { changes: 'polled' }])
    relay.dropsNotifications = false
    const changes = async () =>
      ((await (await relayedApp.request('/readyz')).json()) as { changes: string }).changes
    await vi.waitFor(
      async () => expect([await changes(), await changes()]).toEqual(['subscribed', 'subscribed']),
      eventually,
    )
    await stream.stop()
  } finally {
    await relayedApp.close()
    await relay.close()
    await database.drop()
  }
})
