import { type Insertable, type Selectable, sql } from 'kysely'
import type { Cents } from '../../base/money.ts'
import type { Db, Tables } from '../../server/postgres/tables.ts'
import { type WorkMoment, workFacts } from './facts-data.ts'
import {
  endsByItself,
  mostCounted,
  type WorkCursor,
  type WorkKind,
  type WorkView,
  workKinds,
} from './rules.ts'

const dayMs = 86_400_000

/** Whether an entry is to be done: not put off, and not done since its cause was last seen. */
function isOpen(kind: WorkKind, now: Date) {
  const done = endsByItself(kind)
    ? sql`done_at > ${new Date(now.getTime() - dayMs)}`
    : sql`done_at >= entry.at`
  return sql`not coalesce(snoozed_until > ${now}, false) and not coalesce(${done}, false)`
}

const joinWork = (kind: WorkKind) =>
  sql`left join staff_work on staff_work.kind = ${sql.lit(kind)} and staff_work.key = entry.key`

export interface WorkCount {
  kind: WorkKind
  /** At most 100: then there are more than 99. */
  count: number
  mine: number
  /** Since when the oldest waits. */
  since: Date | null
}

/** Of each list how many entries are open, one more than `mostCounted` at most. */
export async function countWork(db: Db, moment: WorkMoment, personId: number): Promise<WorkCount[]> {
  const counts = workKinds.map(
    kind => sql`
      select ${kind} as kind, count(*) as count, count(*) filter (where person_id = ${personId}) as mine, min(at) as since
      from (
        select entry.at, person_id from (${workFacts[kind](moment)}) as entry ${joinWork(kind)}
        where ${isOpen(kind, moment.now)} limit ${mostCounted + 1}) as entries`,
  )
  const { rows } = await sql<WorkCount>`${sql.join(counts, sql` union all `)}`.execute(db)
  return rows
}

type WorkOfEntry = 'key' | 'registry_id' | 'person_id' | 'taken_at' | 'snoozed_until' | 'done_at' | 'note'

export interface WorkRow extends Pick<Selectable<Tables['staff_work']>, WorkOfEntry> {
  at: Date
  order_id: number | null
  /** Of the line, refund, payout, letter or channel. */
  number: number | null
  cents: Cents | null
  /** What the fact says of itself: the shop's or the mail server's words, a template, a day. */
  detail: string | null
  name: string | null
  email: string | null
  phone: string | null
  version: number | null
  changed_at: Date | null
  code: string | null
  registry_name: string | null
  taken_by: string | null
  changed_by: string | null
}

const entryColumns = [
  ...['key', 'at', 'registry_id', 'order_id', 'number', 'cents', 'detail', 'name', 'email', 'phone'],
  ...['version', 'person_id', 'taken_at', 'snoozed_until', 'done_at', 'note', 'changed_at'],
]

/** Entries of a list behind the cursor, oldest first; or the one of that key, whatever was done about it. */
export async function findWork(
  db: Db,
  kind: WorkKind,
  moment: WorkMoment,
  { view, after, key, max }: { view?: WorkView; after?: WorkCursor | null; key?: string; max: number },
): Promise<WorkRow[]> {
  const open = isOpen(kind, moment.now)
  const shown = key === undefined ? (view === 'aside' ? sql`not (${open})` : open) : sql`entry.key = ${key}`
  const behind = after ? sql`and (entry.at, entry.key) > (${after.at}, ${after.key})` : sql``
  const { rows } = await sql<WorkRow>`
    with entries as (
      select entry.*, version, person_id, taken_at, snoozed_until, done_at, note, changed_by, changed_at
      from (${workFacts[kind](moment)}) as entry ${joinWork(kind)}
      where ${shown} ${behind} order by entry.at, entry.key limit ${max})
    select ${sql.join(entryColumns.map(column => sql.ref(`entries.${column}`)))},
      registry.code, registry.registry_name, taker.name as taken_by, changer.name as changed_by
    from entries
    left join registry on registry.id = entries.registry_id
    left join staff_person taker on taker.id = entries.person_id
    left join staff_person changer on changer.id = entries.changed_by
    order by entries.at, entries.key`.execute(db)
  return rows
}

/** Stores what staff did; false when the entry is no longer of that version: somebody else was first. */
export async function saveWork(
  tx: Db,
  work: Insertable<Tables['staff_work']>,
  formerVersion: number,
): Promise<boolean> {
  const { kind, key, ...changed } = work
  const row = await tx
    .insertInto('staff_work')
    .values(work)
    .onConflict(conflict =>
      conflict.columns(['kind', 'key']).doUpdateSet(changed).where('staff_work.version', '=', formerVersion),
    )
    .returning('version')
    .executeTakeFirst()
  return row !== undefined
}
