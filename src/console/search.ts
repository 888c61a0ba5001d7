import * as z from 'zod/mini'
import { emailKey } from '../account/customer/customer.rules.ts'
import { phoneNumberSchema } from '../account/customer/phone.rules.ts'
import { dayInAthens } from '../base/dates.ts'
import { boundedText } from '../base/fields.ts'
import { formatCertificateCode, maskCardCode } from '../money/payout/payout.rules.ts'
import { registriesInStaffNote } from '../orders/notes.ts'
import { registryCurrency } from '../orders/orders.rules.ts'
import { registryState } from '../registry/registry.rules.ts'
import type { JobContext, StaffContext } from '../server/context/request-context.ts'
import { staffRead } from '../server/context/staff-call.ts'
import type { ShopOrder } from '../shop/port-orders.ts'
import { findAnyRegistry } from './registry/registry.sql.ts'
import { guestEmailFor } from './registry/registry.ts'
import { parseStaffQuery, resultsPerKind, type StaffQuery } from './search.rules.ts'
import * as data from './search.sql.ts'

const q = boundedText({ min: 2, max: 120, short: 'staff_search_short', long: 'find_long' })

export const calls = { search: staffRead('support', { q }, search) }

/** One more than is shown, to know whether there are more. */
const read = resultsPerKind + 1

interface Some<Row> {
  found: Row[]
  has_more: boolean
}

interface OrderResult {
  order_id: number
  /** host: placed by us for the host, with the registry's money · shop: the shop alone knows it. */
  kind: 'gifts' | 'unmatched' | 'host' | 'shop'
  registry: string | null
  /** The registry that the order's note in the shop names, where it counts for none. */
  named: string | null
  /** Who paid, or the givers where they are known. */
  payer: string | null
  lines: number
  /** Null in another currency than euro. */
  cents: number | null
}

async function search({ q }: { q: string }, ctx: StaffContext) {
  const query = parseStaffQuery(q)
  const phone = query.phone === null ? null : (z.safeParse(phoneNumberSchema, query.phone).data ?? null)
  const key = query.email === null ? null : emailKey(query.email)
  const found = {
    registries: limited(await findRegistries(query, ctx)),
    hosts: limited(await findHosts(query, { emailKey: key, phone }, ctx)),
    orders: limited<OrderResult>(await findOrders(query, ctx)),
    receipts: limited(await findReceipts(query, ctx)),
    checkouts: limited(await findCheckouts(query, ctx)),
    cards: limited(await findCards(query, ctx)),
    guests: limited(await findGuests({ emailKey: key, phone }, ctx)),
  }
  const orderId = orderToAskFor(query, found)
  const asked = orderId === null ? noAnswer : await askShop(orderId, ctx)
  const orders = asked.order === null ? await withPayers(found.orders, ctx) : limited([asked.order])
  return {
    ...found,
    orders,
    /** The shop was to be asked for an order, and doesn't answer. */
    is_shop_away: asked.isAway,
    /** It looks like the number of a failure, which is in the log alone. */
    is_failure: query.isFailure,
  }
}

/**
 * The number of an order to ask the shop for (R1020, orders that the shop alone knows): of one that is unknown here.
 * For a number that may be a phone, nothing of any kind may have been found.
 */
function orderToAskFor(
  { orderId, phone }: StaffQuery,
  found: Record<string, Some<unknown>> & { orders: Some<unknown> },
): number | null {
  const isKnown = (phone === null ? [found.orders] : Object.values(found)).some(kind => kind.found.length > 0)
  return isKnown ? null : orderId
}

interface ShopAnswer {
  order: OrderResult | null
  isAway: boolean
}
const noAnswer: ShopAnswer = { order: null, isAway: false }

/** A shop that doesn't answer in time doesn't fail the search. */
async function askShop(id: number, ctx: StaffContext): Promise<ShopAnswer> {
  const order = await readShopOrder(id, ctx)
  if (!order) return { order: null, isAway: order === undefined }
  const { billingName: payer, currency, totalCents, lines } = order
  const cents = currency === registryCurrency ? totalCents : null
  const named = (await findRegistryOfNote(order, ctx))?.code ?? null
  const about = { order_id: id, kind: 'shop', registry: null, named, payer } as const
  return { order: { ...about, lines: lines.length, cents }, isAway: false }
}

/**
 * Order lines without a gift have no payer in our database; the shop's order says who paid, and its note names the
 * registry.
 */
async function withPayers(orders: Some<OrderResult>, ctx: StaffContext): Promise<Some<OrderResult>> {
  const waiting = orders.found.find(({ kind }) => kind === 'unmatched')
  const order = waiting && (await readShopOrder(waiting.order_id, ctx))
  if (!order) return orders
  const named = (await findRegistryOfNote(order, ctx))?.code ?? null
  return {
    ...orders,
    found: orders.found.map(one => (one === waiting ? { ...one, payer: order.billingName, named } : one)),
  }
}

function limited<Row>(found: Row[]): Some<Row> {
  return { found: found.slice(0, resultsPerKind), has_more: found.length > resultsPerKind }
}

async function findRegistries({ names, code, slug, phoneEnd }: StaffQuery, { db, now }: StaffContext) {
  const ids = names === null ? [] : await data.findIdsByNames(db, 'registry', names, read)
  const rows = await data.findStaffRegistries(db, { ids, code, slug, phoneEnd }, read)
  return rows.map(row => ({
    code: row.code,
    registry_name: row.registry_name,
    hosts: fullHostNames(row),
    event_day: row.event_day,
    closing_day: row.closing_day,
    state: row.removed_at ? ('removed' as const) : registryState(row, dayInAthens(now)),
  }))
}

function fullHostNames(row: data.StaffRegistryRow): string {
  const person = (...names: (string | null)[]) => names.filter(Boolean).join(' ')
  const people = [person(row.name, row.surname), person(row.partner_name, row.partner_surname)]
  return people.filter(Boolean).join(', ')
}

interface Person {
  emailKey: string | null
  phone: string | null
}

async function findHosts({ names }: StaffQuery, person: Person, { db }: StaffContext) {
  const ids = names === null ? [] : await data.findIdsByNames(db, 'host', names, read)
  if (ids.length === 0 && person.emailKey === null && person.phone === null) return []
  return data.findStaffHosts(db, { ids, ...person })
}

async function findOrders({ orderId }: StaffQuery, { db }: StaffContext) {
  if (orderId === null) return []
  const rows = await data.findStaffOrders(db, orderId, read)
  return rows.map(row => ({ order_id: orderId, named: null, ...row }))
}

async function findReceipts({ receiptKeys }: StaffQuery, { db }: StaffContext) {
  if (receiptKeys.length === 0) return []
  return data.findStaffReceipts(db, receiptKeys, read)
}

async function findCheckouts({ names, email, cartId, reference }: StaffQuery, { db, staff }: StaffContext) {
  const ids = names === null ? [] : await data.findIdsByNames(db, 'giver', names, read)
  if (ids.length === 0 && email === null && cartId === null && reference === null) return []
  const rows = await data.findStaffCheckouts(db, { ids, email, cartId, reference }, read)
  return rows.map(row => ({ ...row, ...guestEmailFor(staff.role, row.email) }))
}

async function findCards({ code, codeEnd }: StaffQuery, { db }: StaffContext) {
  if (code === null && codeEnd === null) return []
  const whole = code === null ? null : formatCertificateCode(code)
  const rows = await data.findStaffCards(db, { whole, end: codeEnd }, read)
  return rows.map(row => ({ ...row, code: maskCardCode(row.code) }))
}

async function findGuests(person: Person, { db, staff }: StaffContext) {
  if (person.emailKey === null && person.phone === null) return []
  const rows = await data.findStaffGuests(db, person, read)
  return rows.map(row => ({ ...row, email: guestEmailFor(staff.role, row.email).email }))
}

/** The order as the shop has it, null for none; undefined when the shop does not answer, which breaks no page. */
export async function readShopOrder(
  id: number,
  { shop, log }: Pick<StaffContext, 'shop' | 'log'>,
): Promise<ShopOrder | null | undefined> {
  try {
    return await shop.fetchOrder(id)
  } catch (error) {
    log.warn({ err: error }, 'the shop was not there for a page of staff')
    return undefined
  }
}

/** Null when the note names no registry, or deleted ones only. */
export async function findRegistryOfNote(
  { staffNote }: Pick<ShopOrder, 'staffNote'>,
  { db }: Pick<StaffContext, 'db'>,
): Promise<{ code: string; name: string } | null> {
  for (const code of registriesInStaffNote(staffNote)) {
    const row = await findAnyRegistry(db, code, '')
    if (row && !row.removed_at) return { code: row.code, name: row.registry_name }
  }
  return null
}

const sliceSize = 500
/** A run ends after so long, so that a process that stops doesn't wait longer for it. */
const runMs = 10_000

/** Updates the search entries of registries, hosts and givers whose names changed. */
export async function updateStaffSearch({ db }: JobContext): Promise<void> {
  const end = performance.now() + runMs
  while (performance.now() < end) if ((await data.indexStaffSearchChanges(db, sliceSize)) < sliceSize) return
}
