import { type RawBuilder, sql } from 'kysely'
import type { Day } from '../base/dates.ts'
import type { Db } from '../server/tables.ts'
import type { Filters, KnownKey, Part, Stretch } from './find-rules.ts'

/** Most keys read of one stretch: a beginning of three letters has some hundreds. */
const keysMost = 500

/** The dictionary's keys in each of these stretches. */
export async function keysWithin(db: Db, stretches: Stretch[]): Promise<KnownKey[]> {
  const froms = stretches.map(({ from }) => from)
  const tos = stretches.map(({ to }) => to)
  const { rows } = await sql<KnownKey>`
    select known.key, known.word_id
    from unnest(${froms}::text[], ${tos}::text[]) as stretch (low, high)
    cross join lateral (
      select key, word_id from find_key where key >= stretch.low and key < stretch.high order by key limit ${keysMost}
    ) known`.execute(db)
  return rows
}

/** Less alike than this, no two words of six letters are one typo apart. */
const alikeLeast = 0.2

/** Keys that share many of their trigrams with one of these, the most alike first. */
export async function keysLike(db: Db, keys: string[]): Promise<KnownKey[]> {
  if (keys.length === 0) return []
  return db.transaction().execute(async tx => {
    await sql`select set_config('pg_trgm.similarity_threshold', ${String(alikeLeast)}, true)`.execute(tx)
    const { rows } = await sql<KnownKey>`
      select known.key, known.word_id
      from unnest(${keys}::text[]) as asked (key)
      cross join lateral (
        select find_key.key, find_key.word_id from find_key
        where find_key.key % asked.key
        order by similarity(find_key.key, asked.key) desc limit ${keysMost}
      ) known`.execute(tx)
    return rows
  })
}

/** A word that a registry must have: any of these of the dictionary, in that part. */
export interface Requirement {
  ids: number[]
  part: Part
}

/** The newest public registries that have every word and pass the filters; keys of rows, at most so many. */
export async function registriesWith(
  db: Db,
  [first, ...others]: Requirement[],
  filters: Filters,
  most: number,
): Promise<number[]> {
  if (!first) return []
  const { rows } = await sql<{ id: number }>`
    select distinct registry.id
    from find_mention mention join registry on registry.id = mention.registry_id
    where ${mentions(first)} and ${sql.join([isPublic, ...conditions(filters), ...others.map(alsoHas)], sql` and `)}
    order by registry.id desc limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The words of hidden ones are gone already; whoever changes that table still can't show one. */
const isPublic = sql<boolean>`registry.privacy = 'public' and registry.searchable and registry.removed_at is null`

function mentions({ ids, part }: Requirement): RawBuilder<boolean> {
  const meets = sql<boolean>`mention.word_id = any(${ids}::int[])`
  if (part === 'any') return meets
  return sql<boolean>`${meets} and mention.is_place = ${part === 'place'}`
}

function alsoHas(requirement: Requirement): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from find_mention mention where mention.registry_id = registry.id and ${mentions(requirement)})`
}

function conditions({ type, month, year }: Filters): RawBuilder<boolean>[] {
  const asked: (RawBuilder<boolean> | null)[] = [
    type === undefined ? null : sql<boolean>`registry.event_type = ${type}`,
    month === undefined ? null : sql<boolean>`extract(month from registry.event_day) = ${month}`,
    year === undefined ? null : sql<boolean>`extract(year from registry.event_day) = ${year}`,
  ]
  return asked.filter(condition => condition !== null)
}

export interface FoundRow {
  id: number
  code: string
  event_type: string
  registry_name: string
  /** The registry's and the hosts' names, for the order alone. */
  names: string
  event_place: string | null
  event_day: Day | null
}

/** What results and their order need of these registries. */
export async function foundRows(db: Db, ids: number[]): Promise<FoundRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<FoundRow>`
    select id, code, event_type, registry_name, event_place, event_day,
      concat_ws(' ', registry_name, name, surname, partner_name, partner_surname) as names
    from registry where id = any(${ids}::bigint[]) and ${isPublic}`.execute(db)
  return rows
}

/** The public registry with that code, as a list of one or none. */
export async function idWithCode(db: Db, code: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from registry where code = ${code} and ${isPublic}`.execute(db)
  return rows.map(({ id }) => id)
}
