import type { Cents } from '../base/money.ts'
import { findHandoffLines, findHandoffsOfOrder, type HandoffRow } from '../checkout/hand-off.sql.ts'
import { verifyMark } from '../checkout/request.ts'
import type { JobContext } from '../server/context/request-context.ts'
import { findRows } from '../server/postgres/rows.ts'
import type { Db } from '../server/postgres/tables.ts'
import { isShopFailure, type ShopFailure } from '../shop/port.ts'
import type { ShopOrder } from '../shop/port-orders.ts'
import {
  applyRefundFacts,
  centsAfterRefunds,
  findRaisedLines,
  type HandoffSnapshot,
  type HandoffSnapshotLine,
  holdOf,
  type MatchedLine,
  matchFreedUnits,
  matchOrderLines,
  matchPlacedLines,
  type OrderHold,
  type OrderLine,
  registryCurrency,
  type UnmatchedLine,
} from './orders.rules.ts'
import { findPurchasesByOrder, findRefundFacts, type NewPurchase, type PurchaseRow } from './orders.sql.ts'
import { findLinePlacements, isOrderOfHost } from './placing.ts'
import { findLostWishes } from './restore/restore.ts'
import { capturedCents, excessOf, limitMoney, mostMoneyOf, takenOffCertificates } from './worth.rules.ts'
import { findExchangedLines } from './worth.sql.ts'

/**
 * An order of the shop with what of it counts for registries; refunds that staff have placed are already on their
 * lines.
 */
export interface MatchedOrder {
  order: ShopOrder
  hold: OrderHold
  handoffs: HandoffRow[]
  matched: MatchedLine[]
  unmatched: UnmatchedLine[]
  exchanged: ExchangedLine[]
  /** Whether it was known before that the order was refunded by hand (R1304). */
  wasByHand: boolean
  money: OrderMoney
}

/** A line that became a gift card of its buyer (R1311), with what is left of the line. */
interface ExchangedLine {
  lineId: number
  cents: Cents
  /** What was stored as left when the order was last read. */
  storedCents: Cents
  units: number
  isMoney: true
}

interface OrderMoney {
  /** The largest sum of its lines that may be money. */
  mostCents: Cents
  /** The shop doesn't show what its gift certificates have paid (R1163). */
  isUnproved: boolean
}

/** Matches an order's lines to gifts (R505) and limits what of them is money (R1160); writes nothing. */
export async function matchOrder(read: ShopOrder, ctx: JobContext): Promise<MatchedOrder> {
  const match = await matchLines(read, ctx)
  const { order, matched, exchanged } = match
  const freed =
    order.currency === registryCurrency
      ? await findRows(ctx.db, 'freed_unit', { where: { order_id: read.id }, orderBy: ['id'] })
      : []
  const ofNobody = [...exchanged, ...match.unmatched].some(isMoneyLine)
  const isPaidByCertificate = order.certificateCents > 0 && (ofNobody || matched.some(isMoneyLine))
  const raised = findRaisedLines(matched)
  // Lines that staff raised later without a payment are no money.
  const isMore = raised.length > 0 || ofNobody
  const isAsked = isPaidByCertificate || freed.length > 0 || isMore
  const movements = isAsked ? await readTransactions(order.id, ctx) : null
  const taken = isPaidByCertificate && movements ? takenOffCertificates(movements) : null
  // An order without captures was paid outside of the shop; staff say when (R510).
  const captured = isMore && movements ? capturedCents(movements) || Infinity : Infinity
  const mostCents = mostMoneyOf({ ...order, totalCents: Math.min(order.totalCents, captured) }, taken)
  const inTurn = [...matched.filter(line => !raised.includes(line)), ...raised]
  const ofUnits = limitMoney(matchFreedUnits(freed), movements ? excessOf(order, movements) : Infinity)
  // Gift cards of buyers come first: their money may have left already.
  const ofBuyers = limitMoney(exchanged, mostCents)
  const mostOfGifts = ofBuyers.reduce((left, { cents }) => left - cents, mostCents)
  return setGoneAside(ctx.db, {
    ...match,
    exchanged: ofBuyers,
    matched: [...limitMoney(inTurn, mostOfGifts), ...ofUnits],
    money: {
      mostCents: ofUnits.reduce((sum, { cents }) => sum + cents, mostCents),
      isUnproved: isAsked && movements === null,
    },
  })
}

/**
 * The match without lines of registries that are removed: they wait for staff (R505), but for those that were paid
 * before, whose refunds count on. Call it again under the registries' locks, as one may have been removed since.
 */
export async function setGoneAside<Match extends MatchedOrder>(db: Db, match: Match): Promise<Match> {
  const { order, matched, unmatched } = match
  if (matched.length === 0) return match
  const ids = matched.map(one => one.line.registry_id)
  const where = { id: { in: ids }, removed_at: { '<>': null } }
  const removed = (await findRows(db, 'registry', { where, columns: ['id'] })).map(one => one.id)
  if (removed.length === 0) return match
  const paid = (await findPurchasesByOrder(db, order.id)).filter(one => one.state === 'paid')
  const isGone = ({ lineId, line }: MatchedLine) =>
    removed.includes(line.registry_id) &&
    !paid.some(one => one.line_id === lineId && one.registry_id === line.registry_id)
  const gone = order.lines
    .filter(({ id }) => matched.some(one => one.lineId === id && isGone(one)))
    .map(line => ({ lineId: line.id, reason: 'gone' as const, cents: centsAfterRefunds(line) }))
    .filter(({ cents }) => cents > 0)
  return { ...match, matched: matched.filter(one => !isGone(one)), unmatched: [...unmatched, ...gone] }
}

/** Also a waiting line, if it is our own product. */
const isMoneyLine = (line: MatchedLine | ExchangedLine | UnmatchedLine) =>
  'isMoney' in line ? line.isMoney : line.reason === 'bought' || line.reason === 'reference'

/** Null when the shop refuses to show them. Throws ShopFailure while it is away, so that the order is read again. */
async function readTransactions(orderId: number, { shop, log }: JobContext) {
  try {
    return await shop.fetchOrderTransactions(orderId)
  } catch (error) {
    if (!isShopFailure(error) || isPassing(error)) throw error
    log.warn({ order: orderId, error: String(error) }, 'the transactions of an order can’t be read')
    return null
  }
}

/** Whether the shop is away for now; 404 is an answer (R1163). */
const isPassing = ({ kind, status }: ShopFailure) =>
  kind === 'rate' || (kind === 'unavailable' && status !== 404)

async function matchLines(
  read: ShopOrder,
  { db, config, now }: JobContext,
): Promise<Omit<MatchedOrder, 'money'>> {
  const facts = await findRefundFacts(db, read.id)
  const order = applyRefundFacts(read, facts)
  const wasByHand = facts.wasByHand || read.refundRecord === 'by hand'
  const hold = holdOf(order, config.PENDING_DAYS, now)
  const exchanged = (await findExchangedLines(db, order.id)).map(one => toExchanged(one, order))
  if (await isOrderOfHost(db, order)) {
    const nothing = exchanged.map(one => ({ ...one, cents: 0 }))
    return { order, hold, handoffs: [], matched: [], unmatched: [], exchanged: nothing, wasByHand }
  }
  const orderLines = order.lines.map(line => ({
    ...line,
    isExchanged: exchanged.some(one => one.lineId === line.id),
  }))
  const verify = (text: string | null) => verifyMark(text, config, now)
  const marks = order.lines.flatMap(line => verify(line.contribution?.reference ?? null) ?? [])
  const references = [...new Set(marks.map(mark => mark.reference))]
  const placements = await findLinePlacements(db, order.id)
  const placedIds = placements.map(one => one.handoff_id)
  const { byCart, handoffs } = await findHandoffsOfOrder(db, order.cartId, { references, ids: placedIds })
  const lines = await findHandoffLines(
    db,
    handoffs.map(one => one.id),
  )
  const snapshots: HandoffSnapshot[] = handoffs
    .filter(one => !placedIds.includes(one.id))
    .map(one => ({
      id: one.id,
      ownsCart: one.id === byCart?.id,
      lines: lines.filter(line => line.handoff_id === one.id),
    }))
  const verifyHandoff = (text: string | null) => {
    const reference = verify(text)?.reference
    return handoffs.find(one => one.reference === reference)?.id ?? null
  }
  const placed = new Map(
    placements.flatMap(({ line_id, handoff_id }) => {
      const line = lines.find(one => one.handoff_id === handoff_id)
      return line ? [[line_id, line] as const] : []
    }),
  )
  const others = orderLines.filter(line => !placed.has(line.id))
  const { matched, unmatched } = matchOrderLines(others, snapshots, verifyHandoff)
  const ofStaff = matchPlacedLines(orderLines, placed)
  matched.push(...ofStaff.matched)
  unmatched.push(...ofStaff.unmatched)
  if (!byCart || byCart.recovered_at) {
    const settled = [...matched, ...unmatched].map(({ lineId }) => lineId)
    const open = others.filter(line => !settled.includes(line.id) && !line.isExchanged)
    unmatched.push(...(await findLostGoods(order, open, db)))
  }
  if (order.currency === registryCurrency)
    return { order, hold, handoffs, matched, unmatched, exchanged, wasByHand }
  // 50 dollars are not 50 euro: nothing of it counts (R1305), and staff are told.
  const ours = [...matched, ...unmatched].map(({ lineId }) => ({
    lineId,
    reason: 'currency' as const,
    cents: 0,
  }))
  return { order, hold, handoffs, matched: [], unmatched: ours, exchanged, wasByHand }
}

/**
 * Goods of an order whose hand-off may have been lost by a restore: a registry wishes for them, and nothing else on the
 * order names one (R1391).
 */
async function findLostGoods(order: ShopOrder, lines: OrderLine[], db: Db): Promise<UnmatchedLine[]> {
  const goods = lines.filter(
    ({ kind, quantity, refundedQuantity }) =>
      (kind === 'goods' || kind === 'digital') && refundedQuantity < quantity,
  )
  if (goods.length === 0 || order.externalId !== null) return []
  const ids = goods.map(({ productId }) => productId)
  const wished = await findLostWishes(db, ids, order.orderedAt)
  return goods
    .filter(({ productId }) => wished.has(productId))
    .map(line => ({ lineId: line.id, reason: 'lost', cents: centsAfterRefunds(line) }))
}

/** Nothing is left of a line that is no longer in the order. */
function toExchanged(
  { lineId, storedCents }: { lineId: number; storedCents: Cents },
  { lines, state }: ShopOrder,
): ExchangedLine {
  const line = state === 'void' ? undefined : lines.find(one => one.id === lineId)
  const cents = line ? centsAfterRefunds(line) : 0
  return { lineId, storedCents, cents, units: 1, isMoney: true }
}

/**
 * The match with the giver's name and words as they are under the registries' locks: a change since then (R516, R1030)
 * or an erasure (R986) is kept.
 */
export async function refreshGivers<Match extends MatchedOrder>(tx: Db, match: Match): Promise<Match> {
  const ids = match.handoffs.map(one => one.id)
  const { handoffs: fresh } = await findHandoffsOfOrder(tx, null, { references: [], ids })
  const lines = await findHandoffLines(tx, ids)
  const handoffs = match.handoffs.map(old => fresh.find(one => one.id === old.id) ?? old)
  const matched = match.matched.map(({ line: old, ...one }) => {
    const isSame = (line: HandoffSnapshotLine) =>
      line.handoff_id === old.handoff_id && line.gift_id === old.gift_id && line.kind === old.kind
    return { ...one, line: { ...old, message: (lines.find(isSame) ?? old).message } }
  })
  return { ...match, handoffs, matched }
}

/** The purchases to store for an order; what is stored and not among them becomes void. */
export function expectedPurchases(match: MatchedOrder, stored: PurchaseRow[]): NewPurchase[] {
  const { order, hold, matched } = match
  const counted = stored.filter(one => one.state !== 'void')
  // The meaning of the new status is unknown: what was counted stays.
  if (order.waitsFor === 'unknown' && counted.some(one => one.state === 'paid')) return counted
  // Until the guest has finished the order, the hand-off's reservation keeps the gifts.
  if (order.waitsFor === 'checkout' && counted.length === 0) return []
  return hold.state === 'void' ? [] : matched.map(line => toPurchase(line, match))
}

/** Units and cents are 0 when nothing of the line is left. */
function toPurchase(
  { lineId, line, units, cents, isMoney }: MatchedLine,
  { order, hold, handoffs }: MatchedOrder,
): NewPurchase {
  const handoff = handoffs.find(one => one.id === line.handoff_id)
  const hasUnits = units > 0 && hold.state !== 'void'
  const giver = handoff?.erased
    ? { giver_name: '', giver_email: null }
    : {
        giver_name: handoff?.giver_name ?? order.billingName,
        giver_email: order.email ?? handoff?.giver_email ?? null,
      }
  return {
    order_id: order.id,
    line_id: lineId,
    registry_id: line.registry_id,
    gift_id: line.gift_id,
    handoff_id: line.handoff_id,
    kind: line.kind,
    is_money: isMoney,
    state: hasUnits ? hold.state : 'void',
    held_until: hasUnits ? hold.heldUntil : null,
    units: hasUnits ? units : 0,
    cents: hasUnits ? cents : 0,
    ...giver,
    visibility: handoff?.visibility ?? 'full',
    message: line.message ?? handoff?.message ?? null,
    ordered_at: order.orderedAt,
  }
}
