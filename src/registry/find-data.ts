import { type RawBuilder, sql } from 'kysely'
import type { Day } from '../base/dates.ts'
import { type Closeness, leastAlike } from '../base/names.ts'
import type { Db } from '../server/tables.ts'
import type { Filters, KnownKey, Part, Requirement, Step, Stretch } from './find-rules.ts'

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

/** Keys that share many of their trigrams with one of these, the most alike first. */
export async function keysLike(db: Db, keys: string[]): Promise<KnownKey[]> {
  if (keys.length === 0) return []
  const alikeLeast = leastAlike(Math.min(...keys.map(key => key.length)))
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

/** How often each requirement is mentioned; nobody counts further than `most`. */
export async function mentionsOfEach(db: Db, requirements: Requirement[], most: number): Promise<number[]> {
  const counts = requirements.map(
    ({ ids }) => sql`(select count(*) from (
      select from find_mention where word_id = any(${ids}::int[]) limit ${most}) mentions)`,
  )
  const { rows } = await sql<{
    counts: number[]
  }>`select array[${sql.join(counts)}]::int[] as counts`.execute(db)
  return rows[0]?.counts ?? []
}

/**
 * Registries that mention every word and pass the filters, step by step until there are enough: of each word the
 * newest first. In each step the word that `leaders` names leads, best the rarest: the others are looked up for few. A registry may come more than once.
 * Hidden ones mention nothing; `foundRows` looks again.
 */
export async function registriesWith(
  db: Db,
  steps: Step[],
  leaders: number[],
  filters: Filters,
  most: number,
): Promise<{ id: number; closeness: Closeness }[]> {
  const named = steps.map((step, at) => ({ ...step, name: sql.ref(`step_${at}`) }))
  const parts = named.map(({ name, requirements }, at) => {
    const before = named.slice(0, at).map(one => one.name)
    const room = sql.join([sql`${most}`, ...before.map(one => sql`(select count(*) from ${one})`)], sql` - `)
    const where = [...conditions(filters), ...before.map(isNew)]
    return sql`${name} as materialized (
      ${mentioning(requirements, leaders[at] ?? 0, where, most)} limit greatest(0, ${room}))`
  })
  const all = named.map(({ name, closeness }) => sql`select id, ${closeness}::int as closeness from ${name}`)
  const { rows } = await sql<{ id: number; closeness: Closeness }>`
    with ${sql.join(parts)} ${sql.join(all, sql` union all `)}`.execute(db)
  return rows
}

const isNew = (step: RawBuilder<unknown>) =>
  sql<boolean>`mention.registry_id <> all(array(select id from ${step}))`

function mentioning(
  requirements: Requirement[],
  rarest: number,
  narrowed: RawBuilder<boolean>[],
  most: number,
) {
  const leading = requirements[rarest]
  const others = requirements.filter((_, at) => at !== rarest)
  const led = [isIn('mention', leading?.part ?? 'any'), ...narrowed, ...others.map(alsoHas)]
  return sql`
    select led.registry_id as id from unnest(${leading?.ids ?? []}::int[]) as asked (id) cross join lateral (
      select mention.registry_id from find_mention mention
      where mention.word_id = asked.id and ${sql.join(led, sql` and `)}
      order by mention.registry_id desc limit ${most}) led`
}

function isIn(table: string, part: Part): RawBuilder<boolean> {
  if (part === 'any') return sql<boolean>`true`
  return sql<boolean>`${sql.ref(`${table}.is_place`)} = ${part === 'place'}`
}

/** As a value of its own, so that it is looked up for each and never for all. */
function alsoHas({ ids, part }: Requirement): RawBuilder<boolean> {
  return sql<boolean>`(select true from find_mention other where other.registry_id = mention.registry_id
    and other.word_id = any(${ids}::int[]) and ${isIn('other', part)} limit 1)`
}

/** The words of hidden ones are gone already; whoever changes that table still can't show one. */
const isPublic = sql<boolean>`registry.privacy = 'public' and registry.searchable and registry.removed_at is null`

function conditions({ type, month, year }: Filters): RawBuilder<boolean>[] {
  const from = (year ?? 0) * 12
  const asked: (RawBuilder<boolean> | null)[] = [
    type === undefined ? null : sql<boolean>`mention.event_type = ${type}`,
    month === undefined ? null : sql<boolean>`mention.event_month % 12 = ${month - 1}`,
    year === undefined ? null : sql<boolean>`mention.event_month between ${from} and ${from + 11}`,
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
