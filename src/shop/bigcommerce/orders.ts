import type { Cents } from '../../base/money.ts'
import type { Shop } from '../port.ts'
import type { ShopOrder, ShopOrderLine, ShopPayment } from '../port-orders.ts'
import type { GroupGiftProduct, ShopConnection } from './connection.ts'
import { type AllottedRefunds, allotRefunds, fetchRefunds } from './refunds.ts'
import { getJson, nullIfMissing, type RestClient } from './rest-client.ts'
import * as wire from './wire.ts'

type OrderOperations = Pick<
  Shop,
  | 'fetchOrder'
  | 'fetchOrderIdsOfCart'
  | 'fetchChangedOrders'
  | 'isDeliveredToHosts'
  | 'addStaffNote'
  | 'replaceStaffNoteLines'
>

const pageSize = 250
const maxStaffNoteLength = 65_535

/** Orders v2: reading them, and writing notes for staff. */
export function orderOperations(
  { groupGift, hostsDeliveryMethod }: ShopConnection,
  rest: RestClient,
): OrderOperations {
  return {
    fetchOrder: id => nullIfMissing(() => fetchOrderWithLines(rest, id, groupGift)),
    async fetchOrderIdsOfCart(cartId) {
      const orders = await listChangedOrders(rest, `cart_id=${encodeURIComponent(cartId)}`)
      return orders.map(order => order.id)
    },
    fetchChangedOrders: async moment =>
      listChangedOrders(rest, `min_date_modified=${encodeURIComponent(moment.toISOString())}`),
    isDeliveredToHosts: id => isDeliveredBy(rest, id, hostsDeliveryMethod),
    addStaffNote: (id, note) => changeStaffNotes(rest, id, '', note),
    replaceStaffNoteLines: (id, formerLines, note) => changeStaffNotes(rest, id, formerLines, note),
  }
}

/**
 * Ids and moments of orders, oldest change first. Archived ones are asked for apart, because the platform leaves them out
 * otherwise; archiving only puts an order out of the way (R514).
 */
async function listChangedOrders(
  rest: RestClient,
  filter: string,
): Promise<{ id: number; changedAt: Date }[]> {
  const lists = [filter, `${filter}&is_deleted=true`].map(filters =>
    readAllPages(page =>
      getJson(rest, wire.changedOrdersSchema, `/v2/orders?${filters}&sort=date_modified:asc&${page}`),
    ),
  )
  const orders = (await Promise.all(lists)).flat()
  return orders
    .map(({ id, date_modified }) => ({ id, changedAt: date_modified }))
    .sort((one, other) => one.changedAt.getTime() - other.changedAt.getTime())
}

/** Reads a v2 list page by page; the last page is shorter than the others. */
async function readAllPages<T>(readPage: (page: string) => Promise<T[]>): Promise<T[]> {
  const all: T[] = []
  for (let page = 1; ; page++) {
    const rows = await readPage(`limit=${pageSize}&page=${page}`)
    all.push(...rows)
    if (rows.length < pageSize) return all
  }
}

/** Throws ShopFailure `missing` when there is no such order. */
async function fetchOrderWithLines(
  rest: RestClient,
  id: number,
  groupGift: GroupGiftProduct,
): Promise<ShopOrder> {
  const order = await getJson(rest, wire.orderSchema, `/v2/orders/${id}`)
  const lines = await readAllPages(page =>
    getJson(rest, wire.orderLinesSchema, `/v2/orders/${id}/products?${page}`),
  )
  const refunds = allotRefunds(lines, await fetchRefunds(rest, order, lines))
  return toShopOrder(order, lines, refunds, groupGift)
}

function toShopOrder(
  order: wire.WireOrder,
  lines: wire.WireOrderLine[],
  { byLine, unplaced }: AllottedRefunds,
  groupGift: GroupGiftProduct,
): ShopOrder {
  const { first_name, last_name, email } = order.billing_address
  return {
    id: order.id,
    externalId: order.external_order_id || null,
    cartId: order.cart_id || null,
    state: orderStateOf(order.status_id),
    payment: paymentOf(order),
    isShipped: shippedStatuses.includes(order.status_id),
    isCompleted: order.status_id === completedStatus,
    channelId: order.channel_id,
    email: email || null,
    billingName: [first_name, last_name].filter(Boolean).join(' ') || null,
    totalCents: order.total_inc_tax,
    currency: order.currency_code,
    orderedAt: order.date_created,
    changedAt: order.date_modified,
    unplacedRefunds: unplaced,
    lines: lines.map(line => toShopOrderLine(line, byLine.get(line.id) ?? 0, groupGift)),
  }
}

/** What was paid, but is contested (R514). */
const disputedStatus = 13
/**
 * Shipped, partially shipped, awaiting pickup, awaiting shipment, completed, awaiting fulfillment, disputed, partially
 * refunded.
 */
const paidStatuses = [2, 3, 8, 9, 10, 11, disputedStatus, 14]
/** Shipped, partially shipped. */
const shippedStatuses = [2, 3]
const completedStatus = 10
/** Incomplete, refunded, cancelled, declined. */
const voidStatuses = [0, 4, 5, 6]

/** What a status of the platform means for the registry; any other one is waited for (R508). */
export function orderStateOf(statusId: number): ShopOrder['state'] {
  if (paidStatuses.includes(statusId)) return 'paid'
  return voidStatuses.includes(statusId) ? 'void' : 'pending'
}

const paidPaymentStatuses = ['captured', 'paid', 'partially refunded']

/**
 * What may leave is decided by the payment (R510): an order against cash on delivery, or by bank deposit, has no status
 * of payment, shipped or not; one that certificates and store credit cover whole needs none.
 */
export function paymentOf(order: wire.WireOrder): ShopPayment {
  const status = (order.payment_status ?? '').trim().toLowerCase()
  const isCovered = order.gift_certificate_amount + order.store_credit_amount >= order.total_inc_tax
  return {
    status,
    method: order.payment_method ?? '',
    isPaid: paidPaymentStatuses.includes(status) || (status === '' && isCovered),
    isDisputed: order.status_id === disputedStatus,
  }
}

function toShopOrderLine(
  line: wire.WireOrderLine,
  refundedCents: Cents,
  groupGift: GroupGiftProduct,
): ShopOrderLine {
  return {
    id: line.id,
    productId: line.product_id,
    variantId: line.variant_id ?? 0,
    name: line.name,
    quantity: line.quantity,
    refundedQuantity: line.quantity_refunded,
    totalCents: line.discounted_total_inc_tax ?? line.total_inc_tax,
    refundedCents,
    contribution: line.product_id === groupGift.productId ? toContribution(line, groupGift) : null,
  }
}

/** The cart's `option_id` comes back as `product_option_id`; `option_id` on the order is another number. */
function toContribution(
  line: wire.WireOrderLine,
  { options }: GroupGiftProduct,
): ShopOrderLine['contribution'] {
  const optionValue = (id: number) =>
    line.product_options.find(option => option.product_option_id === id)?.value ?? ''
  const [productId, variantId] = [optionValue(options.product), optionValue(options.variant)]
  if (!/^\d{1,9}$/.test(productId) || !/^\d{1,9}$/.test(variantId)) return null
  return {
    productId: Number(productId),
    variantId: Number(variantId),
    reference: optionValue(options.reference) || null,
  }
}

/** By the name of the shipping method, which the merchant chose; null for an order without any. */
async function isDeliveredBy(rest: RestClient, id: number, method: string): Promise<boolean | null> {
  const path = `/v2/orders/${id}/shipping_addresses`
  const addresses = await getJson(rest, wire.shippingAddressesSchema, path)
  if (addresses.length === 0) return null
  return addresses.some(address => address.shipping_method.trim() === method)
}

/** Staff may have written around our lines, so these are taken out wherever they stand. */
async function changeStaffNotes(
  rest: RestClient,
  id: number,
  formerLines: string,
  note: string,
): Promise<void> {
  const { staff_notes } = await getJson(rest, wire.orderSchema, `/v2/orders/${id}`)
  const before = staff_notes ?? ''
  const kept = formerLines
    .split('\n')
    .filter(Boolean)
    .reduce((text, line) => text.replaceAll(line, ''), before)
  const newLines = note.split('\n').filter(line => !kept.includes(line))
  if (newLines.length === 0 && kept === before) return
  const body = {
    staff_notes: [kept.trim(), ...newLines].filter(Boolean).join('\n').slice(0, maxStaffNoteLength),
  }
  await rest(wire.ignoredReplySchema, { method: 'PUT', path: `/v2/orders/${id}`, body, repeatable: true })
}
