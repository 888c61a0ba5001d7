import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freshDatabase } from '../../../test/postgres.ts'
import { createDb, createPool } from './database.ts'
import { type Db, endsTransaction, sentWithNext } from './tables.ts'

let own: Awaited<ReturnType<typeof freshDatabase>>
/** Of one connection, as what follows a transaction uses it again; and of another one, which sees what is committed. */
let db: Db
let others: Db
beforeAll(async () => {
  own = await freshDatabase()
  db = createDb(createPool(own.url, { size: 1 }))
  others = createDb(createPool(own.url, { size: 1 }))
  await sql`create table joined (id int primary key)`.execute(db)
})
beforeEach(async () => {
  await sql`truncate joined`.execute(db)
})
afterAll(async () => {
  await Promise.all([db.destroy(), others.destroy()])
  await own.drop()
})

const idsSeenBy = async (who: Db) =>
  (await sql<{ id: number }>`select id from joined order by id`.execute(who)).rows.map(({ id }) => id)
const insertLast = (tx: Db, id: number) =>
  sql`insert into joined values (${id}) ${endsTransaction}`.execute(tx)

test('the last statement is committed once it is answered, and the next transaction is one of its own', async () => {
  await db.transaction().execute(async tx => {
    await sql`${sentWithNext} insert into joined values (1)`.execute(tx)
    await insertLast(tx, 2)
    expect(await idsSeenBy(others)).toEqual([1, 2])
  })
  await expect(
    db.transaction().execute(async tx => {
      await sql`insert into joined values (3)`.execute(tx)
      expect(await idsSeenBy(others)).toEqual([1, 2])
      throw new Error('changed its mind')
    }),
  ).rejects.toThrow('changed its mind')
  expect(await idsSeenBy(db)).toEqual([1, 2])
})

test('where the last statement fails, nothing is committed', async () => {
  const failing = db.transaction().execute(async tx => {
    await sql`insert into joined values (1)`.execute(tx)
    await insertLast(tx, 1)
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  await db.transaction().execute(tx => sql`insert into joined values (2)`.execute(tx))
  expect(await idsSeenBy(others)).toEqual([2])
})

test('what is sent with the next statement fails it', async () => {
  const failing = db.transaction().execute(async tx => {
    await sql`${sentWithNext} insert into joined values (1), (1)`.execute(tx)
    await insertLast(tx, 2)
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(await idsSeenBy(others)).toEqual([])
})

test('a statement sees what was done while the one that is sent with it waited for a lock', async () => {
  await sql`insert into joined values (1)`.execute(db)
  const locked = Promise.withResolvers<void>()
  const isWaitedFor = async (tx: Db) =>
    (await sql<{ some: boolean }>`select count(*) > 0 as some from pg_locks where not granted`.execute(tx))
      .rows[0]
  const holding = others.transaction().execute(async tx => {
    await sql`select id from joined for update`.execute(tx)
    locked.resolve()
    await expect.poll(() => isWaitedFor(tx)).toEqual({ some: true })
    await sql`insert into joined values (2)`.execute(tx)
  })
  await locked.promise
  const seen = await db.transaction().execute(async tx => {
    await sql`${sentWithNext} select id from joined where id = 1 for update`.execute(tx)
    return idsSeenBy(tx)
  })
  await holding
  expect(seen).toEqual([1, 2])
})
