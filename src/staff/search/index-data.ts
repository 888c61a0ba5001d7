import { sql } from 'kysely'
import { phoneticSearchKeys } from '../../base/greek/phonetic-keys.ts'
import type { Db } from '../../server/postgres/tables.ts'

type Kind = 'registry' | 'host' | 'giver'
interface Named {
  id: number
  names: string
}

/**
 * Brings the entries of up to `max` changed registries, hosts and hand-offs of givers up to date, in one transaction; answers how many changes
 * it took. Two processes take different ones.
 */
export function indexStaffSearchChanges(db: Db, max: number): Promise<number> {
  return db.transaction().execute(async tx => {
    const { rows } = await sql<{ kind: Kind; ref_id: number }>`
      delete from staff_search_change where id = any(array(
        select id from staff_search_change order by id limit ${max} for update skip locked))
      returning kind, ref_id`.execute(tx)
    for (const kind of ['registry', 'host', 'giver'] as const) {
      const ids = [...new Set(rows.filter(row => row.kind === kind).map(row => row.ref_id))]
      if (ids.length > 0) await replaceEntries(tx, kind, ids)
    }
    return rows.length
  })
}

async function replaceEntries(tx: Db, kind: Kind, ids: number[]): Promise<void> {
  const named = await readNames[kind](tx, ids)
  const gone = ids.filter(id => !named.some(row => row.id === id))
  await sql`delete from staff_search_entry where kind = ${kind} and ref_id = any(${gone}::bigint[])`.execute(
    tx,
  )
  const keys = named.map(({ names }) => phoneticSearchKeys(names))
  // In the order of the ids, so that two processes never wait for one another.
  await sql`
    insert into staff_search_entry (kind, ref_id, words)
    select ${kind}::staff_search_kind, id, array_to_tsvector(array_remove(string_to_array(keys, ' '), ''))
    from unnest(${named.map(({ id }) => id)}::bigint[], ${keys}::text[]) as named (id, keys)
    order by id
    on conflict (kind, ref_id) do update set words = excluded.words`.execute(tx)
}

async function readRegistryNames(tx: Db, ids: number[]): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select id, concat_ws(' ', registry_name, name, surname, partner_name, partner_surname) as names
    from registry where id = any(${ids}::bigint[])`.execute(tx)
  return rows
}

async function readHostNames(tx: Db, ids: number[]): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select id, concat_ws(' ', name, surname) as names
    from customer where id = any(${ids}::bigint[]) and erased_at is null`.execute(tx)
  return rows
}

/** The giver of a hand-off as they named themselves, and as the order did. */
async function readGiverNames(tx: Db, ids: number[]): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select id, names from (
      select id, concat_ws(' ', giver_name, (
        select string_agg(distinct giver_name, ' ') from purchase where handoff_id = handoff.id)) as names
      from handoff where id = any(${ids}::bigint[])) as giver
    where trim(names) <> ''`.execute(tx)
  return rows
}

const readNames: Record<Kind, (tx: Db, ids: number[]) => Promise<Named[]>> = {
  registry: readRegistryNames,
  host: readHostNames,
  giver: readGiverNames,
}

/** Ids of that kind whose names have every word of the query, newest first; of rarer ones the newest of some hundreds. */
export async function findIdsByNames(db: Db, kind: Kind, query: string, max: number): Promise<number[]> {
  const newest = await findNewestIds(db, kind, query, max)
  return newest.length === max ? newest : findAnyIds(db, kind, query, max)
}

/** So many of the newest are looked through: names that are common are found among them, without their long list. */
const newestEntries = 2000

async function findNewestIds(db: Db, kind: Kind, query: string, max: number): Promise<number[]> {
  const { rows } = await sql<{ ref_id: number }>`
    select ref_id from (
      select ref_id, words from staff_search_entry where kind = ${kind} order by ref_id desc limit ${newestEntries}
    ) newest where words @@ ${query}::tsquery order by ref_id desc limit ${max}`.execute(db)
  return rows.map(({ ref_id }) => ref_id)
}

/** A short beginning of a name may have thousands of matches all the same; nobody reads them. */
const maxMatches = 500

/**
 * By the index of the kind, which the statement has to name as a word. The query is a value of its own, so that the planner
 * doesn't take its words for common and read the whole table instead.
 */
async function findAnyIds(db: Db, kind: Kind, query: string, max: number): Promise<number[]> {
  const { rows } = await sql<{ ref_id: number }>`
    with matches as materialized (
      select ref_id from staff_search_entry
      where kind = ${sql.lit(kind)} and words @@ (select ${query}::tsquery))
    select ref_id from (select ref_id from matches limit ${maxMatches}) found order by ref_id desc limit ${max}`.execute(
    db,
  )
  return rows.map(({ ref_id }) => ref_id)
}
