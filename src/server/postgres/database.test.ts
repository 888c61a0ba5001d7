import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../test/postgres.ts'
import { ConfigError } from '../config.ts'
import { runInScope } from '../observability/traces.ts'
import { createDb, createPool, isDatabaseUnavailable, pingDatabase } from './database.ts'

test('a database is accepted when it answers and its role may create tables; else the error says what is wrong', async () => {
  const own = await freshDatabase()
  await pingDatabase(own.url)
  const owner = new pg.Client(own.url)
  await owner.connect()
  await owner.query("create role lodger login password 'hidden'")
  const lodger = new URL(own.url)
  Object.assign(lodger, { username: 'lodger', password: 'hidden' })
  const unknown = new URL(own.url)
  unknown.pathname = '/nothing'
  await expect(pingDatabase(lodger.href)).rejects.toThrow(
    new ConfigError(
      "DATABASE_URL can't be used: its role may make no tables there, it must own the database.",
    ),
  )
  await expect(pingDatabase(unknown.href)).rejects.toThrow(
    new ConfigError('DATABASE_URL can\'t be used: database "nothing" does not exist.'),
  )
  await owner.query('drop role lodger')
  await owner.end()
  await own.drop()
})

test('a burst waits its turn; once a request waits too long, new ones are refused at once and begun ones go on', async () => {
  const own = await freshDatabase()
  const pool = createPool(own.url, { size: 1, timeoutFactor: 20, queueMs: 1 })
  const db = createDb(pool)
  const held = await pool.connect()
  const ask = () => sql`select 1`.execute(db)
  const burst = Array.from({ length: 50 }, ask)
  const late: Promise<unknown>[] = []
  const refusalOf = (asked: Promise<unknown>) =>
    Promise.race([asked.catch(error => error), new Promise(resolve => setImmediate(resolve))])
  await expect
    .poll(async () => {
      const asked = ask()
      late.push(asked.catch(() => {}))
      return refusalOf(asked)
    })
    .toEqual(new Error('too many requests wait for a connection of the database'))
  const begun = runInScope({ id: 'BEGUN', queries: 1 }, ask)
  expect(await refusalOf(begun)).toBeUndefined()
  held.release()
  await Promise.all([...burst, ...late, begun])
  await ask()
  await db.destroy()
  await own.drop()
})

test('however short they wait, only so many wait for each connection', async () => {
  const own = await freshDatabase()
  const pool = createPool(own.url, { size: 1, timeoutFactor: 20 })
  const db = createDb(pool)
  const held = await pool.connect()
  const waiting = Array.from({ length: 100 }, () => sql`select 1`.execute(db))
  const refusal = await sql`select 1`.execute(db).catch(error => error)
  expect(isDatabaseUnavailable(refusal)).toBe(true)
  held.release()
  await Promise.all(waiting)
  await db.destroy()
  await own.drop()
})

test('transactions leave connections to those who read, and wait for each other', async () => {
  const own = await freshDatabase()
  const pool = createPool(own.url, { size: 4, timeoutFactor: 20 })
  const db = createDb(pool)
  const end = Promise.withResolvers<void>()
  let open = 0
  const transactions = Array.from({ length: 10 }, () =>
    db.transaction().execute(async tx => {
      await sql`select 1`.execute(tx)
      open++
      await end.promise
    }),
  )
  await expect.poll(() => open).toBe(3)
  for (let reads = 0; reads < 5; reads++) await sql`select 1`.execute(db)
  expect([open, pool.inTransactionTurn.waitingCount()]).toEqual([3, 7])
  end.resolve()
  await Promise.all(transactions)
  expect(open).toBe(10)
  await db.destroy()
  await own.drop()
})

test('connections to a server that only reads are given up, and the next ones write', async () => {
  const own = await freshDatabase()
  const db = createDb(createPool(own.url, { size: 1, timeoutFactor: 20 }))
  await sql`create table written (id int)`.execute(db)
  // As a primary that became a standby: the connection stays, and refuses to write.
  await sql`set default_transaction_read_only = on`.execute(db)
  const write = () => sql`insert into written values (1)`.execute(db)
  const refusal = await write().catch(error => error)
  expect(isDatabaseUnavailable(refusal)).toBe(true)
  await expect(write()).rejects.toThrow('the database server only reads')
  await write()
  expect((await sql`select * from written`.execute(db)).rows).toHaveLength(1)
  await db.destroy()
  await own.drop()
})

test('a transaction begins with its first statement: as asked for, undone when it fails, and nothing when it is empty', async () => {
  const own = await freshDatabase()
  const db = createDb(createPool(own.url, { size: 1 }))
  await db.transaction().execute(async () => {})
  const failing = db.transaction().execute(tx => sql`select 1 / 0`.execute(tx))
  await expect(failing).rejects.toThrow('division by zero')
  const undone = db.transaction().execute(async tx => {
    await sql`create table undone ()`.execute(tx)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  const serializable = db.transaction().setIsolationLevel('serializable')
  const { rows } = await serializable.execute(tx =>
    sql`select current_setting('transaction_isolation') as level, to_regclass('undone') as name`.execute(tx),
  )
  expect(rows).toEqual([{ level: 'serializable', name: null }])
  await db.destroy()
  await own.drop()
})
