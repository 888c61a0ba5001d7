import { AppError, orNotFound } from '../../base/app-error.ts'
import { type Cents, formatEuro } from '../../base/money.ts'
import {
  countReturnedUnits,
  returnUnits,
  sumGoodsOfOrder,
  worthOfReturn,
} from '../../money/returned-units.ts'
import { wasSent } from '../../orders/delivery.ts'
import { applyRefundFacts } from '../../orders/orders.rules.ts'
import {
  acceptMoneyProof,
  deleteRefundPlacements,
  findGiftNames,
  findPurchasesByOrder,
  findRefundFacts,
  findRefundPlacements,
  findRegistriesByOrder,
  lockOrderPayment,
} from '../../orders/orders.sql.ts'
import { storePaymentReceived, syncOrder } from '../../orders/orders.ts'
import { deleteLinePlacement, findLinePlacements } from '../../orders/placing.ts'
import { placeRefundOnLine, unrelatedLine } from '../../orders/refunds.ts'
import { queueOrder } from '../../orders/webhooks/webhooks.sql.ts'
import { excessOf } from '../../orders/worth.rules.ts'
import { insertFreedUnits } from '../../orders/worth.sql.ts'
import { lockRegistries, lockRegistry } from '../../registry/registry.sql.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import { findRow, findRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { ShopOrder, ShopTransaction } from '../../shop/port-orders.ts'
import type { RunOf, ShopRunOf } from './action.ts'
import type { ActionInput } from './declaration.rules.ts'
import { lineChoices, moreThan, orderOfShop } from './fields.ts'
import { findRegistryOfOrder } from './refusal.ts'

/**
 * The shop has received the payment of an order on delivery or by bank deposit (R966): it counts as paid (R510), and
 * the days before its money may leave start (R511).
 */
export const paymentReceipt: ShopRunOf<'payment_received', ShopOrder> = {
  findRegistryId: findRegistryOfOrder,
  read: ({ order }, ctx) => orderOfShop(order, ctx),
  async look(tx, { order: id }, order, ctx) {
    const registryIds = await findRegistriesByOrder(tx, id)
    await lockRegistries(tx, registryIds)
    const payment = await lockOrderPayment(tx, id)
    const [registryId] = registryIds
    if (!payment || registryId === undefined || order.state === 'void')
      throw new AppError('staff_payment_none', 409)
    if (payment.is_paid || payment.received_at) throw new AppError('staff_payment_known', 409)
    const { status, method } = payment
    const facts = { status, method, amount_cents: order.totalCents }
    return {
      registryId,
      cents: order.totalCents,
      history: { what: 'shop_payment', isGiving: true },
      before: { ...facts, paid: false },
      after: { ...facts, paid: true },
      async apply() {
        if (!(await storePaymentReceived(tx, id, registryIds, ctx)))
          throw new AppError('staff_payment_none', 409)
      },
    }
  },
}

const moneyOfOrder = async (tx: Db, id: number) =>
  (await findPurchasesByOrder(tx, id))
    .filter(one => one.is_money && one.state === 'paid')
    .reduce((sum, one) => sum + one.cents, 0)

/** Accepts that gift certificates paid for an order although the shop doesn't show it: its money may leave (R1163). */
export const proofAcceptance: RunOf<'proof_accepted'> = {
  findRegistryId: findRegistryOfOrder,
  async look(tx, { order }, _, ctx) {
    const registryIds = await findRegistriesByOrder(tx, order)
    await lockRegistries(tx, registryIds)
    const payment = await lockOrderPayment(tx, order)
    const [registryId] = registryIds
    if (!payment?.is_unproved || payment.proof_accepted_at) throw new AppError('staff_proof_none', 409)
    const cents = await moneyOfOrder(tx, order)
    const facts = { amount_cents: cents, method: payment.method }
    return {
      registryId,
      cents,
      history: { what: 'shop_payment', isGiving: true },
      before: { ...facts, waits: true },
      after: { ...facts, waits: false },
      async apply() {
        await acceptMoneyProof(tx, order, ctx.now)
        await queueOrder(tx, order, ctx.now)
      },
    }
  },
  after: async ({ order }, ctx) => void (await syncOrder(order, ctx)),
}

/** Places a part of a refund of a whole order on a line (R512). */
export const refundPlacing: ShopRunOf<'refund_placed', ShopOrder> = {
  findRegistryId: findRegistryOfOrder,
  read: ({ order }, ctx) => orderOfShop(order, ctx),
  async look(tx, { refund, line: lineId, amount }, read, ctx) {
    const { order, waiting, registryId } = await lockOrder(tx, read, refund)
    const line = order.lines.find(one => one.id === lineId)
    if (!line) throw new AppError('refused_fields', 422, { fields: { line: 'staff_line_missing' } })
    const left = line.totalCents - line.refundedCents
    const most = Math.min(left, waiting)
    if (amount > most) throw moreThan(most, { amount: 'staff_amount_much' })
    const name = { refund, product: line.name }
    return {
      registryId,
      // As much of the order's other money may leave again.
      cents: amount,
      history: { what: 'shop_refund', isGiving: true },
      before: { ...name, line_cents: left, waiting_cents: waiting },
      after: { ...name, line_cents: left - amount, waiting_cents: waiting - amount },
      apply: () => place(tx, read, { refundId: refund, lineId, cents: amount }, ctx),
    }
  },
  after: async ({ order }, ctx) => void (await syncOrder(order, ctx)),
  choices: refundChoices,
}

/**
 * What is left of a refund concerns no line of a registry: the order's money may leave again (R512, refunds of
 * amounts).
 */
export const refundDismissal: ShopRunOf<'refund_dismissed', ShopOrder> = {
  findRegistryId: findRegistryOfOrder,
  read: ({ order }, ctx) => orderOfShop(order, ctx),
  async look(tx, { refund }, read, ctx) {
    const { waiting, registryId } = await lockOrder(tx, read, refund)
    return {
      registryId,
      cents: waiting,
      history: { what: 'shop_refund', isGiving: true },
      before: { refund, waiting_cents: waiting },
      after: { refund, waiting_cents: 0 },
      apply: () => place(tx, read, { refundId: refund, lineId: unrelatedLine, cents: waiting }, ctx),
    }
  },
  after: async ({ order }, ctx) => void (await syncOrder(order, ctx)),
  choices: refundChoices,
}

/** Locks the order's registries; `waiting`: cents of the refund without a line. Throws `staff_refund_settled` 409. */
async function lockOrder(tx: Db, read: ShopOrder, refund: number) {
  const registryIds = await findRegistriesByOrder(tx, read.id)
  await lockRegistries(tx, registryIds)
  const order = applyRefundFacts(read, await findRefundFacts(tx, read.id))
  const waiting = order.unplacedRefunds.find(one => one.refundId === refund)?.cents
  if (waiting === undefined) throw new AppError('staff_refund_settled', 409)
  return { order, waiting, registryId: registryIds[0] }
}

async function place(
  tx: Db,
  order: ShopOrder,
  placement: { refundId: number; lineId: number; cents: number },
  ctx: StaffContext,
): Promise<void> {
  const refusal = await placeRefundOnLine(tx, order, placement, ctx)
  if (refusal !== null) throw new AppError('staff_refund_settled', 409)
}

async function refundChoices({ order: id }: { order?: number | undefined }, ctx: StaffContext) {
  if (id === undefined) return { refund: [], line: [] }
  const read = await orderOfShop(id, ctx)
  const order = applyRefundFacts(read, await findRefundFacts(ctx.db, id))
  const refunds = order.unplacedRefunds.map(({ refundId, cents }) => ({
    value: String(refundId),
    label: `${refundId}, ${formatEuro(cents, ctx.language)}`,
  }))
  return { refund: refunds, line: lineChoices(order, ctx) }
}

/** Takes back the placing of a line on the wrong gift; the order is read anew without it (R964). */
export const linePlacingUndo: RunOf<'line_unplaced'> = {
  findRegistryId: findRegistryOfOrder,
  async look(tx, { order, line }, _, ctx) {
    const registryIds = await findRegistriesByOrder(tx, order)
    await lockRegistries(tx, registryIds)
    const isPlaced = (await findLinePlacements(tx, order)).some(one => one.line_id === line)
    const purchase = (await findPurchasesByOrder(tx, order)).find(one => one.line_id === line)
    if (!isPlaced || !purchase) throw new AppError('staff_line_unplaced', 409)
    const name = (await findGiftNames(tx, [purchase.gift_id], ctx.language)).get(purchase.gift_id) ?? ''
    const facts = { line, line_cents: purchase.cents, giver: purchase.giver_name }
    return {
      registryId: purchase.registry_id,
      cents: purchase.cents,
      history: { what: 'shop_gift_reversed', about: name, isGiving: true },
      before: { ...facts, gift: name },
      after: { ...facts, gift: null },
      // Two gifts may have the same name.
      state: { gift: purchase.gift_id, handoff: purchase.handoff_id },
      async apply() {
        await deleteLinePlacement(tx, order, line)
        await queueOrder(tx, order, ctx.now)
      },
    }
  },
  after: async ({ order }, ctx) => void (await syncOrder(order, ctx)),
}

/** Takes back the placing or dismissal of a refund (R512), as of a line (R964); it waits for its place again. */
export const refundPlacingUndo: RunOf<'refund_unplaced'> = {
  findRegistryId: findRegistryOfOrder,
  async look(tx, { order, refund }, _, ctx) {
    const registryIds = await findRegistriesByOrder(tx, order)
    await lockRegistries(tx, registryIds)
    const parts = (await findRefundPlacements(tx, order)).filter(one => one.refund_id === refund)
    if (parts.length === 0) throw new AppError('staff_refund_unplaced', 409)
    const cents = parts.reduce((sum, one) => sum + one.cents, 0)
    return {
      registryId: registryIds[0],
      cents,
      history: { what: 'shop_refund', isGiving: true },
      before: { refund, placed_cents: cents },
      after: { refund, placed_cents: 0 },
      // Meanwhile the same sum may have been placed on another line.
      state: parts.map(one => `${one.line_id} ${one.cents}`).toSorted(),
      async apply() {
        await deleteRefundPlacements(tx, order, refund)
        await queueOrder(tx, order, ctx.now)
      },
    }
  },
  after: async ({ order }, ctx) => void (await syncOrder(order, ctx)),
  async choices({ order }, { db, language }) {
    if (order === undefined) return { refund: [] }
    const sums = new Map<number, Cents>()
    for (const { refund_id: id, cents } of await findRefundPlacements(db, order))
      sums.set(id, (sums.get(id) ?? 0) + cents)
    const refund = [...sums].map(([id, cents]) => ({
      value: String(id),
      label: `${id}, ${formatEuro(cents, language)}`,
    }))
    return { refund }
  },
}

type ReturnInput = ActionInput<'unit_returned'>

/** A host brought goods back: their worth becomes smart change, and the giver isn't refunded (R968). */
export const unitReturn: RunOf<'unit_returned'> = {
  findRegistryId: findRegistryOfOrder,
  async look(tx, input: ReturnInput & { key?: string }, _, ctx) {
    const { registry_id: registryId } = await findGiven(tx, input)
    orNotFound(await lockRegistry(tx, registryId))
    const { gift_id: giftId, units: givenUnits, cents: givenCents } = await findGiven(tx, input)
    const returnedUnits = await countReturnedUnits(tx, input.order, input.line)
    const line = {
      orderId: input.order,
      lineId: input.line,
      registryId,
      giftId,
      givenUnits,
      givenCents,
      returnedUnits,
    }
    const left = givenUnits - returnedUnits
    if (input.units > left) throw moreThan(left, { units: 'staff_units_given' })
    const cents = worthOfReturn(line, input.units, await sumGoodsOfOrder(tx, giftId, input.order))
    if (cents === 0) throw new AppError('staff_return_nothing', 409)
    const gift = (await findGiftNames(tx, [giftId], ctx.language)).get(giftId) ?? ''
    return {
      registryId,
      cents,
      history: { what: 'shop_gift_returned', about: gift, isGiving: true },
      before: { gift, given_units: givenUnits, returned_units: returnedUnits, change_cents: 0 },
      after: {
        gift,
        given_units: givenUnits,
        returned_units: returnedUnits + input.units,
        change_cents: cents,
      },
      async apply() {
        await returnUnits(tx, line, { units: input.units, cents, key: input.key ?? '' }, ctx)
        await ctx.registryChanged(tx, registryId)
      },
    }
  },
}

async function findGiven(db: Db, { order, line }: ReturnInput) {
  const rows = await findPurchasesByOrder(db, order)
  const purchase = rows.find(one => one.line_id === line && one.kind === 'units' && one.state === 'paid')
  if (!purchase) throw new AppError('refused_fields', 422, { fields: { line: 'staff_line_missing' } })
  return purchase
}

interface PaidOrderOfShop {
  order: ShopOrder
  transactions: ShopTransaction[]
}

/**
 * Units were taken off their order before dispatch: what was captured for them and not given back becomes smart change
 * (R1162).
 */
export const unitFreeing: ShopRunOf<'units_freed', PaidOrderOfShop> = {
  findRegistryId: findRegistryOfOrder,
  async read({ order: id }, ctx) {
    const order = await orderOfShop(id, ctx)
    return { order, transactions: await ctx.shop.fetchOrderTransactions(id) }
  },
  async look(tx, { order: id, line: lineId, units }, { order, transactions }, ctx) {
    await lockRegistries(tx, await findRegistriesByOrder(tx, id))
    const purchase = (await findPurchasesByOrder(tx, id)).find(one => one.line_id === lineId)
    if (purchase?.kind !== 'units' || purchase.is_money)
      throw new AppError('refused_fields', 422, { fields: { line: 'staff_line_missing' } })
    const hasLeft = order.isCompleted || (order.isShipped ?? (await wasSent(tx, id)))
    if (order.state !== 'paid' || hasLeft) throw new AppError('staff_freed_sent', 409)
    const freed = await findRows(tx, 'freed_unit', {
      where: { order_id: id },
      columns: ['line_id', 'units', 'cents'],
    })
    const { registry_id, gift_id, handoff_id } = purchase
    const bought = await findRow(tx, 'handoff_line', { handoff_id, gift_id, kind: 'units' }, [
      'units',
      'cents',
    ])
    const asked = bought ?? { units: 0, cents: 0 }
    const standing = order.lines.find(one => one.id === lineId)?.quantity ?? 0
    const before = freed.filter(one => one.line_id === lineId).reduce((sum, one) => sum + one.units, 0)
    const takenOff = Math.max(0, asked.units - standing - before)
    if (units > takenOff) throw moreThan(takenOff, { units: 'staff_units_freed' })
    const left = excessOf(order, transactions) - freed.reduce((sum, one) => sum + one.cents, 0)
    const cents = Math.min(units * asked.cents, left)
    if (cents <= 0) throw new AppError('staff_freed_nothing', 409)
    const gift = (await findGiftNames(tx, [gift_id], ctx.language)).get(gift_id) ?? ''
    return {
      registryId: registry_id,
      cents,
      history: { what: 'shop_gift_returned', about: gift, isGiving: true },
      before: { gift, freed_units: before, change_cents: 0 },
      after: { gift, freed_units: before + units, change_cents: cents },
      async apply() {
        await insertFreedUnits(tx, {
          order_id: id,
          line_id: lineId,
          registry_id,
          gift_id,
          handoff_id,
          units,
          cents,
          freed_at: ctx.now,
        })
        await queueOrder(tx, id, ctx.now)
      },
    }
  },
  after: async ({ order }, ctx) => void (await syncOrder(order, ctx)),
}
