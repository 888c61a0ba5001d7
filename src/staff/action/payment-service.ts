import { AppError } from '../../base/app-error.ts'
import { formatEuro } from '../../base/money.ts'
import { findPurchasesByOrder, findRegistriesByOrder } from '../../checkout/orders/data.ts'
import { acceptMoneyProof, lockOrderPayment } from '../../checkout/orders/payment-data.ts'
import { queueOrder } from '../../checkout/orders/placement-service.ts'
import { findRefundFacts } from '../../checkout/orders/refund-data.ts'
import { applyRefundFacts } from '../../checkout/orders/refund-rules.ts'
import { placeRefundOnLine, unrelatedLine } from '../../checkout/orders/refund-service.ts'
import { storePaymentReceived, syncOrder } from '../../checkout/orders/service.ts'
import { lockRegistries } from '../../registry/registry/data.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { ShopOrder } from '../../shop/port-orders.ts'
import { lineChoices, moreThan, orderOfShop } from './line-service.ts'
import type { ActionChoice } from './look-rules.ts'
import { findRegistryOfOrder } from './refusal-service.ts'
import type { ActionRun } from './service.ts'

/** The shop has the money of an order against cash on delivery or by bank deposit: its days run (R510, R966). */
export const paymentReceipt: ActionRun<{ order: number }, ShopOrder> = {
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

/** What gift certificates have paid is accepted without the shop telling it: its money may leave (R1163). */
export const proofAcceptance: ActionRun<{ order: number }, null> = {
  findRegistryId: findRegistryOfOrder,
  read: async () => null,
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

interface RefundInput {
  order: number
  refund: number
}

/** A part of a refund of a whole order is of that line (R512). */
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

/** What is left of a refund concerns no line of a registry, so that the order's money may leave again (R512). */
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

/** The order under the locks of its registries, and what of the refund waits. */
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
