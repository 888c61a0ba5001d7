import { changeParts } from './catalogue/product-parts.ts'
import { findLetters, type ShopLetter } from './letters.ts'
import { archiveOrder, changeOrderStatus, markMoneyReceived } from './orders/order-changes.ts'
import { editOrder, type OrderEdit } from './orders/order-edits.ts'
import { CANCELLED, emptyAddress, findOrderLines, getOrder, type Order } from './orders/orders.ts'
import { type Buyer, type PaymentOutcome, placeOrder } from './orders/place-order.ts'
import { refundOrder } from './orders/refunds.ts'
import type { Store } from './store.ts'
import { emitEvent, emitStoreUpdated } from './webhooks.ts'

/** What buyers and staff do in the shop, without its pages: for the demonstration and tests. */
export interface ShopActions {
  /** Pays for a cart as at the checkout, delivered to the hosts unless the buyer says otherwise. */
  pay(cartId: string, buyer?: Partial<Buyer>, payment?: PaymentOutcome): Promise<Order>
  /** Refunds what is left of an order, or some units of one line. */
  refund(orderId: number, line?: { lineId: number; quantity: number }): Promise<void>
  /** Gives an amount of the order as a whole back. */
  refundAmount(orderId: number, cents: number): Promise<number>
  /** Changes lines and costs of an order, as staff do. */
  edit(orderId: number, change: OrderEdit): Promise<void>
  cancel(orderId: number): Promise<void>
  /** Puts an order out of the way, as staff do with completed ones. */
  archive(orderId: number): Promise<void>
  changeStatus(orderId: number, status: number): Promise<void>
  /** The merchant enters prices with tax from now on, or without, and every webhook is told. */
  changeTaxEntry(pricesEnteredWithTax: boolean): Promise<void>
  /** A channel's storefront is at another URL from now on, and every webhook is told. */
  moveStorefront(channelId: number, url: string): Promise<void>
  /** The store is cancelled: webhooks are told for the last time. */
  uninstall(): Promise<void>
  /** What the shop would have sent by mail, the newest last. */
  letters(): Promise<ShopLetter[]>
  /** Lets so many units of a product be ordered beyond those in stock. */
  allowBackorder(productId: number, units: number): Promise<void>
  /** The money of an order against cash on delivery or by bank deposit has come in. */
  receiveMoney(orderId: number): Promise<void>
}

const defaultBuyer: Buyer = {
  email: 'buyer@doron.example',
  firstName: 'Άννα',
  lastName: 'Δοκιμή',
  address: emptyAddress,
  deliverToHosts: true,
  message: '',
}

export function createShopActions(store: Store): ShopActions {
  return {
    pay: (cartId, buyer = {}, payment = 'success') =>
      placeOrder(store, cartId, { ...defaultBuyer, ...buyer }, payment),
    async refund(orderId, line) {
      const unrefunded = (await findOrderLines(store.db, orderId)).map(item => ({
        lineId: item.id,
        quantity: item.quantity - item.quantity_refunded,
      }))
      const items = line ? [line] : unrefunded.filter(item => item.quantity > 0)
      const { total_cents, refunded_cents } = await getOrder(store.db, orderId)
      // Of an order of which an amount was given back, staff refund what is left.
      const override = !line && refunded_cents > 0 ? { overrideCents: total_cents - refunded_cents } : {}
      await refundOrder(store, orderId, { items, ...override })
    },
    refundAmount: async (orderId, cents) =>
      (await refundOrder(store, orderId, { items: [{ type: 'ORDER', cents }] })).id,
    edit: (orderId, change) => editOrder(store, orderId, change),
    cancel: orderId => changeOrderStatus(store, orderId, CANCELLED),
    archive: orderId => archiveOrder(store, orderId),
    changeStatus: (orderId, status) => changeOrderStatus(store, orderId, status),
    async changeTaxEntry(pricesEnteredWithTax) {
      store.pricesEnteredWithTax = pricesEnteredWithTax
      await emitStoreUpdated(store, store.db)
    },
    async moveStorefront(channelId, url) {
      store.channelUrls[channelId] = url
      await emitEvent(store, store.db, 'store/channel/updated', { type: 'channel', id: channelId })
    },
    uninstall: () => emitEvent(store, store.db, 'store/app/uninstalled', { type: 'store' }),
    letters: () => findLetters(store.db),
    allowBackorder: (productId, units) => changeParts(store, productId, () => ({ backorder: units })),
    receiveMoney: orderId => markMoneyReceived(store, orderId),
  }
}
