import type { ShopOrder, ShopPayment } from '../../port-orders.ts'
import type * as wire from '../wire.ts'

type StateAndReason = Pick<ShopOrder, 'state' | 'waitsFor'>

const paid: StateAndReason = { state: 'paid', waitsFor: null }
const notPaid: StateAndReason = { state: 'void', waitsFor: null }
const atCheckout: StateAndReason = { state: 'pending', waitsFor: 'checkout' }
const awaitingPayment: StateAndReason = { state: 'pending', waitsFor: 'payment' }

/** What each status of the platform means for the registry (R508); the index is its id. */
const meanings: StateAndReason[] = [
  atCheckout, // Incomplete
  awaitingPayment, // Pending
  paid, // Shipped
  paid, // Partially Shipped
  notPaid, // Refunded
  notPaid, // Cancelled
  notPaid, // Declined
  awaitingPayment, // Awaiting Payment
  paid, // Awaiting Pickup
  paid, // Awaiting Shipment
  paid, // Completed
  paid, // Awaiting Fulfillment
  awaitingPayment, // Manual Verification Required
  paid, // Disputed
  paid, // Partially Refunded
]
const completedStatus = 10
/** What was paid, but is contested (R514). */
const disputedStatus = 13

/** What a status means; one that the platform has not told of is waited for without an end. */
export function orderStateOf(statusId: number): StateAndReason {
  return meanings[statusId] ?? { state: 'pending', waitsFor: 'unknown' }
}

const shippedStatuses = [2, 3]
/** They say nothing of where the goods are. */
const statusesOfMoney = [disputedStatus, 14]

/** Whether goods have left, by the order's status or its shipments; null where its status tells of its money alone. */
export function hasShipped({ status_id, items_shipped }: wire.WireOrder): boolean | null {
  if (shippedStatuses.includes(status_id) || items_shipped > 0) return true
  return statusesOfMoney.includes(status_id) ? null : false
}

export const isCompletedStatus = (statusId: number) => statusId === completedStatus

/** All words that the platform has for an order's payment; an empty one is paid outside of the shop. */
const paymentStatuses = [
  '',
  'authorized',
  'captured',
  'capture pending',
  'declined',
  'held for review',
  'paid',
  'partially refunded',
  'pending',
  'refunded',
  'void',
  'void pending',
]
const paidPaymentStatuses = ['captured', 'paid', 'partially refunded']

/** The order's state, and what of its status or payment is unknown to us, in the shop's own words. */
export function readOrderStatus(
  order: wire.WireOrder,
): Pick<ShopOrder, 'state' | 'waitsFor' | 'unknownStatus'> {
  const meaning = orderStateOf(order.status_id)
  const isKnownPayment = paymentStatuses.includes(paymentWordOf(order))
  const unknown = [
    meaning.waitsFor === 'unknown' && [order.status_id, order.status].filter(Boolean).join(' '),
    !isKnownPayment && `payment: ${paymentWordOf(order)}`,
  ].filter(Boolean)
  return { ...meaning, unknownStatus: unknown.join(', ').slice(0, 100) || null }
}

/**
 * What may leave is decided by the payment (R510): an order against cash on delivery, or by bank deposit, has no status
 * of payment, shipped or not; one that certificates and store credit cover whole needs none.
 */
export function paymentOf(order: wire.WireOrder): ShopPayment {
  const status = paymentWordOf(order)
  const isCovered = order.gift_certificate_amount + order.store_credit_amount >= order.total_inc_tax
  return {
    status,
    method: order.payment_method ?? '',
    isPaid: paidPaymentStatuses.includes(status) || (status === '' && isCovered),
    isDisputed: order.status_id === disputedStatus,
    taxCents: order.total_tax ?? null,
  }
}

const paymentWordOf = ({ payment_status }: wire.WireOrder) => (payment_status ?? '').trim().toLowerCase()
