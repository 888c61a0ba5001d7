import { findWishesByGiftIds } from '../../gift/gift/data.ts'
import { findRegistryById } from '../../registry/registry/data.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { ShopOrder } from '../../shop/port.ts'
import * as data from '../hand-off/data.ts'
import { verifyReference } from '../hand-off/reference-service.ts'
import * as kept from './data.ts'
import { enqueueGiftEmails } from './email-service.ts'
import {
  computeCreditsWithSmartChange,
  expectedLedgerSums,
  type HandoffSnapshot,
  type LedgerKind,
  ledgerAccountOf,
  type MatchedLine,
  matchOrderLines,
  type UnmatchedLine,
} from './rules.ts'
import { formatStaffNote } from './staff-note-service.ts'

/** An order with what of it is ours. */
export interface MatchedOrder {
  order: ShopOrder
  handoffs: data.HandoffRow[]
  matched: MatchedLine[]
  unmatched: UnmatchedLine[]
  /** Whether its goods go to the hosts; null when it is not known. */
  deliversToHosts: boolean | null
}

/** Re-reads every order of a shop's cart. */
export async function syncOrdersOfCart(cartId: string, ctx: JobContext): Promise<void> {
  for (const id of await ctx.shop.fetchOrderIdsOfCart(cartId)) await syncOrder(id, ctx)
}

/**
 * Re-reads an order from the shop and brings purchases, ledger and holds to what it says now (product.md 11). Any
 * repetition, order of arrival or number of processes ends in the same state. An order that is not ours, or unknown
 * to the shop, changes nothing. Throws ShopFailure when the shop can't be read.
 */
export async function syncOrder(orderId: number, ctx: JobContext): Promise<void> {
  const reading = await kept.nextOrderSyncVersion(ctx.db)
  const order = await ctx.shop.fetchOrder(orderId)
  await ctx.testHook?.('order read')
  if (!order) return
  const found = await matchOrder(order, ctx)
  const placing = { ...found, deliversToHosts: await goesToHosts(found, ctx) }
  const counted = await kept.findRegistriesByOrder(ctx.db, orderId)
  const isOurs = placing.matched.length + placing.unmatched.length + counted.length > 0
  if (!isOurs && order.externalId === null) return
  await ctx.db.transaction().execute(async tx => {
    await data.lockRegistries(tx, [...new Set([...registriesOf(placing), ...counted])])
    if (await kept.claimOrderSyncVersion(tx, orderId, reading)) await apply(tx, placing, ctx)
    await ctx.testHook?.('order counted, not committed')
  })
  await ctx.testHook?.('order counted')
}

/** Asked before the first note to the staff; money alone goes nowhere. A shop that doesn't say holds nothing up. */
async function goesToHosts(
  { order, matched }: MatchedOrder,
  { db, shop }: JobContext,
): Promise<boolean | null> {
  if (order.state !== 'paid' || matched.length === 0 || (await kept.hasStaffNote(db, order.id))) return null
  if (matched.every(one => one.line.kind !== 'units')) return false
  return shop.isDeliveredToHosts(order.id).catch(() => null)
}

/** An order that the shop no longer knows stands for nothing. */
export async function voidOrder(orderId: number, ctx: JobContext): Promise<void> {
  const registries = await kept.findRegistriesByOrder(ctx.db, orderId)
  await ctx.db.transaction().execute(async tx => {
    await data.lockRegistries(tx, registries)
    const gone = await kept.findPurchasesByOrder(tx, orderId)
    for (const one of gone) await kept.voidPurchase(tx, one, ctx.now)
    await recreditGifts(tx, giftsIn(gone))
    await kept.replaceUnmatchedLines(tx, orderId, [], ctx.now)
    for (const registryId of registries) {
      await ctx.registryChanged(tx, registryId)
      await ctx.emit('moneyChanged', tx, { registryId, orderId })
    }
  })
}

const giftsIn = (purchases: kept.PurchaseRow[]) => [...new Set(purchases.map(one => one.gift_id))]

/** What of an order is ours, and where it belongs; nothing is written. */
export async function matchOrder(order: ShopOrder, { db, config }: JobContext): Promise<MatchedOrder> {
  const handoffOfText = (text: string | null) => verifyReference(text, config.SECRET)
  const references = order.lines.flatMap(line => handoffOfText(line.contribution?.reference ?? null) ?? [])
  const { byCart, handoffs } = await kept.findHandoffsOfOrder(db, order.cartId, references)
  const lines = await data.findHandoffLines(
    db,
    handoffs.map(one => one.id),
  )
  const snapshots: HandoffSnapshot[] = handoffs.map(one => ({
    id: one.id,
    ownsCart: one.id === byCart?.id,
    lines: lines.filter(line => line.handoff_id === one.id),
  }))
  const proven = (text: string | null) => {
    const reference = handoffOfText(text)
    return handoffs.find(one => one.reference === reference)?.id ?? null
  }
  return { order, handoffs, deliversToHosts: null, ...matchOrderLines(order.lines, snapshots, proven) }
}

function registriesOf({ handoffs }: MatchedOrder): number[] {
  return [...new Set(handoffs.map(one => one.registry_id))]
}

async function apply(tx: Db, placing: MatchedOrder, ctx: JobContext): Promise<void> {
  const { order, unmatched } = placing
  if (order.externalId !== null) await ctx.emit('outsideOrderRead', tx, { order })
  const before = await kept.findPurchasesByOrder(tx, order.id)
  await kept.replaceUnmatchedLines(tx, order.id, order.state === 'void' ? [] : unmatched, ctx.now)
  // An order that was never taken on and is not paid for leaves the hand-off open: the guest may try again.
  if (order.state === 'void' && before.length === 0) return
  const changed = await writePurchases(tx, placing, before, ctx)
  if (!changed) return
  await ctx.testHook?.('purchases written, not credited')
  await recreditGifts(tx, giftsIn([...before, ...(await kept.findPurchasesByOrder(tx, order.id))]))
  await tellOf(tx, placing, before, ctx)
}

/** Upserts what changed; true when something did. */
async function writePurchases(
  tx: Db,
  placing: MatchedOrder,
  before: kept.PurchaseRow[],
  { now }: JobContext,
): Promise<boolean> {
  const { order, matched } = placing
  const wanted = order.state === 'void' ? [] : matched.map(one => toPurchase(one, placing))
  const fresh = wanted.filter(one => !before.some(old => old.line_id === one.line_id && isSame(old, one)))
  const gone = before.filter(old => old.state !== 'void' && !wanted.some(one => one.line_id === old.line_id))
  for (const one of fresh) await kept.upsertPurchase(tx, one, now)
  for (const one of gone) await kept.voidPurchase(tx, one, now)
  const handoffIds = [...new Set(wanted.map(one => one.handoff_id))]
  if (handoffIds.length > 0) await kept.markHandoffsOrdered(tx, handoffIds)
  return fresh.length + gone.length > 0
}

/** The purchase that a placed line is, as it is kept. */
export function toPurchase(
  { lineId, line, units, cents }: MatchedLine,
  { order, handoffs }: MatchedOrder,
): kept.NewPurchase {
  const handoff = handoffs.find(one => one.id === line.handoff_id)
  const stands = units > 0 && order.state !== 'void'
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
    state: stands ? order.state : 'void',
    units: stands ? units : 0,
    cents: stands ? cents : 0,
    ...giver,
    visibility: handoff?.visibility ?? 'full',
    message: line.message ?? handoff?.message ?? null,
    ordered_at: order.orderedAt,
  }
}

function isSame(old: kept.PurchaseRow, one: kept.NewPurchase): boolean {
  return (
    old.state === one.state &&
    old.units === one.units &&
    old.cents === one.cents &&
    old.gift_id === one.gift_id &&
    old.giver_name === one.giver_name &&
    old.giver_email === one.giver_email &&
    old.visibility === one.visibility &&
    old.message === one.message
  )
}

/**
 * Works out anew what each purchase of these gifts is credited with, and corrects the ledger by new lines; true when
 * something was.
 */
export async function recreditGifts(tx: Db, giftIds: number[]): Promise<boolean> {
  if (giftIds.length === 0) return false
  let isMoved = false
  const wishes = await findWishesByGiftIds(tx, giftIds)
  const purchases = await kept.findPurchasesByGifts(tx, giftIds)
  const sums = await kept.findLedgerSums(tx, giftIds)
  const carried = await kept.findSmartChangeTotals(tx, giftIds)
  for (const [giftId, wish] of wishes) {
    const ofGift = purchases.filter(one => one.gift_id === giftId)
    const credits = computeCreditsWithSmartChange(carried.get(giftId) ?? { moved: 0, gone: 0 }, wish, ofGift)
    for (const [index, one] of ofGift.entries()) {
      const credit = credits[index] ?? { credited_units: 0, credited_cents: 0 }
      const isOther =
        one.credited_units !== credit.credited_units || one.credited_cents !== credit.credited_cents
      const lines = corrections({ ...one, ...credit }, sums, wish.isDigital)
      if (isOther) await kept.updatePurchaseCredit(tx, one, credit)
      await kept.appendLedgerLines(tx, lines)
      isMoved ||= isOther || lines.length > 0
    }
  }
  return isMoved
}

/** Lines that bring the ledger to what is due; numbered, so that the same correction can't be written twice. */
function corrections(one: kept.PurchaseRow, sums: kept.LedgerSum[], isDigital: boolean) {
  const { registry_id, gift_id, order_id, line_id } = one
  const said = sums.filter(sum => sum.order_id === order_id && sum.line_id === line_id)
  const number = 1 + Math.max(0, ...said.map(sum => sum.last))
  return Object.entries(expectedLedgerSums(one)).flatMap(([name, due]) => {
    const kind = name as LedgerKind
    const sum = said.find(other => other.kind === kind)
    const cents = due - (sum?.cents ?? 0)
    const account = sum?.account ?? ledgerAccountOf(kind, isDigital)
    const cause = `order ${order_id} line ${line_id} ${kind} ${number}`
    return cents === 0 ? [] : [{ registry_id, gift_id, order_id, line_id, kind, account, cents, cause }]
  })
}

/** Every open page, later features, the people, and the shop's staff. */
async function tellOf(
  tx: Db,
  placing: MatchedOrder,
  before: kept.PurchaseRow[],
  ctx: JobContext,
): Promise<void> {
  const { order, handoffs } = placing
  const purchases = await kept.findPurchasesByOrder(tx, order.id)
  for (const registryId of new Set([...registriesOf(placing), ...before.map(one => one.registry_id)])) {
    const ofRegistry = purchases.filter(one => one.registry_id === registryId)
    const handoff = handoffs.find(one => ofRegistry.some(purchase => purchase.handoff_id === one.id))
    const registry = await findRegistryById(tx, registryId)
    await ctx.registryChanged(tx, registryId)
    await ctx.emit('moneyChanged', tx, { registryId, orderId: order.id })
    if (!handoff || !ofRegistry.some(one => one.state === 'paid')) continue
    const firstTime = !before.some(one => one.registry_id === registryId && one.state === 'paid')
    await ctx.emit('purchaseCredited', tx, {
      registryId,
      orderId: order.id,
      handoffId: handoff.id,
      firstTime,
    })
    if (!registry || !firstTime) continue
    await enqueueGiftEmails(tx, { registry, handoff, purchases: ofRegistry }, ctx)
    await kept.appendStaffNote(
      tx,
      order.id,
      formatStaffNote(registry, ofRegistry, placing.deliversToHosts),
      ctx.now,
    )
  }
}
