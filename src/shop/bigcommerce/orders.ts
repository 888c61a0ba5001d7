import type { ShopOrder, ShopOrderLine } from '../port-orders.ts'
import type { GroupGiftProduct } from './connection.ts'
import { getJson, type RestClient } from './rest-client.ts'
import * as wire from './wire.ts'

const mostPerPage = 250
const staffNoteMost = 65_535

/** Ids and moments of orders, oldest change first, page after page. */
export async function fetchChangedOrders(
  ask: RestClient,
  filter: string,
): Promise<{ id: number; changedAt: Date }[]> {
  const orders = await allPages(page =>
    getJson(ask, wire.changedOrdersSchema, `/v2/orders?${filter}&sort=date_modified:asc&${page}`),
  )
  return orders.map(({ id, date_modified }) => ({ id, changedAt: date_modified }))
}

/** Reads v2 lists page after page; the last one is shorter than asked for. */
async function allPages<T>(readPage: (page: string) => Promise<T[]>): Promise<T[]> {
  const found: T[] = []
  for (let page = 1; ; page++) {
    const rows = await readPage(`limit=${mostPerPage}&page=${page}`)
    found.push(...rows)
    if (rows.length < mostPerPage) return found
  }
}

/** The order with all its lines. Throws ShopFailure `missing` when there is none. */
export async function fetchOrder(
  ask: RestClient,
  id: number,
  groupGift: GroupGiftProduct,
): Promise<ShopOrder> {
  const order = await getJson(ask, wire.orderSchema, `/v2/orders/${id}`)
  const lines = await allPages(page =>
    getJson(ask, wire.orderLinesSchema, `/v2/orders/${id}/products?${page}`),
  )
  return orderOf(order, lines, groupGift)
}

function orderOf(order: wire.WireOrder, lines: wire.WireOrderLine[], groupGift: GroupGiftProduct): ShopOrder {
  const { first_name, last_name, email } = order.billing_address
  return {
    id: order.id,
    externalId: order.external_order_id || null,
    cartId: order.cart_id || null,
    state: order.is_deleted ? 'void' : orderStateOf(order.status_id),
    statusId: order.status_id,
    channelId: order.channel_id,
    email: email || null,
    billingName: [first_name, last_name].filter(Boolean).join(' ') || null,
    totalCents: order.total_inc_tax,
    orderedAt: order.date_created,
    changedAt: order.date_modified,
    lines: lines.map(line => lineOf(line, groupGift)),
  }
}

/** Shipped, completed, paid and waiting for the shop, disputed, partly refunded: the money is the shop's. */
const paid = [2, 3, 8, 9, 10, 11, 14]
/** Incomplete, refunded, cancelled, declined. */
const voided = [0, 4, 5, 6]

/** What a status of the platform means for the registry; one we do not know is waited for. */
export function orderStateOf(statusId: number): ShopOrder['state'] {
  if (paid.includes(statusId)) return 'paid'
  return voided.includes(statusId) ? 'void' : 'pending'
}

function lineOf(line: wire.WireOrderLine, groupGift: GroupGiftProduct): ShopOrderLine {
  return {
    id: line.id,
    productId: line.product_id,
    variantId: line.variant_id ?? 0,
    name: line.name,
    quantity: line.quantity,
    refundedQuantity: line.quantity_refunded,
    totalCents: line.discounted_total_inc_tax ?? line.total_inc_tax,
    refundedCents: line.refund_amount,
    contribution: line.product_id === groupGift.productId ? contributionOf(line, groupGift) : null,
  }
}

/** The cart's `option_id` comes back as `product_option_id`; `option_id` on the order is another number. */
function contributionOf(
  line: wire.WireOrderLine,
  { options }: GroupGiftProduct,
): ShopOrderLine['contribution'] {
  const written = (id: number) =>
    line.product_options.find(option => option.product_option_id === id)?.value ?? ''
  const [productId, variantId] = [written(options.product), written(options.variant)]
  if (!/^\d{1,9}$/.test(productId) || !/^\d{1,9}$/.test(variantId)) return null
  return {
    productId: Number(productId),
    variantId: Number(variantId),
    reference: written(options.reference) || null,
  }
}

/** By the name of the way of delivery, which the merchant gave it; null for an order without any. */
export async function isDeliveredToHosts(
  ask: RestClient,
  id: number,
  hostsDelivery: string,
): Promise<boolean | null> {
  const addresses = await getJson(ask, wire.shippingAddressesSchema, `/v2/orders/${id}/shipping_addresses`)
  if (addresses.length === 0) return null
  return addresses.some(one => one.shipping_method.trim() === hostsDelivery)
}

/** Added below what the staff wrote; a note that stands there already is not written twice. */
export async function addStaffNote(ask: RestClient, id: number, note: string): Promise<void> {
  const { staff_notes } = await getJson(ask, wire.orderSchema, `/v2/orders/${id}`)
  const fresh = note.split('\n').filter(line => !staff_notes?.includes(line))
  if (fresh.length === 0) return
  const body = { staff_notes: [staff_notes, ...fresh].filter(Boolean).join('\n').slice(0, staffNoteMost) }
  await ask(wire.ignoredReplySchema, { method: 'PUT', path: `/v2/orders/${id}`, body, repeatable: true })
}
