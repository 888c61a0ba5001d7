import { AppError } from '../../base/app-error.ts'
import { formatEuro } from '../../base/money.ts'
import { applyRefundFacts } from '../../orders/orders.rules.ts'
import { findRefundFacts, findRegistriesByOrder } from '../../orders/orders.sql.ts'
import { syncOrder } from '../../orders/orders.ts'
import { placeRefundOnLine, unrelatedLine } from '../../orders/refunds.ts'
import { lockRegistries } from '../../registry/registry.sql.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { ShopOrder } from '../../shop/port-orders.ts'
import type { ActionRun } from './action.ts'
import { lineChoices, moreThan, orderOfShop } from './line.ts'
import type { ActionChoice } from './look.rules.ts'
import { findRegistryOfOrder } from './refusal.ts'

interface RefundInput {
  order: number
  refund: number
}

/** Places a part of a refund of a whole order on a line (R512). */
export const refundPlacing: ActionRun<RefundInput & { line: number; amount: number }, ShopOrder> = {
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
export const refundDismissal: ActionRun<RefundInput, ShopOrder> = {
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

async function refundChoices(
  { order: id }: Partial<RefundInput>,
  ctx: StaffContext,
): Promise<Record<string, ActionChoice[]>> {
  if (id === undefined) return { refund: [], line: [] }
  const read = await orderOfShop(id, ctx)
  const order = applyRefundFacts(read, await findRefundFacts(ctx.db, id))
  const refunds = order.unplacedRefunds.map(({ refundId, cents }) => ({
    value: String(refundId),
    label: `${refundId}, ${formatEuro(cents, ctx.language)}`,
  }))
  return { refund: refunds, line: lineChoices(order, ctx) }
}
