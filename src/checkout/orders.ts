import { wishesOf } from '../gift/data.ts'
import { registryById } from '../registry/data.ts'
import type { Db } from '../server/tables.ts'
import type { Work } from '../server/visit.ts'
import type { ShopOrder } from '../shop/port.ts'
import * as data from './data.ts'
import { postLetters } from './letters.ts'
import {
  creditsBeside,
  dueOf,
  type LedgerKind,
  type Placed,
  placeLines,
  pocketOf,
  type Snapshot,
  type Unplaced,
} from './order-rules.ts'
import * as kept from './purchases-data.ts'
import { provenReference } from './reference.ts'
import { noteForStaff } from './staff-note.ts'

/** An order with what of it is ours. */
export interface Placing {
  order: ShopOrder
  handoffs: data.HandoffRow[]
  placed: Placed[]
  unplaced: Unplaced[]
  /** Whether its goods go to the hosts; null when it is not known. */
  toHosts: boolean | null
}

/** Re-reads every order of a shop's cart. */
export async function syncCart(cartId: string, work: Work): Promise<void> {
  for (const id of await work.shop.ordersOfCart(cartId)) await syncOrder(id, work)
}

/**
 * Re-reads an order from the shop and brings purchases, ledger and holds to what it says now (product.md 11). Any
 * repetition, order of arrival or number of processes ends in the same state. An order that is not ours, or unknown
 * to the shop, changes nothing. Throws ShopFailure when the shop can't be read.
 */
export async function syncOrder(orderId: number, work: Work): Promise<void> {
  const reading = await kept.nextReading(work.db)
  const order = await work.shop.order(orderId)
  await work.step?.('order read')
  if (!order) return
  const found = await placingOf(order, work)
  const placing = { ...found, toHosts: await goesToHosts(found, work) }
  const counted = await kept.registriesOfOrder(work.db, orderId)
  const isOurs = placing.placed.length + placing.unplaced.length + counted.length > 0
  if (!isOurs && order.externalId === null) return
  await work.db.transaction().execute(async tx => {
    await data.lockRegistries(tx, [...new Set([...registriesOf(placing), ...counted])])
    if (await kept.claimReading(tx, orderId, reading)) await apply(tx, placing, work)
    await work.step?.('order counted, not committed')
  })
  await work.step?.('order counted')
}

/** Asked before the first note to the staff; money alone goes nowhere. A shop that doesn't say holds nothing up. */
async function goesToHosts({ order, placed }: Placing, { db, shop }: Work): Promise<boolean | null> {
  if (order.state !== 'paid' || placed.length === 0 || (await kept.hasNote(db, order.id))) return null
  if (placed.every(one => one.line.kind !== 'units')) return false
  return shop.deliversToHosts(order.id).catch(() => null)
}

/** An order that the shop no longer knows stands for nothing. */
export async function voidOrder(orderId: number, work: Work): Promise<void> {
  const registries = await kept.registriesOfOrder(work.db, orderId)
  await work.db.transaction().execute(async tx => {
    await data.lockRegistries(tx, registries)
    const gone = await kept.purchasesOfOrder(tx, orderId)
    for (const one of gone) await kept.voidPurchase(tx, one, work.now)
    await recredit(tx, giftsIn(gone))
    await kept.keepUnplaced(tx, orderId, [], work.now)
    for (const registryId of registries) {
      await work.changed(tx, registryId)
      await work.tell('moneyChanged', tx, { registryId, orderId })
    }
  })
}

const giftsIn = (purchases: kept.PurchaseRow[]) => [...new Set(purchases.map(one => one.gift_id))]

/** What of an order is ours, and where it belongs; nothing is written. */
export async function placingOf(order: ShopOrder, { db, config }: Work): Promise<Placing> {
  const handoffOfText = (text: string | null) => provenReference(text, config.SECRET)
  const references = order.lines.flatMap(line => handoffOfText(line.contribution?.reference ?? null) ?? [])
  const { byCart, handoffs } = await kept.handoffsOf(db, order.cartId, references)
  const lines = await data.linesOf(
    db,
    handoffs.map(one => one.id),
  )
  const snapshots: Snapshot[] = handoffs.map(one => ({
    id: one.id,
    byCart: one.id === byCart?.id,
    lines: lines.filter(line => line.handoff_id === one.id),
  }))
  const proven = (text: string | null) => {
    const reference = handoffOfText(text)
    return handoffs.find(one => one.reference === reference)?.id ?? null
  }
  return { order, handoffs, toHosts: null, ...placeLines(order.lines, snapshots, proven) }
}

function registriesOf({ handoffs }: Placing): number[] {
  return [...new Set(handoffs.map(one => one.registry_id))]
}

async function apply(tx: Db, placing: Placing, work: Work): Promise<void> {
  const { order, unplaced } = placing
  if (order.externalId !== null) await work.tell('outsideOrderRead', tx, { order })
  const before = await kept.purchasesOfOrder(tx, order.id)
  await kept.keepUnplaced(tx, order.id, order.state === 'void' ? [] : unplaced, work.now)
  // An order that was never taken on and is not paid for leaves the hand-off open: the guest may try again.
  if (order.state === 'void' && before.length === 0) return
  const changed = await writePurchases(tx, placing, before, work)
  if (!changed) return
  await work.step?.('purchases written, not credited')
  await recredit(tx, giftsIn([...before, ...(await kept.purchasesOfOrder(tx, order.id))]))
  await tellOf(tx, placing, before, work)
}

/** Upserts what changed; true when something did. */
async function writePurchases(
  tx: Db,
  placing: Placing,
  before: kept.PurchaseRow[],
  { now }: Work,
): Promise<boolean> {
  const { order, placed } = placing
  const wanted = order.state === 'void' ? [] : placed.map(one => purchaseOf(one, placing))
  const fresh = wanted.filter(one => !before.some(old => old.line_id === one.line_id && isSame(old, one)))
  const gone = before.filter(old => old.state !== 'void' && !wanted.some(one => one.line_id === old.line_id))
  for (const one of fresh) await kept.upsertPurchase(tx, one, now)
  for (const one of gone) await kept.voidPurchase(tx, one, now)
  const handoffIds = [...new Set(wanted.map(one => one.handoff_id))]
  if (handoffIds.length > 0) await kept.markOrdered(tx, handoffIds)
  return fresh.length + gone.length > 0
}

/** The purchase that a placed line is, as it is kept. */
export function purchaseOf(
  { lineId, line, units, cents }: Placed,
  { order, handoffs }: Placing,
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
export async function recredit(tx: Db, giftIds: number[]): Promise<boolean> {
  if (giftIds.length === 0) return false
  let isMoved = false
  const wishes = await wishesOf(tx, giftIds)
  const purchases = await kept.purchasesOfGifts(tx, giftIds)
  const sums = await kept.ledgerSums(tx, giftIds)
  const carried = await kept.carriedOf(tx, giftIds)
  for (const [giftId, wish] of wishes) {
    const ofGift = purchases.filter(one => one.gift_id === giftId)
    const credits = creditsBeside(carried.get(giftId) ?? { moved: 0, gone: 0 }, wish, ofGift)
    for (const [index, one] of ofGift.entries()) {
      const credit = credits[index] ?? { credited_units: 0, credited_cents: 0 }
      const isOther =
        one.credited_units !== credit.credited_units || one.credited_cents !== credit.credited_cents
      const lines = corrections({ ...one, ...credit }, sums, wish.isDigital)
      if (isOther) await kept.creditPurchase(tx, one, credit)
      await kept.appendLedger(tx, lines)
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
  return Object.entries(dueOf(one)).flatMap(([name, due]) => {
    const kind = name as LedgerKind
    const sum = said.find(other => other.kind === kind)
    const cents = due - (sum?.cents ?? 0)
    const pocket = sum?.pocket ?? pocketOf(kind, isDigital)
    const cause = `order ${order_id} line ${line_id} ${kind} ${number}`
    return cents === 0 ? [] : [{ registry_id, gift_id, order_id, line_id, kind, pocket, cents, cause }]
  })
}

/** Every open page, later features, the people, and the shop's staff. */
async function tellOf(tx: Db, placing: Placing, before: kept.PurchaseRow[], work: Work): Promise<void> {
  const { order, handoffs } = placing
  const purchases = await kept.purchasesOfOrder(tx, order.id)
  for (const registryId of new Set([...registriesOf(placing), ...before.map(one => one.registry_id)])) {
    const ofRegistry = purchases.filter(one => one.registry_id === registryId)
    const handoff = handoffs.find(one => ofRegistry.some(purchase => purchase.handoff_id === one.id))
    const registry = await registryById(tx, registryId)
    await work.changed(tx, registryId)
    await work.tell('moneyChanged', tx, { registryId, orderId: order.id })
    if (!handoff || !ofRegistry.some(one => one.state === 'paid')) continue
    const firstTime = !before.some(one => one.registry_id === registryId && one.state === 'paid')
    await work.tell('purchaseCredited', tx, {
      registryId,
      orderId: order.id,
      handoffId: handoff.id,
      firstTime,
    })
    if (!registry || !firstTime) continue
    await postLetters(tx, { registry, handoff, purchases: ofRegistry }, work)
    await kept.noteForOrder(tx, order.id, noteForStaff(registry, ofRegistry, placing.toHosts), work.now)
  }
}
