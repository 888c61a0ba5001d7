import { AppError } from '../../base/app-error.ts'
import { findGiftNames, findPurchasesByOrder, findRegistriesByOrder } from '../../checkout/orders/data.ts'
import { acceptMoneyProof, lockOrderPayment } from '../../checkout/orders/payment-data.ts'
import { queueOrder } from '../../checkout/orders/placement-service.ts'
import { syncOrder } from '../../checkout/orders/service.ts'
import { findFreedUnits, findHandoffUnits, insertFreedUnits } from '../../checkout/worth/data.ts'
import { excessOf } from '../../checkout/worth/rules.ts'
import { lockRegistries } from '../../registry/registry/data.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { ShopOrder, ShopTransaction } from '../../shop/port-orders.ts'
import { moreThan, orderOfShop } from './line-service.ts'
import { findRegistryOfOrder } from './refusal-service.ts'
import type { ActionRun } from './service.ts'

interface PaidOrderOfShop {
  order: ShopOrder
  transactions: ShopTransaction[]
}

/**
 * Units of goods were taken off their order before dispatch: as much of their worth as was captured and not given back
 * becomes smart change (R1162).
 */
export const unitFreeing: ActionRun<{ order: number; line: number; units: number }, PaidOrderOfShop> = {
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
    if (order.state !== 'paid' || order.isShipped || order.isCompleted)
      throw new AppError('staff_freed_sent', 409)
    const freed = await findFreedUnits(tx, id)
    const asked = await findHandoffUnits(tx, purchase)
    const standing = order.lines.find(one => one.id === lineId)?.quantity ?? 0
    const before = freed.filter(one => one.line_id === lineId).reduce((sum, one) => sum + one.units, 0)
    const takenOff = Math.max(0, asked.units - standing - before)
    if (units > takenOff) throw moreThan(takenOff, { units: 'staff_units_freed' })
    const left = excessOf(order, transactions) - freed.reduce((sum, one) => sum + one.cents, 0)
    const cents = Math.min(units * asked.cents, left)
    if (cents <= 0) throw new AppError('staff_freed_nothing', 409)
    const { registry_id, gift_id, handoff_id } = purchase
    const gift = (await findGiftNames(tx, [gift_id], ctx.language)).get(gift_id) ?? ''
    return {
      registryId: registry_id,
      cents,
      history: { what: 'shop_gift_returned', about: gift, isGiving: true },
      before: { gift, freed_units: before, change_cents: 0 },
      after: { gift, freed_units: before + units, change_cents: cents },
      async apply() {
        await insertFreedUnits(tx, {
          ...{ order_id: id, line_id: lineId, registry_id, gift_id, handoff_id },
          ...{ units, cents, freed_at: ctx.now },
        })
        await queueOrder(tx, id, ctx.now)
      },
    }
  },
  after: async ({ order }, ctx) => void (await syncOrder(order, ctx)),
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
    if (!payment?.is_unproved || payment.proof_accepted_at || registryId === undefined)
      throw new AppError('staff_proof_none', 409)
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
