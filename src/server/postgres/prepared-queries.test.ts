import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../test/postgres.ts'
import { createDb, createPool } from './database.ts'
import { type Db, prepared, preparedInTransactions } from './tables.ts'

let own: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
  own = await freshDatabase()
})
afterAll(() => own.drop())

async function onOneConnection(work: (db: Db) => Promise<void>, isPooled = false): Promise<void> {
  const db = createDb(createPool(own.url, { size: 1, isPooled }))
  await work(db).finally(() => db.destroy())
}

const pageOf = (db: Db, id: number) =>
  sql<object>`select ${prepared} * from page_of_test where id = ${id}`.execute(db)

async function preparedCount(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_prepared_statements where statement like '%page_of_test%'`.execute(db)
  return rows[0]?.count ?? 0
}

test('a marked query is prepared once, and asked again when its table has changed', async () => {
  await onOneConnection(async db => {
    await sql`create table page_of_test (id int)`.execute(db)
    await sql`insert into page_of_test values (1), (2)`.execute(db)
    expect((await pageOf(db, 1)).rows).toEqual([{ id: 1 }])
    expect((await pageOf(db, 2)).rows).toEqual([{ id: 2 }])
    expect(await preparedCount(db)).toBe(1)
    await sql`alter table page_of_test add column name text default 'Σοφία'`.execute(db)
    for (const id of [1, 2]) expect((await pageOf(db, id)).rows).toEqual([{ id, name: 'Σοφία' }])
    await sql`deallocate all`.execute(db)
    expect((await pageOf(db, 1)).rows).toHaveLength(1)
  })
})

test('neither in a transaction, which a refusal would end, nor where a pooler lends connections', async () => {
  await onOneConnection(async db => {
    await db.transaction().execute(async tx => {
      expect((await pageOf(tx, 1)).rows).toHaveLength(1)
    })
    expect(await preparedCount(db)).toBe(0)
  })
  await onOneConnection(async db => {
    expect((await pageOf(db, 1)).rows).toHaveLength(1)
    expect(await preparedCount(db)).toBe(0)
  }, true)
})

test('in a transaction what is marked for that, whose columns stay when its table has more', async () => {
  const read = (db: Db) =>
    sql<object>`select ${preparedInTransactions} (select to_json(page_of_test) from page_of_test) as page`.execute(
      db,
    )
  await onOneConnection(async db => {
    await sql`drop table page_of_test`.execute(db)
    await sql`create table page_of_test (id int)`.execute(db)
    await sql`insert into page_of_test values (1)`.execute(db)
    for (const page of [{ id: 1 }, { id: 1, name: 'Σοφία' }]) {
      await db.transaction().execute(async tx => {
        expect((await read(tx)).rows).toEqual([{ page }])
      })
      await sql`alter table page_of_test add column if not exists name text default 'Σοφία'`.execute(db)
    }
    expect(await preparedCount(db)).toBe(1)
  })
})
