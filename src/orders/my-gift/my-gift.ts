import { sql } from 'kysely'
import { AppError, orNotFound } from '../../base/app-error.ts'
import { addDays, type Day, dayInAthens } from '../../base/dates.ts'
import { dayMs } from '../../base/durations.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { formatCode } from '../../base/fields.ts'
import {
  findAskedLines,
  findHandoffByReference,
  type HandoffRow,
  markWithdrawn,
} from '../../checkout/hand-off.sql.ts'
import { toHandedLine } from '../../checkout/hand-off.ts'
import { verifyGiverToken } from '../../checkout/request.ts'
import { updateGiver, updateLineMessage } from '../../checkout/reservation.sql.ts'
import { findHostKind } from '../../registry/event-type.ts'
import { hostNames } from '../../registry/registry.rules.ts'
import { lockRegistries, type RegistryRow } from '../../registry/registry.sql.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import { findRows, getRow, updateRows } from '../../server/postgres/rows.ts'
import type { Visibility } from '../../server/postgres/tables.generated.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { ShopFailure } from '../../shop/port.ts'
import type { ShopOrder } from '../../shop/port-orders.ts'
import { appendStaffNote } from '../notes.ts'
import type { PurchaseRow } from '../orders.sql.ts'
import * as contract from './my-gift.contract.ts'

export const calls: Handler[] = [
  handle(contract.showMyGift, showMyGift),
  handle(contract.changeMyGift, changeMyGift),
  handle(contract.withdrawMyGift, withdrawMyGift),
]

const limit = { max: 120, seconds: 600 }

interface MyGift {
  handoff: HandoffRow
  registry: RegistryRow
  purchases: PurchaseRow[]
  /** Whether the token is of the browser that handed the cart off: it shows nothing about who paid. */
  isForWords: boolean
}

/**
 * Also for a registry that was deleted: the right of withdrawal outlives it (R517). One that was erased has no name but
 * its code. Throws `refused_missing` 404 for any other token, and when nothing was bought.
 */
async function loadMyGift(token: string, ctx: RequestContext): Promise<MyGift> {
  await ctx.rateLimit(`my-gift ${ctx.address}`, limit.max, limit.seconds)
  const { reference, isForWords } = orNotFound(verifyGiverToken(token, ctx.config, ctx.now))
  const handoff = orNotFound(await findHandoffByReference(ctx.db, reference))
  const row = await getRow(ctx.db, 'registry', { id: handoff.registry_id })
  const registry = { ...row, registry_name: row.registry_name || formatCode(row.code) }
  const purchases = await findRows(ctx.db, 'purchase', {
    where: { handoff_id: handoff.id },
    orderBy: ['order_id', 'line_id'],
  })
  orNotFound(purchases[0])
  return { handoff, registry, purchases, isForWords }
}

async function showMyGift({ token }: { token: string }, ctx: RequestContext) {
  const { handoff, registry, purchases, isForWords } = await loadMyGift(token, ctx)
  const lines = await findAskedLines(ctx.db, handoff.id, ctx.language)
  return {
    registry_id: registry.removed_at ? null : registry.code,
    registry_name: registry.registry_name,
    reference: handoff.reference,
    hosts: hostNames(registry) || registry.registry_name,
    host_kind: await findHostKind(ctx.db, registry.event_type),
    state: overallState(purchases),
    giver_name: (isForWords ? handoff.giver_name : purchases[0]?.giver_name) ?? '',
    visibility: handoff.visibility,
    message: handoff.message ?? '',
    orders: isForWords ? [] : orderIdsOf(purchases),
    lines: lines.map(line => ({
      ...toHandedLine(line),
      amount: line.units * line.cents,
      message: line.message ?? '',
    })),
    withdrawal: isForWords ? ('over' as const) : await readWithdrawal({ handoff, purchases }, ctx),
    withdrawn_at: handoff.cancel_requested_at?.toISOString() ?? null,
    withdrawal_url: ctx.config.WITHDRAWAL_URL ?? null,
    email: isForWords ? null : giverEmail(purchases, handoff),
    has_own_messages: lines.some(line => line.message !== null),
  }
}

function overallState(purchases: PurchaseRow[]): PurchaseRow['state'] {
  const states = purchases.map(one => one.state)
  if (states.includes('paid')) return 'paid'
  return states.includes('pending') ? 'pending' : 'void'
}

const orderIdsOf = (purchases: PurchaseRow[]) => [...new Set(purchases.map(one => one.order_id))]

/**
 * Whether the giver may withdraw (R517). When the shop can't be asked they may: staff check the term, and nobody loses
 * the right because the shop was away.
 */
async function readWithdrawal(
  { handoff, purchases }: Pick<MyGift, 'handoff' | 'purchases'>,
  ctx: RequestContext,
) {
  const notVoid = purchases.filter(one => one.state !== 'void')
  if (notVoid.length === 0) return 'over' as const
  if (handoff.cancel_requested_at) return 'asked' as const
  try {
    const orders = await Promise.all(orderIdsOf(notVoid).map(id => ctx.shop.fetchOrder(id)))
    const lastDays = orders.map(order => order && lastWithdrawalDay(order, hasGoods(notVoid, order.id)))
    return mayWithdraw(lastDays, dayInAthens(ctx.now)) ? ('possible' as const) : ('ended' as const)
  } catch (error) {
    if (error instanceof ShopFailure) return 'possible' as const
    throw error
  }
}

const hasGoods = (purchases: PurchaseRow[], order: number) =>
  purchases.some(one => one.order_id === order && one.kind === 'units')

async function changeMyGift(input: ParsedOf<typeof contract.changeMyGift>, ctx: RequestContext) {
  const { handoff, registry } = await loadMyGift(input.token, ctx)
  // Staff may have corrected the name since the form was opened (R1030).
  const isSameName = input.giver_name === input.giver_name_before
  const giver_name = isSameName ? null : input.giver_name || null
  await ctx.db.transaction().execute(async tx => {
    await lockRegistries(tx, [registry.id])
    for (const { id, message } of input.messages ?? [])
      await updateLineMessage(tx, handoff.id, { id, message: message || null })
    const details = { visibility: input.visibility, message: input.message || null }
    await updateGiver(tx, handoff.id, { ...details, ...(giver_name && { giver_name }) })
    await updateGiverOfPurchases(tx, handoff.id, { ...details, giver_name })
    await ctx.registryChanged(tx, registry.id)
  })
  return {}
}

/**
 * Withdraws from the contract (R517): writes a note on each order, a letter to staff and the acknowledgement with the
 * time to the giver. A second time does nothing. Throws `refused_missing` 404 for a token of the words, `my_gift_late`
 * 409 after the term and for void orders.
 */
async function withdrawMyGift({ token }: { token: string }, ctx: RequestContext) {
  const { handoff, registry, purchases, isForWords } = await loadMyGift(token, ctx)
  orNotFound(isForWords ? null : handoff)
  const withdrawal = await readWithdrawal({ handoff, purchases }, ctx)
  if (withdrawal === 'asked') return {}
  if (withdrawal !== 'possible') throw new AppError('my_gift_late', 409)
  const orders = orderIdsOf(purchases.filter(one => one.state !== 'void'))
  await ctx.db.transaction().execute(async tx => {
    await lockRegistries(tx, [registry.id])
    if (!(await markWithdrawn(tx, handoff.id, ctx.now))) return
    const note = `The giver withdraws from the contract for their gifts to registry ${formatCode(registry.code)} (confirmed ${ctx.now.toISOString()}, by the link in their e-mail).`
    // Open money of the orders leaves no registry until then (R517).
    await updateRows(tx, 'order_payment', {
      set: { held_until: new Date(ctx.now.getTime() + withdrawalHoldDays * dayMs) },
      where: { order_id: { in: orders } },
    })
    await ctx.registryChanged(tx, registry.id)
    for (const order of orders) {
      await appendStaffNote(tx, order, note, ctx.now)
      const props = { order, code: registry.code, at: ctx.now.toISOString() }
      await ctx.tellStaff(tx, { cause: `withdrawn:${handoff.id}:${order}`, template: 'withdrawn', props })
    }
    await acknowledgeWithdrawal(tx, { handoff, registry, purchases }, orders, ctx)
  })
  return {}
}

/** The law asks for an acknowledgement on a durable medium: what is withdrawn from, and when it was received. */
async function acknowledgeWithdrawal(
  tx: Db,
  { handoff, registry, purchases }: Omit<MyGift, 'isForWords'>,
  orders: number[],
  ctx: RequestContext,
): Promise<void> {
  const to = giverEmail(purchases, handoff)
  if (to === null) return
  const lines = await findAskedLines(tx, handoff.id, handoff.language)
  await ctx.enqueueEmail(tx, {
    cause: `withdrawal-received:${registry.code}:${handoff.id}`,
    template: 'withdrawal-received',
    language: handoff.language,
    to,
    props: {
      registry: registry.registry_name,
      giver: purchases[0]?.giver_name ?? '',
      orders: orders.join(', '),
      at: ctx.now.toISOString(),
      gifts: lines.map(({ name, kind, units, cents }) => ({ name, kind, units, cents: units * cents })),
    },
  })
}

const giverEmail = (purchases: PurchaseRow[], handoff: HandoffRow) =>
  purchases.find(one => one.giver_email !== null)?.giver_email ?? handoff.giver_email

/** Fields of an order that decide the term. */
type WithdrawalOrder = Pick<ShopOrder, 'isShipped' | 'isCompleted' | 'orderedAt' | 'changedAt'>

/** Days for which money waits for the refund after a withdrawal; the shop has 14 days to make it (R517). */
const withdrawalHoldDays = 30

/** The term in days runs from the arrival, which isn't known, so days for the parcel are added. */
const termDays = 14
const parcelDays = 14

/**
 * The last day on which a giver may withdraw (R517), never too early: for goods from the order's last change once they
 * are sent, and none before; for money and digital goods from the order.
 */
export function lastWithdrawalDay(order: WithdrawalOrder, hasGoods: boolean): Day | null {
  if (!hasGoods) return addDays(dayInAthens(order.orderedAt), termDays)
  const isSent = order.isShipped || order.isCompleted
  return isSent ? addDays(dayInAthens(order.changedAt), parcelDays + termDays) : null
}

/** While the term of any of the orders runs. */
export function mayWithdraw(lastDays: (Day | null)[], today: Day): boolean {
  return lastDays.some(day => day === null || day >= today)
}

/** Without a name the stored one stays; a gift's own message is preferred to the common one. */
async function updateGiverOfPurchases(
  tx: Db,
  handoffId: number,
  details: { giver_name: string | null; visibility: Visibility; message: string | null },
): Promise<void> {
  const { giver_name, visibility, message } = details
  await sql`
    update purchase set visibility = ${visibility}, giver_name = coalesce(${giver_name}, giver_name),
      changed_at = now(),
      message = coalesce((
        select line.message from handoff_line line
        where line.handoff_id = purchase.handoff_id and line.gift_id = purchase.gift_id limit 1), ${message}::text)
    where handoff_id = ${handoffId}`.execute(tx)
}
