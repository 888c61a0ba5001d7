import { AppError } from '../../base/app-error.ts'
import {
  acceptMoneyProof,
  findPurchasesByOrder,
  findRegistriesByOrder,
  lockOrderPayment,
} from '../../orders/orders.sql.ts'
import { storePaymentReceived, syncOrder } from '../../orders/orders.ts'
import { queueOrder } from '../../orders/webhooks/webhooks.sql.ts'
import { lockRegistries } from '../../registry/registry.sql.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { ShopOrder } from '../../shop/port-orders.ts'
import type { ActionRun } from './action.ts'
import { orderOfShop } from './line.ts'
import { findRegistryOfOrder } from './refusal.ts'

/**
 * The shop has received the payment of an order on delivery or by bank deposit (R966): it counts as paid (R510), and
 * the days before its money may leave start (R511).
 */
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

/** Accepts that gift certificates paid for an order although the shop doesn't show it: its money may leave (R1163). */
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
