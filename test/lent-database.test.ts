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

/** What the worker keeps may have had all its uses. */
const stock: NonNullable<Parameters<typeof lendDatabase>[0]> = []

test('a database comes back from a test with the rows and numbers of a new one', async () => {
  const fresh = await freshDatabase()
  const asNew = await contentOf(fresh.url)
  await fresh.drop()
  const first = await lendDatabase(stock)
  const db = createDb(first.pool('A'))
  for (const change of changes) await sql.raw(change).execute(db)
  expect(await contentOf(first.url)).not.toEqual(asNew)
  await db.destroy()
  await first.giveBack()

  const again = await lendDatabase(stock)
  expect(again.url).toBe(first.url)
  expect(await contentOf(again.url)).toEqual(asNew)
  await again.giveBack()
})

test('a database whose tables a test has altered, or whose connection it left open, is lent to nobody', async () => {
  for (const change of [
    'create table of_a_test (id int)',
    'alter table customer drop column phone cascade',
  ]) {
    const altered = await lendDatabase(stock)
    await askServer(altered.url, change)
    await altered.giveBack()
    const next = await lendDatabase(stock)
    expect(next.url, change).not.toBe(altered.url)
    await next.giveBack()
  }
  const used = await lendDatabase(stock)
  const left = await used.pool('A').connect()
  await left.query('begin')
  left.release()
  await used.giveBack()
  const next = await lendDatabase(stock)
  expect(next.url).not.toBe(used.url)
  await next.giveBack()
})
