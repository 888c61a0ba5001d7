import type { z } from 'zod'
import { languages } from '../../base/language.ts'
import type { Cents } from '../../base/money.ts'
import { cleanText } from '../../base/text.ts'
import type { Shop } from '../port.ts'
import type {
  ChangedOrder,
  ListedOrder,
  ShopOrder,
  ShopOrderLine,
  ShopTransaction,
  SoldKind,
} from '../port-orders.ts'
import type { GroupGiftProduct, ShopConnection } from './connection.ts'
import {
  type AllottedRefunds,
  allotRefunds,
  fetchRefunds,
  hasShipped,
  isCompletedStatus,
  orderStateOf,
  paymentOf,
  readOrderStatus,
  refundRecordOf,
} from './order-reading.ts'
import { getAllPages, getJson, getOne, nullIfMissing, type RestClient } from './rest-client.ts'
import * as wire from './wire.ts'
import type { WireRows } from './wire-rows.ts'

const pageSize = 250
const maxStaffNoteLength = 65_535

/** Orders v2: reading them, and writing notes for staff. */
export function orderOperations(connection: ShopConnection, rest: RestClient) {
  return {
    fetchOrder: id => nullIfMissing(() => fetchOrderWithLines(rest, id, connection)),
    fetchOrderTransactions: async id =>
      (await getAllPages(rest, wire.transactionsSchema, `/v3/orders/${id}/transactions`)).map(toTransaction),
    async fetchOrderIdsOfCart(cartId) {
      const orders = await listChangedOrders(rest, `cart_id=${encodeURIComponent(cartId)}`)
      return orders.map(order => order.id)
    },
    fetchChangedOrders: async moment =>
      listChangedOrders(rest, `min_date_modified=${encodeURIComponent(moment.toISOString())}`),
    fetchOrdersBetween: (from, to) => listOrders(rest, `min_id=${from}&max_id=${to}`),
    isDeliveredToHosts: ({ id, channelId }) =>
      isDeliveredBy(rest, id, hostsDeliveryOn(connection, channelId)),
    addStaffNote: (id, note) => changeStaffNotes(rest, id, '', note),
    replaceStaffNoteLines: (id, formerLines, note) => changeStaffNotes(rest, id, formerLines, note),
  } satisfies Partial<Shop>
}

/**
 * Orders by their change, oldest first. Archived ones are asked for apart, because the platform leaves them out
 * otherwise; archiving only puts an order out of the way (R514).
 */
async function listChangedOrders(rest: RestClient, filter: string): Promise<ChangedOrder[]> {
  const orders = await readWithArchived(rest, wire.changedOrdersSchema, { filter, sort: 'date_modified' })
  return orders
    .map(({ id, date_modified, staff_notes }) => ({
      id,
      changedAt: date_modified,
      staffNote: staff_notes ?? '',
    }))
    .sort((one, other) => (one.changedAt?.getTime() ?? 0) - (other.changedAt?.getTime() ?? 0))
}

/** Orders by their ids, archived ones too: what changes meanwhile moves no other to another page. */
async function listOrders(rest: RestClient, filter: string): Promise<ListedOrder[]> {
  const orders = await readWithArchived(rest, wire.listedOrdersSchema, { filter, sort: 'id' })
  return orders.map(({ id, date_modified, status_id, total_tax }) => ({
    id,
    changedAt: date_modified,
    state: orderStateOf(status_id).state,
    taxCents: total_tax ?? null,
  }))
}

/** The orders of a list, and after them the archived ones. */
async function readWithArchived<T>(
  rest: RestClient,
  schema: z.ZodType<WireRows<T>>,
  { filter, sort }: { filter: string; sort: string },
): Promise<T[]> {
  const lists = [filter, `${filter}&is_deleted=true`].map(filters =>
    readAllRows(page => getJson(rest, schema, `/v2/orders?${filters}&sort=${sort}:asc&${page}`)),
  )
  return (await Promise.all(lists)).flat()
}

/** Reads a v2 list page by page; the last page has fewer rows than the others, unreadable ones included. */
async function readAllRows<T>(
  readPage: (page: string) => Promise<Pick<WireRows<T>, 'rows' | 'count'>>,
): Promise<T[]> {
  const all: T[] = []
  for (let page = 1; ; page++) {
    const { rows, count } = await readPage(`limit=${pageSize}&page=${page}`)
    all.push(...rows)
    if (count < pageSize) return all
  }
}

/** Throws ShopFailure `missing` when there is no such order. */
async function fetchOrderWithLines(rest: RestClient, id: number, sold: SoldProducts): Promise<ShopOrder> {
  const order = await getOne(rest, wire.orderSchema, `/v2/orders/${id}`)
  const lines = await readAllRows(async page => {
    const rows = await getJson(rest, wire.orderLinesSchema, `/v2/orders/${id}/products?${page}`)
    return { rows, count: rows.length }
  })
  const refunds = await fetchRefunds(rest, order)
  const refundRecord = refundRecordOf(order, lines, refunds)
  return { ...toShopOrder(order, lines, allotRefunds(lines, refunds), sold), refundRecord }
}

type SoldProducts = Pick<ShopConnection, 'groupGift' | 'giftCardProductId' | 'madeGiftCardId'>

const toTransaction = (transaction: wire.WireTransaction): ShopTransaction => ({
  event: transaction.event,
  isOk: transaction.status !== 'error',
  cents: transaction.amount,
  currency: transaction.currency,
  certificate: transaction.gift_certificate
    ? {
        code: transaction.gift_certificate.code,
        fromCents: transaction.gift_certificate.starting_balance,
        toCents: transaction.gift_certificate.remaining_balance,
      }
    : null,
})

function toShopOrder(
  order: wire.WireOrder,
  lines: wire.WireOrderLine[],
  { byLine, unitsByLine, unplaced, totalCents }: AllottedRefunds,
  sold: SoldProducts,
): Omit<ShopOrder, 'refundRecord'> {
  const { first_name, last_name, email } = order.billing_address ?? {}
  return {
    id: order.id,
    externalId: order.external_order_id || null,
    cartId: order.cart_id || null,
    ...readOrderStatus(order),
    payment: paymentOf(order),
    isShipped: hasShipped(order),
    isCompleted: isCompletedStatus(order.status_id),
    channelId: order.channel_id,
    email: email || null,
    billingName: cleanText([first_name, last_name].filter(Boolean).join(' '), 'name').trim() || null,
    totalCents: order.total_inc_tax,
    certificateCents: order.gift_certificate_amount,
    refundedCents: totalCents,
    // Despite its name the default currency is the one that was paid in; the other is only what was displayed.
    currency: order.default_currency_code,
    shown: {
      currency: order.currency_code || order.default_currency_code,
      cents: Math.round(order.total_inc_tax * order.currency_exchange_rate),
    },
    orderedAt: order.date_created,
    changedAt: order.date_modified,
    staffNote: order.staff_notes ?? '',
    unplacedRefunds: unplaced,
    lines: lines.map(line => {
      const refunded = { cents: byLine.get(line.id) ?? 0, units: unitsByLine.get(line.id) ?? 0 }
      return toShopOrderLine(line, refunded, sold)
    }),
  }
}

function toShopOrderLine(
  line: wire.WireOrderLine,
  refunded: { cents: Cents; units: number },
  sold: SoldProducts,
): ShopOrderLine {
  const { groupGift } = sold
  return {
    id: line.id,
    kind: soldKindOf(line, sold),
    productId: line.product_id,
    variantId: line.variant_id ?? 0,
    name: line.name,
    quantity: line.quantity,
    refundedQuantity: Math.min(line.quantity, line.quantity_refunded ?? refunded.units),
    totalCents: line.total_inc_tax,
    refundedCents: refunded.cents,
    ...(line.product_id === groupGift.productId ? readOptions(line, groupGift) : { contribution: null }),
  }
}

function soldKindOf(
  { product_id, type }: wire.WireOrderLine,
  { groupGift, giftCardProductId, madeGiftCardId }: SoldProducts,
): SoldKind {
  if (product_id === groupGift.productId) return 'money'
  if (type === 'giftcertificate') return 'certificate'
  // The shop delivers nothing for the one that we made: what was paid for it is still money (R1310).
  if (product_id === madeGiftCardId) return 'money'
  if (product_id === giftCardProductId) return 'certificate'
  return type === 'digital' ? 'digital' : 'goods'
}

/** The cart's `option_id` comes back as `product_option_id`; `option_id` on the order is another number. */
function readOptions(
  line: wire.WireOrderLine,
  { options }: GroupGiftProduct,
): Pick<ShopOrderLine, 'contribution'> {
  const optionValue = (id: number) =>
    line.product_options.find(option => option.product_option_id === id)?.value ?? ''
  const [productId, variantId] = [optionValue(options.product), optionValue(options.variant)]
  // Without a product it is money without a gift (R1310).
  if (!/^[1-9]\d{0,8}$/.test(productId) || !/^\d{1,9}$/.test(variantId)) return { contribution: null }
  const reference = optionValue(options.reference) || null
  return { contribution: { productId: Number(productId), variantId: Number(variantId), reference } }
}

/** What the delivery to the hosts is called on that channel; on another one any of its names counts. */
function hostsDeliveryOn({ channels, hostsDeliveryMethods }: ShopConnection, channelId: number): string[] {
  const onChannel = languages.filter(language => channels[language] === channelId)
  return (onChannel.length > 0 ? onChannel : languages).map(language => hostsDeliveryMethods[language])
}

/** By the name of the shipping method, which the merchant chose; null for an order without any. */
async function isDeliveredBy(rest: RestClient, id: number, methods: string[]): Promise<boolean | null> {
  const path = `/v2/orders/${id}/shipping_addresses`
  const addresses = await getJson(rest, wire.shippingAddressesSchema, path)
  if (addresses.length === 0) return null
  const names = new Set(methods.map(method => method.trim().toLowerCase()))
  return addresses.some(address => names.has((address.shipping_method ?? '').trim().toLowerCase()))
}

/** Staff may have written around our lines, so these are taken out wherever they stand. */
async function changeStaffNotes(
  rest: RestClient,
  id: number,
  formerLines: string,
  note: string,
): Promise<void> {
  const { staff_notes } = await getOne(rest, wire.staffNotesSchema, `/v2/orders/${id}`)
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
