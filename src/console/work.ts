import { type Insertable, type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import { AppError } from '../base/app-error.ts'
import { dayInAthens } from '../base/dates.ts'
import { dayMs } from '../base/durations.ts'
import { boundedText, programNumber } from '../base/fields.ts'
import type { Cents } from '../base/money.ts'
import type { StaffRole } from '../base/staff-roles.ts'
import { findWishes } from '../orders/restore/restore.ts'
import type { StaffContext } from '../server/context/request-context.ts'
import { staffCall, staffRead } from '../server/context/staff-call.ts'
import type { Db, Tables } from '../server/postgres/tables.ts'
import type { AuditAction } from './audit.rules.ts'
import { recordAudit } from './audit.ts'
import { type WorkMoment, workFacts } from './facts.sql.ts'
import { type Cursor, cutPage, formatCursor, parseCursor } from './paging.rules.ts'
import { guestEmailFor } from './registry/registry.ts'
import { findRegistryOfNote, readShopOrder } from './search.ts'
import {
  endsByItself,
  mostCounted,
  snoozeDays,
  type WorkAct,
  type WorkKind,
  type WorkView,
  workActs,
  workKinds,
  workViews,
} from './work.rules.ts'

/** Whether an entry is to be done: not put off, and not done since its cause was last seen. */
function isOpen(kind: WorkKind, now: Date) {
  const done = endsByItself(kind)
    ? sql`done_at > ${new Date(now.getTime() - dayMs)}`
    : sql`done_at >= entry.at`
  return sql`not coalesce(snoozed_until > ${now}, false) and not coalesce(${done}, false)`
}

const joinWork = (kind: WorkKind) =>
  sql`left join staff_work on staff_work.kind = ${sql.lit(kind)} and staff_work.key = entry.key`

interface WorkCount {
  kind: WorkKind
  /** At most 100: then there are more than 99. */
  count: number
  mine: number
  /** Since when the oldest waits. */
  since: Date | null
}

/** Of each list how many entries are open, one more than `mostCounted` at most. */
async function countWork(db: Db, moment: WorkMoment, personId: number): Promise<WorkCount[]> {
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

interface WorkRow extends Pick<Selectable<Tables['staff_work']>, WorkOfEntry> {
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
async function findWork(
  db: Db,
  kind: WorkKind,
  moment: WorkMoment,
  { view, after, key, max }: { view?: WorkView; after?: Cursor | null; key?: string; max: number },
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
async function saveWork(tx: Db, work: Insertable<Tables['staff_work']>, formerVersion: number) {
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

const kind = z.enum(workKinds, 'field_malformed')
const cursor = z
  .string('field_malformed')
  .check(z.refine(text => parseCursor(text) !== null, 'field_malformed'))
const change = {
  kind,
  key: boundedText({ min: 1, max: 200 }),
  /** As the form showed it, so that a change that somebody else made meanwhile refuses this one. */
  version: programNumber,
  act: z.enum(workActs, 'field_malformed'),
  days: z.optional(
    programNumber.check(z.refine(days => snoozeDays.some(one => one === days), 'field_malformed')),
  ),
  note: z.optional(boundedText({ max: 1000, long: 'staff_work_note_long' })),
}
type Change = z.output<z.ZodMiniObject<typeof change>>

export const calls = {
  /** How many entries each work list has, and how many of them this person has taken. */
  work: staffRead('support', {}, (_, ctx) => countWork(ctx.db, momentOf(ctx), ctx.staff.id)),
  workList: staffRead(
    'support',
    { kind, view: z._default(z.enum(workViews, 'field_malformed'), 'open'), after: z.optional(cursor) },
    listWork,
  ),
  changeWork: staffCall('support', change, changeWork),
}

const entriesPerPage = 50

const momentOf = ({ now }: StaffContext): WorkMoment => ({ now, today: dayInAthens(now) })

interface ListInput {
  kind: WorkKind
  view: WorkView
  after?: string | undefined
}

/** Those that wait longest first. */
async function listWork({ kind, view, after }: ListInput, ctx: StaffContext) {
  const cursor = after === undefined ? null : parseCursor(after)
  const rows = await findWork(ctx.db, kind, momentOf(ctx), { view, after: cursor, max: entriesPerPage + 1 })
  const { shown, next } = cutPage(rows, entriesPerPage, ({ at, key }) => formatCursor(at, key))
  const entries = shown.map(row => toEntry(kind, row, ctx))
  return { entries: kind === 'unmatched' ? await withShopOrders(entries, ctx) : entries, next }
}

/** A gift that wishes for goods whose hand-off may have been lost by a restore (R1391), with its registry. */
interface Wish {
  gift: number
  code: string
  name: string
}

type Entry = ReturnType<typeof toEntry>

function toEntry(kind: WorkKind, row: WorkRow, { staff, now, shop }: StaffContext) {
  const { registry_id, person_id, code, registry_name, order_id: order, ...shown } = row
  return {
    ...shown,
    kind,
    registry: code === null ? null : { code, name: registry_name ?? '' },
    order,
    /** Of an order line without a place: the order in the shop's control panel, where it is refunded. */
    shop_url: kind === 'unmatched' && order !== null ? shop.orderPageUrl(order) : null,
    /** Of an order line without a place: its product. */
    product: null as string | null,
    wishes: [] as Wish[],
    detail: detailFor(kind, row.detail, staff.role),
    email: guestEmailFor(staff.role, row.email).email,
    /** 0 while staff have done nothing about it. */
    version: row.version ?? 0,
    is_mine: person_id === staff.id,
    snoozed_until: row.snoozed_until && row.snoozed_until > now ? row.snoozed_until : null,
  }
}

/** Orders that the shop is asked for when the list opens. */
const mostAsked = 10

/**
 * Lines without a place with what the shop knows of them: who paid, the product, and the registry that the order's note
 * names. Nothing of it is stored, and a shop that does not answer leaves the list as it is.
 */
async function withShopOrders(entries: Entry[], ctx: StaffContext): Promise<Entry[]> {
  const ids = [...new Set(entries.flatMap(({ order }) => (order === null ? [] : [order])))]
  const read = await Promise.all(
    ids.slice(0, mostAsked).map(async id => {
      const order = await readShopOrder(id, ctx)
      return order ? { order, registry: await findRegistryOfNote(order, ctx) } : null
    }),
  )
  const lineOf = ({ order, number }: Entry) =>
    read.find(one => one?.order.id === order)?.order.lines.find(({ id }) => id === number)
  const lost = entries
    .filter(({ detail }) => detail === 'lost')
    .flatMap(entry => lineOf(entry)?.productId ?? [])
  const wishes = lost.length === 0 ? [] : await findWishes(ctx.db, lost, dayInAthens(ctx.now))
  return entries.map(entry => {
    const found = read.find(one => one?.order.id === entry.order)
    if (!found) return entry
    const line = lineOf(entry)
    const isLost = entry.detail === 'lost'
    return {
      ...entry,
      name: found.order.billingName,
      product: line?.name ?? null,
      registry: found.registry,
      wishes: wishes
        .filter(wish => isLost && wish.product_id === line?.productId)
        .map(({ gift_id, code, registry_name }) => ({ gift: gift_id, code, name: registry_name })),
    }
  })
}

/** The mail server repeats addresses, which support sees masked (R962). */
function detailFor(kind: WorkKind, detail: string | null, role: StaffRole): string | null {
  if (kind !== 'letter' || role !== 'support' || detail === null) return detail
  return detail
    .split(' ')
    .map(word => (word.includes('@') ? '…' : word))
    .join(' ')
}

const auditActionOf: Record<WorkAct, AuditAction> = {
  take: 'work_taken',
  leave: 'work_left',
  snooze: 'work_snoozed',
  done: 'work_done',
  reopen: 'work_reopened',
  note: 'work_noted',
}

/**
 * Takes an entry of a work list, puts it off, marks it as done or notes something; audited. Throws `staff_work_gone`
 * 409 when the entry's cause has ended, and `staff_work_changed` 409 when somebody else has changed it since it was
 * shown.
 */
async function changeWork(input: Change, ctx: StaffContext) {
  const { kind, key, version, act } = input
  const [row] = await findWork(ctx.db, kind, momentOf(ctx), { key, max: 1 })
  if (!row) throw new AppError('staff_work_gone', 409)
  if ((row.version ?? 0) !== version) throw new AppError('staff_work_changed', 409)
  const { person_id, taken_at, snoozed_until, done_at, note } = row
  const before: WorkState = { person_id, taken_at, snoozed_until, done_at, note }
  const after = { ...before, ...changeOf(input, ctx) }
  const changed = { kind, key, registry_id: row.registry_id, changed_by: ctx.staff.id, changed_at: ctx.now }
  await ctx.db.transaction().execute(async tx => {
    const isFirst = await saveWork(tx, { ...changed, ...after, version: version + 1 }, version)
    if (!isFirst) throw new AppError('staff_work_changed', 409)
    await recordAudit(tx, ctx, {
      action: auditActionOf[act],
      ...(row.registry_id !== null && { registryId: row.registry_id }),
      ...(row.order_id !== null && { subject: `order ${row.order_id}` as const }),
      before: { work: `${kind} ${key}`, note: before.note },
      after: { snoozed_until: after.snoozed_until?.toISOString() ?? null, note: after.note },
    })
  })
}

type WorkState = Pick<WorkRow, 'person_id' | 'taken_at' | 'snoozed_until' | 'done_at' | 'note'>

function changeOf({ act, days = 1, note }: Change, { staff, now }: StaffContext): Partial<WorkState> {
  const taken = { person_id: staff.id, taken_at: now, snoozed_until: null, done_at: null }
  const changes: Record<WorkAct, Partial<WorkState>> = {
    take: taken,
    leave: { person_id: null, taken_at: null },
    snooze: { snoozed_until: new Date(now.getTime() + days * dayMs), done_at: null },
    done: { done_at: now, snoozed_until: null },
    reopen: { done_at: null, snoozed_until: null },
    note: { note: note || null },
  }
  return changes[act]
}
