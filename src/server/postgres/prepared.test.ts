import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { opened } from '../../../test/opened.ts'
import { freshDatabase } from '../../../test/postgres.ts'
import { createDb, createPool } from './database.ts'
import { askPrepared } from './prepared.ts'
import type { Db } from './tables.ts'

const own = opened(() => freshDatabase())

async function onOneConnection(work: (db: Db) => Promise<void>, isPooled = false): Promise<void> {
  const db = createDb(createPool(own.url, { size: 1, isPooled }))
  await work(db).finally(() => db.destroy())
}

const pageOf = (db: Db, id: number) =>
  askPrepared(db, sql<object>`select * from page_of_test where id = ${id}`)
const makeTable = async (db: Db) => {
  await sql`drop table if exists page_of_test`.execute(db)
  await sql`create table page_of_test (id int)`.execute(db)
  await sql`insert into page_of_test values (1), (2)`.execute(db)
}
const addColumn = (db: Db) => sql`alter table page_of_test add column name text default 'Σοφία'`.execute(db)

async function preparedCount(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_prepared_statements where statement like '%page_of_test%'`.execute(db)
  return rows[0]?.count ?? 0
}

test('a statement is prepared once, and asked again when its table has changed or the connection has lost it', async () => {
  await onOneConnection(async db => {
    await makeTable(db)
    expect(await pageOf(db, 1)).toEqual([{ id: 1 }])
    expect(await pageOf(db, 2)).toEqual([{ id: 2 }])
    expect(await preparedCount(db)).toBe(1)
    await addColumn(db)
    for (const id of [1, 2]) expect(await pageOf(db, id)).toEqual([{ id, name: 'Σοφία' }])
    await sql`deallocate all`.execute(db)
    expect(await pageOf(db, 1)).toHaveLength(1)
  })
})

test('in a transaction it is prepared too, and fails only the first one after a change of its table', async () => {
  await onOneConnection(async db => {
    await makeTable(db)
    const inTransaction = () => db.transaction().execute(tx => pageOf(tx, 1))
    expect(await inTransaction()).toEqual([{ id: 1 }])
    expect(await preparedCount(db)).toBe(1)
    await addColumn(db)
    await expect(inTransaction()).rejects.toMatchObject({ code: '0A000' })
    expect(await inTransaction()).toEqual([{ id: 1, name: 'Σοφία' }])
  })
})

test('it is not prepared where a pooler lends connections', async () => {
  await onOneConnection(async db => {
    await makeTable(db)
    expect(await pageOf(db, 1)).toHaveLength(1)
    expect(await preparedCount(db)).toBe(0)
  }, true)
})
