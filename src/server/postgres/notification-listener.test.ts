import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openNotificationRelay } from '../../../test/notification-relay.ts'
import { opened } from '../../../test/opened.ts'
import { openPgbouncer, pgbouncerProgram } from '../../../test/pgbouncer.ts'
import { freshDatabase, timeoutFactor } from '../../../test/postgres.ts'
import { createDb, createPool } from './database.ts'
import { openDatabaseServer } from './database-server.ts'
import { NotificationListener } from './notification-listener.ts'
import type { Db } from './tables.ts'

const log = pino({ level: 'silent' })
const times = { reconnect: 20, answer: 500, unanswered: 50, proof: 100 }
const eventually = { timeout: 60_000, interval: 20 }
const database = opened(() => freshDatabase())
let relay: Awaited<ReturnType<typeof openNotificationRelay>>
let db: Db
let listener: NotificationListener
beforeAll(() => {
  db = createDb(createPool(database.url, { size: 2, timeoutFactor }))
})
beforeEach(async () => {
  relay = await openNotificationRelay(database.url)
})
afterEach(async () => {
  await listener.close()
  await relay.close()
})
afterAll(() => db.destroy())

const listenAt = (url: string, sender = db, more: Partial<typeof times> = {}) => {
  listener = new NotificationListener(openDatabaseServer(url), sender, log, { ...times, ...more })
  const received = vi.fn()
  const disconnected = vi.fn()
  listener.on('news', received)
  listener.onDisconnect(disconnected)
  return { received, disconnected }
}
const tell = (text: string, sender = db) => sql`select pg_notify('news', ${text})`.execute(sender)

test('it counts as subscribed once its own notice came back, and says then that anything may have changed', async () => {
  relay.dropsNotifications = true
  const { received, disconnected } = listenAt(relay.url)
  await vi.waitFor(() => expect(disconnected).toHaveBeenCalledTimes(2), eventually)
  expect([listener.isSubscribed(), received.mock.calls]).toEqual([false, []])
  relay.dropsNotifications = false
  await vi.waitFor(() => expect(received).toHaveBeenCalledWith(null), eventually)
  expect(listener.isSubscribed()).toBe(true)
  await tell('good')
  await vi.waitFor(() => expect(received).toHaveBeenLastCalledWith('good'), eventually)
})

test('a connection that stays open and no longer brings anything is noticed, and replaced', async () => {
  const { received, disconnected } = listenAt(relay.url, db, { answer: 5000 })
  await vi.waitFor(() => expect(received).toHaveBeenCalledWith(null), eventually)
  expect(disconnected).not.toHaveBeenCalled()
  relay.dropsNotifications = true
  await vi.waitFor(() => expect(disconnected).toHaveBeenCalled(), eventually)
  expect(listener.isSubscribed()).toBe(false)
  relay.dropsNotifications = false
  await vi.waitFor(() => expect(listener.isSubscribed()).toBe(true), eventually)
  expect(received.mock.calls).toEqual([[null], [null]])
})

test.skipIf(!pgbouncerProgram)(
  'behind pgbouncer in transaction mode nothing is received, past it what is sent through it; queries go through',
  async () => {
    const pooler = await openPgbouncer(database.url)
    const pooled = createDb(createPool(pooler.url, { size: 4, timeoutFactor, isPooled: true }))
    try {
      const { received, disconnected } = listenAt(pooler.url, pooled)
      await vi.waitFor(() => expect(disconnected).toHaveBeenCalledTimes(2), eventually)
      expect([listener.isSubscribed(), received.mock.calls]).toEqual([false, []])
      await listener.close()

      const direct = listenAt(database.url, pooled, { answer: 5000 })
      await vi.waitFor(() => expect(direct.received).toHaveBeenCalledWith(null), eventually)
      // Many at once share two connections of the server; transactions and their locks stay whole.
      const add = (text: string) =>
        pooled.transaction().execute(async tx => {
          await sql`select pg_advisory_xact_lock(hashtext('news'))`.execute(tx)
          await tell(text, tx)
        })
      await Promise.all(Array.from({ length: 20 }, (_, index) => add(String(index))))
      await vi.waitFor(() => expect(direct.received).toHaveBeenCalledTimes(21), eventually)
      const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())`.execute(db)
      expect(rows).toEqual([])
    } finally {
      await pooled.destroy()
      await pooler.stop()
    }
  },
)
