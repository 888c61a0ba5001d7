import { type Buyer, type Payment, placeOrder } from './checkout.ts'
import { changeStatus, refundOrder } from './order-changes.ts'
import { CANCELLED, linesOf, noAddress, type Order } from './orders.ts'
import type { Store } from './store.ts'

/** What people do in the shop, without its pages: for demonstrations and tests. */
export interface Hands {
  /** Pays for a cart as at the checkout; the goods go to the hosts. */
  pay(cartId: string, buyer?: Partial<Buyer>, payment?: Payment): Promise<Order>
  /** Refunds every unit of an order, or so many of one line. */
  refund(orderId: number, line?: { lineId: number; quantity: number }): Promise<void>
  cancel(orderId: number): Promise<void>
  changeStatus(orderId: number, status: number): Promise<void>
}

const aBuyer: Buyer = {
  email: 'buyer@doron.example',
  firstName: 'Άννα',
  lastName: 'Δοκιμή',
  address: noAddress,
  deliverToHosts: true,
  message: '',
}

export function handsOf(store: Store): Hands {
  return {
    pay: (cartId, buyer = {}, payment = 'success') =>
      placeOrder(store, cartId, { ...aBuyer, ...buyer }, payment),
    async refund(orderId, line) {
      const all = (await linesOf(store.db, orderId)).map(one => ({
        lineId: one.id,
        quantity: one.quantity - one.quantity_refunded,
      }))
      await refundOrder(store, orderId, line ? [line] : all.filter(one => one.quantity > 0))
    },
    cancel: orderId => changeStatus(store, orderId, CANCELLED),
    changeStatus: (orderId, status) => changeStatus(store, orderId, status),
  }
}
