import { sql } from 'kysely'
import type { Db } from '../../src/server/postgres/tables.ts'
import { cities, fillSearchIndex, givenNames, pick, surnames } from '../registry-rows.ts'
import { type FillSize, filledTables, firstId } from './filled-tables.ts'

/** Registries in one transaction. */
const sliceSize = 5000

/** From so many registries on, indexes are built after the rows: row by row they take longer than everything else. */
const indexesLast = 50_000

/**
 * Fills a migrated database with registries, their gifts, purchases, letters and guests, as some years leave them behind.
 * `db` has one connection without time-outs, as a superuser: triggers and foreign keys are passed over. `onSlice` is told
 * how many registries there are.
 */
export async function fillDatabase(
  db: Db,
  size: FillSize,
  onSlice: (registries: number) => void = () => {},
): Promise<void> {
  await sql`select setseed(0.5)`.execute(db)
  const indexes = size.registries < indexesLast ? [] : await dropIndexes(db)
  for (let from = 1; from <= size.registries; from += sliceSize) {
    const to = Math.min(size.registries, from + sliceSize - 1)
    await db.transaction().execute(async tx => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await insertPeople(tx, size, from, to)
      for (const rows of filledTables(size, from, to))
        await sql`insert into ${sql.raw(rows.replace(/ select /, ' overriding system value select '))}`.execute(
          tx,
        )
    })
    onSlice(to)
  }
  for (const index of indexes) await sql.raw(index).execute(db)
  await fillSearchIndex(db, firstId)
  await sql`vacuum analyze`.execute(db)
}

/** Drops every index that no constraint stands on, and returns the statements that make them again. */
async function dropIndexes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select index.indexrelid::regclass::text as name, pg_get_indexdef(index.indexrelid) as definition
    from pg_index index
    join pg_class relation on relation.oid = index.indrelid
    where relation.relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = index.indexrelid)`.execute(db)
  for (const { name } of rows) await sql`drop index ${sql.raw(name)}`.execute(db)
  return rows.map(row => row.definition)
}

/** The hosts and their registries: seven of ten are public. */
async function insertPeople(tx: Db, { now }: FillSize, from: number, to: number): Promise<void> {
  await sql`
    insert into customer (id, email, email_key, name, surname, password_hash, language, shop_customer_id, created_at,
      confirmed_at, shop_link_due_at)
    overriding system value
    select ${firstId}::int + r, 'host' || r || '@filled.example', 'host' || r || '@filled.example', ${pick(givenNames)},
      ${pick(surnames)}, '', 'el', ${firstId}::int + r, ${now}::timestamptz - interval '4 years',
      case when r % 97 > 0 then ${now}::timestamptz end, null
    from generate_series(${from}::int, ${to}::int) r`.execute(tx)
  await sql`
    insert into registry (id, code, customer_id, event_type, name, surname, partner_name, partner_surname, registry_name,
      event_place, event_day, closing_day, last_closed_day, guest_count, privacy, searchable, terms_version, terms_at,
      created_at, removed_at, search_indexed, slug)
    overriding system value
    select id, code, id, event_type, name, surname, partner_name, partner_surname, name || ' & ' || partner_name,
      event_place, event_day, event_day + 30,
      case when event_day + 30 < ${now}::date and not is_removed then event_day + 30 end, 100,
      (case when is_removed or r % 10 = 1 then 'private' when r % 5 = 2 then 'shareable' else 'public' end)::privacy,
      not is_removed, '1', event_day - interval '200 days', event_day - interval '200 days',
      case when is_removed then ${now}::timestamptz - interval '40 days' end, true,
      case when r % 2 = 0 then 'filled-' || r end
    from (
      select r, ${firstId}::int + r as id, 'X' || translate(lpad(r::text, 11, '0'), '0128', 'ABEH') as code,
        ${pick(['wedding', 'baptism', 'birthday', 'wedding', 'other'])} as event_type, ${pick(givenNames)} as name,
        ${pick(surnames)} as surname, ${pick(givenNames)} as partner_name, ${pick(surnames)} as partner_surname,
        ${pick(cities)} as event_place, ${now}::date + (r::bigint * 7919 % 1250)::int - 1000 as event_day,
        r % 50 = 0 as is_removed
      from generate_series(${from}::int, ${to}::int) r) one`.execute(tx)
}
