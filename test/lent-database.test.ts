import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDb } from '../src/server/postgres/database.ts'
import { lendDatabase } from './lent-database.ts'
import { askServer, freshDatabase } from './postgres.ts'

/** All rows, and the next numbers of all sequences, but for when a transaction wrote them. */
const everything = `
  select query_to_xml(format('select to_jsonb(one) from %s one order by 1', place), true, false, '')::text as rows, place
  from (select format('%I.%I', schemaname, tablename) as place from pg_tables where schemaname in ('public', 'shop')) one
  union all select concat(last_value, start_value), format('%I.%I', schemaname, sequencename) from pg_sequences
  order by place`

async function contentOf(url: string): Promise<Map<string, string>> {
  const rows = await askServer<{ place: string; rows: string }>(url, everything)
  return new Map(rows.map(row => [row.place, row.rows]))
}

const changes = [
  'update shop.product set price_cents = 1',
  'delete from event_type_text',
  "insert into shop.setting values ('of a test', 'left')",
  `insert into customer (email, email_key, name, surname, password_hash, language)
   select n || '@example.org', n || '@example.org', 'A', 'B', '', 'el' from generate_series(1, 3) n`,
]

test('a database comes back from a test with the rows and numbers of a new one, and its connections', async () => {
  const fresh = await freshDatabase()
  const asNew = await contentOf(fresh.url)
  await fresh.drop()
  const first = await lendDatabase()
  const db = createDb(first.pool('A'))
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  for (const change of changes) await askServer(first.url, change)
  expect(await contentOf(first.url)).not.toEqual(asNew)
  await db.destroy()
  await first.giveBack()

  const again = await lendDatabase()
  expect(again.url).toBe(first.url)
  expect(await contentOf(again.url)).toEqual(asNew)
  const { rows: later } = await sql`select pg_backend_pid() as pid`.execute(createDb(again.pool('A')))
  expect(later).toEqual(rows)
  await again.giveBack()
})

test('a database whose tables a test has altered, or whose connection it left open, is lent to nobody', async () => {
  for (const change of [
    'create table of_a_test (id int)',
    'alter table customer drop column phone cascade',
  ]) {
    const altered = await lendDatabase()
    await askServer(altered.url, change)
    await altered.giveBack()
    const next = await lendDatabase()
    expect(next.url, change).not.toBe(altered.url)
    await next.giveBack()
  }
  const used = await lendDatabase()
  const left = await used.pool('A').connect()
  await left.query('begin')
  left.release()
  await used.giveBack()
  const next = await lendDatabase()
  expect(next.url).not.toBe(used.url)
  await next.giveBack()
})
