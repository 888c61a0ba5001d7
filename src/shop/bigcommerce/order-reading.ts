import type { Cents } from '../../base/money.ts'
import type { ShopOrder, ShopPayment, UnplacedRefund } from '../port-orders.ts'
import { getJson, type RestClient } from './rest-client.ts'
import * as wire from './wire.ts'

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

/** What a status means; an order of an unknown one is pending without an end. */
export function orderStateOf(statusId: number): StateAndReason {
  return meanings[statusId] ?? { state: 'pending', waitsFor: 'unknown' }
}

const shippedStatuses = [2, 3]
/** Statuses of the payment, which say nothing of where the goods are. */
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

/** What an order's refunds took from its lines, and what they took from the order as a whole. */
export interface AllottedRefunds {
  /** Line id → cents. */
  byLine: Map<number, Cents>
  /** Line id → units. */
  unitsByLine: Map<number, number>
  /** Amounts that no line is named for, oldest first (R512). */
  unplaced: UnplacedRefund[]
  /** All that was given back, costs of delivery too. */
  totalCents: Cents
}

/** Refunded, and partially refunded. */
const refundedStatuses = [4, 14]
/** Incomplete, and declined: nothing was paid that could have been given back. */
const neverPaidStatuses = [0, 6]

/**
 * The refunds of an order, oldest first. No status and no field hides them: Completed or Shipped say nothing of refunds
 * before, and the platform's `refund_amount` fields are always 0 (R1303).
 */
export async function fetchRefunds(rest: RestClient, order: wire.WireOrder): Promise<wire.WireRefund[]> {
  if (neverPaidStatuses.includes(order.status_id)) return []
  const { data } = await getJson(rest, wire.refundsSchema, `/v3/orders/${order.id}/payment_actions/refunds`)
  return data.sort((one, other) => one.id - other.id)
}

/** A merchant whose gateway can't refund gives the money back elsewhere and sets the status by hand (R1304). */
export function refundRecordOf(
  order: wire.WireOrder,
  lines: wire.WireOrderLine[],
  refunds: wire.WireRefund[],
): ShopOrder['refundRecord'] {
  if (refunds.length > 0 || lines.some(line => (line.quantity_refunded ?? 0) > 0)) return 'listed'
  return refundedStatuses.includes(order.status_id) ? 'by hand' : 'none'
}

/**
 * Divides refunds among an order's lines. A refund whose payments were all declined changes nothing; the merchant's own
 * total, or what of its payments was not declined, wins over the sum of its items. An amount for the whole order falls on
 * its line if only one has an amount.
 */
export function allotRefunds(lines: wire.WireOrderLine[], refunds: wire.WireRefund[]): AllottedRefunds {
  const byLine = new Map<number, Cents>()
  const unitsByLine = new Map<number, number>()
  const unplaced: UnplacedRefund[] = []
  const withAmount = lines.filter(line => line.total_inc_tax > 0)
  let totalCents = 0
  const [onlyLine] = withAmount.length === 1 ? withAmount : []
  for (const refund of refunds) {
    const total = totalOf(refund)
    if (total === 0) continue
    totalCents += total
    for (const { item_type, item_id, quantity } of refund.items ?? [])
      if (item_type === 'PRODUCT' && item_id)
        unitsByLine.set(item_id, (unitsByLine.get(item_id) ?? 0) + (quantity ?? 0))
    const parts = scaleTo(
      total,
      (refund.items ?? []).map(item => toPart(item, lines)),
    )
    let forOrder = parts.length === 0 ? total : 0
    for (const { lineId, isForOrder, cents } of parts) {
      if (lineId !== null) byLine.set(lineId, (byLine.get(lineId) ?? 0) + cents)
      else if (isForOrder) forOrder += cents
    }
    if (forOrder > 0 && onlyLine) byLine.set(onlyLine.id, (byLine.get(onlyLine.id) ?? 0) + forOrder)
    else if (forOrder > 0) unplaced.push({ refundId: refund.id, cents: forOrder })
  }
  for (const { id, total_inc_tax } of lines) byLine.set(id, Math.min(byLine.get(id) ?? 0, total_inc_tax))
  return { byLine, unitsByLine, unplaced, totalCents }
}

/** What really went back to the buyer: the total without declined payments. */
function totalOf({ payments, total_amount }: wire.WireRefund): Cents {
  const isDeclined = (payment: { is_declined?: boolean | null | undefined }) => payment.is_declined === true
  if (!payments) return total_amount
  if (!payments.some(isDeclined)) return total_amount
  const accepted = payments.filter(payment => !isDeclined(payment))
  return Math.min(
    total_amount,
    accepted.reduce((sum, { amount }) => sum + amount, 0),
  )
}

/** Items of a refund that cost no gift anything. Any other item without a line concerns the order as a whole. */
const otherCosts = ['SHIPPING', 'HANDLING', 'GIFT_WRAPPING', 'FEE']

interface RefundPart {
  /** Null for what is of no line that we know. */
  lineId: number | null
  isForOrder: boolean
  cents: Cents
}

function toPart(
  item: NonNullable<wire.WireRefund['items']>[number],
  lines: wire.WireOrderLine[],
): RefundPart {
  const line = item.item_type === 'PRODUCT' ? lines.find(one => one.id === item.item_id) : undefined
  const ofLine = line && line.total_inc_tax * (item.quantity ?? 0)
  return {
    lineId: line?.id ?? null,
    isForOrder: !line && !otherCosts.includes(item.item_type),
    cents: item.requested_amount ?? (line && ofLine ? Math.round(ofLine / line.quantity) : 0),
  }
}

/** The parts in the same proportion with that sum, to the cent; a rest falls on the last one. */
function scaleTo(total: Cents, parts: RefundPart[]): RefundPart[] {
  const sum = parts.reduce((all, { cents }) => all + cents, 0)
  if (sum === 0)
    return parts.map((part, index) => ({ ...part, cents: index === parts.length - 1 ? total : 0 }))
  let before = 0
  let given = 0
  return parts.map(part => {
    before += part.cents
    const until = Math.round((total * before) / sum)
    const cents = until - given
    given = until
    return { ...part, cents }
  })
}
