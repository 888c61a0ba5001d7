import { findCustomersByIds } from '../../account/customer/data.ts'
import { findReceiptNumbers } from '../../checkout/receipts/data.ts'
import { findListedGifts } from '../../gift/gift/list-service.ts'
import { findPayouts } from '../../giftcard/payout/data.ts'
import { maskCardCode } from '../../giftcard/payout/rules.ts'
import { findStatementRows } from '../../giftcard/statement/data.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import { findRows } from '../../server/postgres/rows.ts'
import { guestEmailFor } from './access.ts'
import * as data from './data.ts'
import { findRegistryLetters } from './letter-data.ts'
import { describeWaiting } from './service.ts'

const giftsPerPage = 50
const ordersPerPage = 20
const linesPerPage = 50
const maxReservations = 100

/** One page of the gifts with their counts, and the reservations of guests at the checkout. */
export async function readGifts(registryId: number, page: number, ctx: StaffContext) {
  const { db, now, language } = ctx
  const gifts = await findListedGifts(db, registryId, { language, now })
  const most = { now, max: maxReservations, language }
  const reservations = await data.findOpenReservations(db, registryId, most)
  return {
    gifts: gifts
      .slice((page - 1) * giftsPerPage, page * giftsPerPage)
      .map(({ id, name, sku, price, quantity, is_group, available, given }) => ({
        ...{ id, name, sku, price, quantity, is_group, given },
        is_available: available,
      })),
    page,
    last_page: Math.max(1, Math.ceil(gifts.length / giftsPerPage)),
    reservations,
  }
}

/**
 * The newest orders and receipts older than `before`, or those among which `order` is, each with its lines, payment and
 * refunds.
 */
export async function readOrders(
  registryId: number,
  { before, order }: { before?: number | undefined; order?: number | undefined },
  { db, staff, language }: StaffContext,
) {
  const first =
    before === undefined &&
    order !== undefined &&
    (await data.hasNewerOrders(db, registryId, order, ordersPerPage))
      ? order
      : undefined
  const place = { before: before ?? first, isIncluded: first !== undefined }
  const rows = await data.findOrderLines(db, registryId, { ...place, max: ordersPerPage + 1, language })
  const ids = [...new Set(rows.map(({ order_id }) => order_id))]
  const shown = ids.slice(0, ordersPerPage)
  const payments = await data.findOrderPayments(db, registryId, shown)
  const receipts = await findReceiptNumbers(db, shown)
  const deliveries =
    shown.length > 0
      ? await findRows(db, 'delivery', {
          where: { registry_id: registryId, order_id: { in: shown } },
          columns: ['order_id', 'for_hosts', 'sent_at'],
        })
      : []
  const orders = shown.flatMap(id => {
    const lines = rows.filter(row => row.order_id === id)
    const [first] = lines
    const payment = payments.find(one => one.order_id === id)
    const delivery = deliveries.find(one => one.order_id === id)
    if (!first) return []
    return {
      order_id: id,
      /** The number of a receipt of the till, whose id stands below zero; null for an order. */
      receipt: receipts.get(id) ?? null,
      ordered_at: first.ordered_at,
      giver: first.giver_name || null,
      /** Whether all its lines are of one hand-off: staff may place a line for somebody else (R964). */
      has_one_giver: lines.every(line => line.handoff_id === first.handoff_id),
      visibility: first.visibility,
      ...guestEmailFor(staff.role, first.giver_email),
      status: payment?.status ?? null,
      method: payment?.method ?? null,
      is_paid: payment?.is_paid ?? false,
      thanked: first.thanked_at !== null,
      // What falls away with a receipt that is taken back was refunded to nobody (R1028).
      refunded: receipts.has(id) ? 0 : (payment?.refunded ?? 0),
      has_waiting_refund: payment?.has_waiting_refund ?? false,
      has_placed_refund: payment?.has_placed_refund ?? false,
      /** Of goods that were paid; `for_hosts` is null where the shop did not say. */
      delivery: delivery ?? null,
      lines: lines.map(toOrderLine),
    }
  })
  const next = ids.length > ordersPerPage ? (shown.at(-1) ?? null) : null
  return { orders, next, is_later: place.before !== undefined }
}

function toOrderLine(row: data.OrderLineRow) {
  const { line_id, is_placed, gift, kind, state, units, cents, message } = row
  const surplus = state === 'paid' && row.is_money ? cents - row.credited_cents : 0
  const giver = row.giver_name || null
  return { line_id, is_placed, gift, kind, state, units, cents, surplus, giver, message }
}

/** The newest lines of the money below that id with the balance after each, and all payouts. */
export async function readMoney(
  registryId: number,
  before: number | undefined,
  { db, language }: StaffContext,
) {
  let balance = 0
  const all = (await findStatementRows(db, registryId, language)).map(row => {
    balance += row.cents
    return {
      id: row.id,
      at: row.created_at,
      kind: row.kind,
      /** Whether it leaves by a payout that waits. */
      is_waiting: row.isWaiting,
      gift: row.gift,
      giver: row.giver ?? '',
      order_id: row.order_id,
      receipt: row.receipt,
      amount: row.cents,
      balance,
    }
  })
  const older = all.reverse().filter(({ id }) => before === undefined || id < before)
  const lines = older.slice(0, linesPerPage)
  return {
    lines,
    next: older.length > linesPerPage ? (lines.at(-1)?.id ?? null) : null,
    payouts: (await findPayouts(db, registryId)).map(payout => ({
      id: payout.id,
      method: payout.method,
      reason: payout.reason,
      code: maskCardCode(payout.code),
      order_id: payout.method === 'order' ? payout.shop_id : null,
      cents: payout.cents,
      left: payout.balance_cents,
      returned: payout.refunded_cents,
      state: payout.state,
      ...describeWaiting(payout),
      created_at: payout.created_at,
      done_at: payout.done_at,
    })),
  }
}

/** The newest letters and text messages below that id. */
export async function readLetters(
  { id, code, customer_id, co_host_id }: data.StaffRegistry,
  before: number | undefined,
  { db, staff }: StaffContext,
) {
  const hosts = await findCustomersByIds(db, [customer_id, co_host_id])
  const hostEmails = hosts.map(({ email }) => email)
  const source = { registryId: id, code, hostEmails }
  const rows = await findRegistryLetters(db, source, { before, max: linesPerPage + 1 })
  const letters = rows.slice(0, linesPerPage).map(({ recipient, ...row }) => ({
    ...row,
    recipient: hostEmails.includes(recipient)
      ? recipient
      : (guestEmailFor(staff.role, recipient).email ?? ''),
  }))
  return { letters, next: rows.length > linesPerPage ? (letters.at(-1)?.id ?? null) : null }
}
