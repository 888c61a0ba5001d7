import { type RawBuilder, sql } from 'kysely'
import type { Closeness } from '../base/names.ts'
import type { Db } from '../server/tables.ts'
import type { Filters, Part, Requirement, Step } from './find-rules.ts'

/** A step, and which of its requirements leads: the others are looked up for each registry that has the leading one. */
export interface Led extends Step {
  leader: number
}

export interface Found {
  id: number
  closeness: Closeness
}

/**
 * Registries that mention every word and pass the filters, step by step until there are enough: of each word the
 * newest first. The leader is best the rarest. A registry may come more than once.
 * Hidden ones mention nothing; `foundRows` looks again.
 */
export async function registriesLed(db: Db, steps: Led[], filters: Filters, most: number): Promise<Found[]> {
  if (steps.length === 0) return []
  const named = steps.map((step, at) => ({ ...step, name: sql.ref(`step_${at}`) }))
  const parts = named.map((step, at) => {
    const before = named.slice(0, at).map(one => one.name)
    const room = sql.join([sql`${most}`, ...before.map(one => sql`(select count(*) from ${one})`)], sql` - `)
    const where = [...conditions(filters), ...before.map(isNew)]
    return sql`${step.name} as materialized (
      ${mentioning(step, where, most)} limit greatest(0, ${room}))`
  })
  const all = named.map(({ name, closeness }) => sql`select id, ${closeness}::int as closeness from ${name}`)
  const { rows } = await sql<Found>`
    with ${sql.join(parts)} ${sql.join(all, sql` union all `)}`.execute(db)
  return rows
}

const isNew = (step: RawBuilder<unknown>) =>
  sql<boolean>`mention.registry_id <> all(array(select id from ${step}))`

function mentioning({ requirements, leader }: Led, narrowed: RawBuilder<boolean>[], most: number) {
  const leading = requirements[leader]
  const others = requirements.filter((_, at) => at !== leader)
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

function conditions({ type, month, year }: Filters): RawBuilder<boolean>[] {
  const from = (year ?? 0) * 12
  const asked: (RawBuilder<boolean> | null)[] = [
    type === undefined ? null : sql<boolean>`mention.event_type = ${type}`,
    month === undefined ? null : sql<boolean>`mention.event_month % 12 = ${month - 1}`,
    year === undefined ? null : sql<boolean>`mention.event_month between ${from} and ${from + 11}`,
  ]
  return asked.filter(condition => condition !== null)
}

/** The registries that have all a step asks for, and how many mentions each of its requirements has. */
export interface Shared {
  ids: number[]
  counts: number[]
}

interface Bounds {
  most: number
  /** Of the newest so many registries alone. */
  newest?: number
}

/**
 * For each step the registries that mention every word and pass the filters, the newest first: the lists of mentions
 * side by side, which is good for words that are all common, of which any one would lead to too many.
 */
export async function registriesShared(
  db: Db,
  steps: Step[],
  filters: Filters,
  { most, newest }: Bounds,
): Promise<Shared[]> {
  if (steps.length === 0) return []
  const bound = sql<boolean>`mention.registry_id > (select max(registry_id) - ${newest ?? 0} from find_mention)`
  const narrowed = newest === undefined ? conditions(filters) : [...conditions(filters), bound]
  const listsOf = steps.map(({ requirements }, at) =>
    requirements.map((one, place) => listOf(one, narrowed, sql.ref(`list_${at}_${place}`))),
  )
  const answers = listsOf.map(lists => {
    const each = lists.map(({ name }) => sql`select id from ${name}`)
    const counts = lists.map(({ name }) => sql`(select count(*) from ${name})`)
    return sql`
      select array(${sql.join(each, sql` intersect `)} order by id desc limit ${most})::int[] as ids,
        array[${sql.join(counts)}]::int[] as counts`
  })
  const { rows } = await sql<Shared>`
    with ${sql.join(listsOf.flat().map(({ body }) => body))} ${sql.join(answers, sql` union all `)}`.execute(
    db,
  )
  return rows
}

function listOf({ ids, part }: Requirement, narrowed: RawBuilder<boolean>[], name: RawBuilder<unknown>) {
  const where = [sql<boolean>`mention.word_id = any(${ids}::int[])`, isIn('mention', part), ...narrowed]
  const body = sql`${name} as materialized (
    select mention.registry_id as id from find_mention mention where ${sql.join(where, sql` and `)})`
  return { name, body }
}
