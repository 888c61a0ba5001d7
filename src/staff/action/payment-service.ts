import { AppError } from '../../base/app-error.ts'
import { findRegistriesByOrder } from '../../checkout/orders/data.ts'
import { lockOrderPayment } from '../../checkout/orders/payment-data.ts'
import { storePaymentReceived } from '../../checkout/orders/service.ts'
import { lockRegistries } from '../../registry/registry/data.ts'
import type { ShopOrder } from '../../shop/port-orders.ts'
import { orderOfShop } from './line-service.ts'
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
