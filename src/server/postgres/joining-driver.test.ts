import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { opened } from '../../../test/opened.ts'
import { freshDatabase, timeoutFactor } from '../../../test/postgres.ts'
import { createDb, createPool } from './database.ts'
import { askPrepared } from './prepared.ts'
import type { Db } from './tables.ts'

const own = opened(() => freshDatabase())
/** `db` has one connection, which is used again after a transaction; `others` sees what is committed. */
let db: Db
let others: Db
beforeAll(async () => {
  db = createDb(createPool(own.url, { size: 1, timeoutFactor }))
  others = createDb(createPool(own.url, { size: 1, timeoutFactor }))
  await sql`create table joined (id int primary key)`.execute(db)
})
beforeEach(async () => {
  await sql`truncate joined`.execute(db)
})
afterAll(() => Promise.all([db.destroy(), others.destroy()]))

const idsSeenBy = async (who: Db) =>
  (await sql<{ id: number }>`select id from joined order by id`.execute(who)).rows.map(({ id }) => id)
const insert = (...ids: number[]) => sql`insert into joined select * from unnest(${ids}::int[])`

test('the last statement is committed once it is answered, and the next transaction is one of its own', async () => {
  await db.transaction().execute(async tx => {
    await askPrepared(tx, insert(2), { before: [insert(1)], isLast: true })
    expect(await idsSeenBy(others)).toEqual([1, 2])
  })
  await expect(
    db.transaction().execute(async tx => {
      await insert(3).execute(tx)
      expect(await idsSeenBy(others)).toEqual([1, 2])
      throw new Error('changed its mind')
    }),
  ).rejects.toThrow('changed its mind')
  expect(await idsSeenBy(db)).toEqual([1, 2])
})

test('where the last statement fails, or what is joined to it, nothing is committed', async () => {
  for (const [before, last] of [
    [insert(1), insert(1)],
    [insert(1, 1), insert(2)],
  ] as const) {
    const failing = db.transaction().execute(tx => askPrepared(tx, last, { before: [before], isLast: true }))
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    expect(await idsSeenBy(others)).toEqual([])
    expect(await idsSeenBy(db)).toEqual([])
  }
})

test('a transaction in which nothing is asked, or that fails before, leaves the connection as it was', async () => {
  await db.transaction().execute(async () => {})
  const failing = db.transaction().execute(async () => {
    throw new Error('before anything')
  })
  await expect(failing).rejects.toThrow('before anything')
  await insert(1).execute(db)
  expect(await idsSeenBy(others)).toEqual([1])
})

test('a statement sees what was done while the one before it waited for a lock', async () => {
  await insert(1).execute(db)
  const locked = Promise.withResolvers<void>()
  const isWaitedFor = async (tx: Db) =>
    (await sql<{ some: boolean }>`select count(*) > 0 as some from pg_locks where not granted`.execute(tx))
      .rows[0]
  const holding = others.transaction().execute(async tx => {
    await sql`select id from joined for update`.execute(tx)
    locked.resolve()
    await expect.poll(() => isWaitedFor(tx)).toEqual({ some: true })
    await insert(2).execute(tx)
  })
  await locked.promise
  const seen = await db.transaction().execute(tx =>
    askPrepared(tx, sql<{ id: number }>`select id from joined order by id`, {
      before: [sql`select id from joined where id = 1 for update`],
    }),
  )
  await holding
  expect(seen.map(({ id }) => id)).toEqual([1, 2])
})

test('behind a pooler they follow each other, and mean the same', async () => {
  const pooled = createDb(createPool(own.url, { size: 1, isPooled: true }))
  const warnings: string[] = []
  const note = (warning: Error) => void warnings.push(warning.message)
  process.on('warning', note)
  await pooled.transaction().execute(tx => askPrepared(tx, insert(2), { before: [insert(1)], isLast: true }))
  const failing = pooled
    .transaction()
    .execute(tx => askPrepared(tx, insert(3), { before: [insert(1)], isLast: true }))
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(await idsSeenBy(pooled)).toEqual([1, 2])
  process.off('warning', note)
  expect(warnings).toEqual([])
  await pooled.destroy()
})
