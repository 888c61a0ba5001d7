import { sql } from 'kysely'
import * as z from 'zod/mini'
import { findCustomersByIds } from '../../account/customer/customer.sql.ts'
import { orNotFound } from '../../base/app-error.ts'
import { programNumber } from '../../base/fields.ts'
import { findReceiptNumbers } from '../../orders/receipts.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import { staffCall, staffRead } from '../../server/context/staff-call.ts'
import { findRow, findRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { orderOrReceipt } from '../action/declaration.rules.ts'
import { findAuditLines } from '../audit.sql.ts'
import { recordView } from '../audit.ts'
import { cutPage } from '../paging.rules.ts'
import { staffRegistryAddress } from './registry.rules.ts'
import * as data from './registry.sql.ts'
import { guestEmailFor, recipientFor, registryForStaff } from './registry.ts'

const number = z.optional(programNumber)

export const calls = {
  order: staffCall('support', { order: orderOrReceipt }, showOrder),
  /** Newest first. `order` has to be among them: where it is not among the newest, the page begins with it (R1120). */
  registryOrders: staffRead(
    'support',
    { registry: staffRegistryAddress, before: number, order: number },
    listOrders,
  ),
}

const ordersPerPage = 20
const maxActs = 50

/**
 * One order or receipt whole (R1451): what happened in time, its payment, its lines by registry, and the letters that
 * it caused. Audited as a look at each of its registries. Throws `refused_missing` 404 for one that paid no gift.
 */
async function showOrder({ order }: { order: number }, ctx: StaffContext) {
  const { db, language, shop } = ctx
  const registries = await findOrderRegistries(db, order)
  orNotFound(registries[0])
  const parts = []
  const hostEmails: string[] = []
  for (const { id, code } of registries) {
    await recordView(db, ctx, { action: 'registry_opened', registryId: id })
    const rows = await data.findOrderLines(db, id, { before: order, isIncluded: true, max: 1, language })
    const registry = orNotFound(await data.findAnyRegistryById(db, id))
    const hosts = await findCustomersByIds(db, [registry.customer_id, registry.co_host_id])
    hostEmails.push(...hosts.map(({ email }) => email))
    const [described] = await describeOrders(id, [order], rows, ctx)
    if (described) parts.push({ code, name: registry.registry_name, order: described })
  }
  const subject = order < 0 ? `receipt ${-order}` : `order ${order}`
  const payment = await findRow(db, 'order_payment', { order_id: order }, ['tax_cents'])
  const acts = await findAuditLines(db, { subjects: [subject] }, null, maxActs)
  return {
    order_id: order,
    receipt: parts[0]?.order.receipt ?? null,
    parts,
    tax: payment?.tax_cents ?? null,
    /** The order in the shop's control panel; null for a receipt, which the shop doesn't know. */
    shop_url: order < 0 ? null : shop.orderPageUrl(order),
    facts: await findOrderFacts(db, order),
    // Less than the audit shows to managers.
    acts: acts.map(({ id, at, person, action, reason }) => ({ id, at, person, action, reason })),
    letters: (await findOrderLetters(db, order)).map(({ recipient, ...letter }) => ({
      ...letter,
      recipient: recipientFor(ctx.staff.role, recipient, hostEmails),
    })),
  }
}

/**
 * The newest orders and receipts, older than `before`, or beginning with `order` where that is not among the newest.
 */
async function listOrders(
  { registry, before, order }: { registry: string; before?: number | undefined; order?: number | undefined },
  ctx: StaffContext,
) {
  const { db, language } = ctx
  const { id: registryId } = await registryForStaff(ctx, registry)
  const first =
    before === undefined &&
    order !== undefined &&
    (await data.hasNewerOrders(db, registryId, order, ordersPerPage))
      ? order
      : undefined
  const place = { before: before ?? first, isIncluded: first !== undefined }
  const rows = await data.findOrderLines(db, registryId, { ...place, max: ordersPerPage + 1, language })
  const ids = [...new Set(rows.map(({ order_id }) => order_id))]
  const { shown, next } = cutPage(ids, ordersPerPage, id => id)
  return {
    orders: await describeOrders(registryId, shown, rows, ctx),
    next,
    is_later: place.before !== undefined,
  }
}

/** Only what is of this registry. */
async function describeOrders(
  registryId: number,
  shown: number[],
  rows: data.OrderLineRow[],
  { db, staff }: StaffContext,
) {
  const payments = await data.findOrderPayments(db, registryId, shown)
  const receipts = await findReceiptNumbers(db, shown)
  const deliveries =
    shown.length > 0
      ? await findRows(db, 'delivery', {
          where: { registry_id: registryId, order_id: { in: shown } },
          columns: ['order_id', 'for_hosts', 'sent_at'],
        })
      : []
  return shown.flatMap(id => {
    const lines = rows.filter(row => row.order_id === id)
    const [first] = lines
    const payment = payments.find(one => one.order_id === id)
    const delivery = deliveries.find(one => one.order_id === id)
    if (!first) return []
    return {
      order_id: id,
      /** The number of a receipt, whose `order_id` is below zero; null for an order. */
      receipt: receipts.get(id) ?? null,
      ordered_at: first.ordered_at,
      giver: first.giver_name || null,
      /** Staff may place a line for another giver: then not all lines are of one hand-off (R964). */
      has_one_giver: lines.every(line => line.handoff_id === first.handoff_id),
      visibility: first.visibility,
      ...guestEmailFor(staff.role, first.giver_email),
      status: payment?.status ?? null,
      method: payment?.method ?? null,
      is_paid: payment?.is_paid ?? false,
      thanked: first.thanked_at !== null,
      // A receipt that is taken back refunds nobody (R1028).
      refunded: receipts.has(id) ? 0 : (payment?.refunded ?? 0),
      has_waiting_refund: payment?.has_waiting_refund ?? false,
      has_placed_refund: payment?.has_placed_refund ?? false,
      /** Of goods that were paid; `for_hosts` is null where the shop did not say. */
      delivery: delivery ?? null,
      lines: lines.map(toOrderLine),
    }
  })
}

function toOrderLine(row: data.OrderLineRow) {
  const { line_id, gift_id, is_placed, gift, kind, state, units, cents, message, is_money } = row
  const surplus = state === 'paid' && row.is_money ? cents - row.credited_cents : 0
  const giver = row.giver_name || null
  return { line_id, gift_id, is_placed, gift, kind, state, units, cents, surplus, giver, message, is_money }
}

/** Events of an order; acts of staff are in the audit. */
const orderEvents = [
  'taken',
  'ordered',
  'paid',
  'refunded',
  'withdrawn',
  'sent',
  'returned',
  'thanked',
] as const
type OrderEvent = (typeof orderEvents)[number]

interface OrderFact {
  at: Date
  event: OrderEvent
  /** Code of the registry; null for the order as a whole. */
  registry: string | null
  cents: number | null
}

const maxFacts = 200

/** The earliest first. A receipt's id is below zero (R967). */
async function findOrderFacts(db: Db, orderId: number): Promise<OrderFact[]> {
  const { rows } = await sql<OrderFact>`
    with line as (
      select registry_id, handoff_id, ordered_at, thanked_at from purchase where order_id = ${orderId}),
    taken as (
      select id, registry_id, created_at, cancel_requested_at from handoff
      where id in (select handoff_id from line) and not made_by_staff)
    select at, event, registry.code as registry, cents from (
      select created_at as at, 'taken' as event, registry_id, null::bigint as cents from taken
      union all select min(ordered_at), 'ordered', null, null from line having count(*) > 0
      union all select coalesce(first_paid_at, paid_at), 'paid', null, null from order_payment
        where order_id = ${orderId} and coalesce(first_paid_at, paid_at) is not null
      union all select created_at, 'refunded', registry_id, -sum(cents) from ledger
        where order_id = ${orderId} and cause not like '% unplaced %'
        group by created_at, registry_id having sum(cents) < 0
      union all select cancel_requested_at, 'withdrawn', registry_id, null from taken
        where cancel_requested_at is not null
      union all select sent_at, 'sent', registry_id, null from delivery
        where order_id = ${orderId} and sent_at is not null
      union all select returned_at, 'returned', registry_id, cents from returned_unit where order_id = ${orderId}
      union all select min(thanked_at), 'thanked', registry_id, null from line
        where thanked_at is not null group by registry_id) fact
    left join registry on registry.id = registry_id
    order by at, array_position(${[...orderEvents]}::text[], event), registry limit ${maxFacts}`.execute(db)
  return rows
}

/** The registries of an order's gifts, by the id of the first line. */
async function findOrderRegistries(db: Db, orderId: number): Promise<{ id: number; code: string }[]> {
  const { rows } = await sql<{ id: number; code: string }>`
    select registry.id, code from registry join (
      select registry_id, min(line_id) as first from purchase where order_id = ${orderId} group by registry_id
    ) bought on registry_id = registry.id order by first`.execute(db)
  return rows
}

export interface OutboxLetter {
  id: number
  template: string
  channel: 'mail' | 'sms'
  recipient: string
  state: 'waiting' | 'sent' | 'failed'
  attempts: number
  error: string | null
  /** Whether it can be sent as it was: sent letters are stored without their contents. */
  has_contents: boolean
  created_at: Date
  sent_at: Date | null
}

/** Letters whose cause is one of these names, `order` and the order's id. */
const letterCauses = ['gift-given', 'gift-thanks', 'gift-returned', 'gift-refunded']
/** Those about a gift card for what was paid without a registry. */
const cardLetterCauses = ['line-card', 'line-card-lowered']

async function findOrderLetters(db: Db, orderId: number): Promise<OutboxLetter[]> {
  const prefixes = [
    ...letterCauses.map(name => `${name}:order:${orderId}:`),
    ...cardLetterCauses.map(name => `${name}:${orderId}:`),
  ]
  const { rows } = await sql<OutboxLetter>`
    select id, template, channel, recipient, state, attempts, error, props <> '{}' as has_contents, created_at, sent_at
    from outbox where id = any(array(
      select outbox.id from unnest(${prefixes}::text[]) as prefix (start)
        join outbox on cause >= start and cause < start || '~'
      union
      select outbox.id from purchase join registry on registry.id = registry_id
        join outbox on cause = 'withdrawal-received:' || registry.code || ':' || handoff_id
        where order_id = ${orderId}))
    order by id limit ${maxFacts}`.execute(db)
  return rows
}
