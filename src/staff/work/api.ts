import { AppError } from '../../base/app-error.ts'
import { dayInAthens } from '../../base/dates.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import type { StaffRole } from '../../base/staff-roles.ts'
import { findWishes } from '../../checkout/restore/data.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import type { AuditAction } from '../audit/rules.ts'
import { recordAudit } from '../audit/service.ts'
import { guestEmailFor } from '../registry/access.ts'
import { findRegistryOfNote, readShopOrder } from '../search/shop-order-service.ts'
import * as contract from './contract.ts'
import * as data from './data.ts'
import type { WorkMoment } from './facts-data.ts'
import { formatWorkCursor, parseWorkCursor, type WorkAct, type WorkKind } from './rules.ts'

export const calls: Handler[] = [
  handle(contract.showWork, showWork),
  handle(contract.listWork, listWork),
  handle(contract.changeWork, changeWork),
]

const entriesPerPage = 50
const dayMs = 86_400_000

const momentOf = ({ now }: StaffContext): WorkMoment => ({ now, today: dayInAthens(now) })

async function showWork(_: object, ctx: StaffContext) {
  const counts = await data.countWork(ctx.db, momentOf(ctx), ctx.staff.id)
  return { lists: counts.map(({ since, ...list }) => ({ ...list, since: since?.toISOString() ?? null })) }
}

async function listWork({ kind, view, after }: ParsedOf<typeof contract.listWork>, ctx: StaffContext) {
  const cursor = after === undefined ? null : parseWorkCursor(after)
  const rows = await data.findWork(ctx.db, kind, momentOf(ctx), {
    view,
    after: cursor,
    max: entriesPerPage + 1,
  })
  const shown = rows.slice(0, entriesPerPage)
  const last = rows.length > entriesPerPage ? shown.at(-1) : undefined
  const entries = shown.map(row => toEntry(kind, row, ctx))
  return {
    entries: kind === 'unmatched' ? await withShopOrders(entries, ctx) : entries,
    next: last ? formatWorkCursor(last) : null,
  }
}

const iso = (moment: Date | null) => moment?.toISOString() ?? null

function toEntry(
  kind: WorkKind,
  row: data.WorkRow,
  { staff, now, shop }: StaffContext,
): contract.WorkEntryView {
  return {
    kind,
    key: row.key,
    at: row.at.toISOString(),
    registry: row.code === null ? null : { code: row.code, name: row.registry_name ?? '' },
    order: row.order_id,
    shop_url: kind === 'unmatched' && row.order_id !== null ? shop.orderPageUrl(row.order_id) : null,
    number: row.number,
    cents: row.cents,
    product: null,
    wishes: [],
    detail: detailFor(kind, row.detail, staff.role),
    name: row.name,
    email: guestEmailFor(staff.role, row.email).email,
    phone: row.phone,
    version: row.version ?? 0,
    taken_by: row.taken_by,
    is_mine: row.person_id === staff.id,
    taken_at: iso(row.taken_at),
    snoozed_until: row.snoozed_until && row.snoozed_until > now ? iso(row.snoozed_until) : null,
    done_at: iso(row.done_at),
    note: row.note,
    changed_by: row.changer,
    changed_at: iso(row.changed_at),
  }
}

/** Of so many orders the shop is asked when a list of their lines opens. */
const mostAsked = 10

/**
 * Lines without a place with what the shop knows of them: who paid, the product, and the registry that the order's note
 * names. Nothing of it is stored, and a shop that does not answer leaves the list as it is.
 */
async function withShopOrders(
  entries: contract.WorkEntryView[],
  ctx: StaffContext,
): Promise<contract.WorkEntryView[]> {
  const ids = [...new Set(entries.flatMap(({ order }) => (order === null ? [] : [order])))]
  const read = await Promise.all(
    ids.slice(0, mostAsked).map(async id => {
      const order = await readShopOrder(id, ctx)
      return order ? { order, registry: await findRegistryOfNote(order, ctx) } : null
    }),
  )
  const lineOf = ({ order, number }: contract.WorkEntryView) =>
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
 * Throws `staff_work_gone` 409 when the entry's cause is mended, and `staff_work_changed` 409 when somebody else has
 * changed it since it was shown.
 */
async function changeWork(input: ParsedOf<typeof contract.changeWork>, ctx: StaffContext) {
  const { kind, key, version, act } = input
  const [row] = await data.findWork(ctx.db, kind, momentOf(ctx), { key, max: 1 })
  if (!row) throw new AppError('staff_work_gone', 409)
  if ((row.version ?? 0) !== version) throw new AppError('staff_work_changed', 409)
  const before = pickWork(row)
  const after = { ...before, ...changeOf(input, ctx) }
  const changed = { kind, key, registry_id: row.registry_id, changed_by: ctx.staff.id, changed_at: ctx.now }
  await ctx.db.transaction().execute(async tx => {
    const isFirst = await data.saveWork(tx, { ...changed, ...after, version: version + 1 }, version)
    if (!isFirst) throw new AppError('staff_work_changed', 409)
    await recordAudit(tx, ctx, {
      action: auditActionOf[act],
      ...(row.registry_id !== null && { registryId: row.registry_id }),
      ...(row.order_id !== null && { subject: `order ${row.order_id}` as const }),
      before: { work: `${kind} ${key}`, note: before.note },
      after: { snoozed_until: iso(after.snoozed_until), note: after.note },
    })
  })
  return {}
}

type WorkState = Pick<data.WorkRow, 'person_id' | 'taken_at' | 'snoozed_until' | 'done_at' | 'note'>

const pickWork = ({ person_id, taken_at, snoozed_until, done_at, note }: WorkState): WorkState => ({
  person_id,
  taken_at,
  snoozed_until,
  done_at,
  note,
})

function changeOf(
  { act, days = 1, note }: ParsedOf<typeof contract.changeWork>,
  { staff, now }: StaffContext,
): Partial<WorkState> {
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
