import { freshen, type MirrorParts, readAt, sweepCatalogue } from './sweep.ts'
import * as data from './sweep-data.ts'

const hour = 3_600_000
/** What no change of a product tells – that it was deleted, or what an order or a price list makes of it – is this old at most. */
const wholeEvery = 6 * hour
/** Where a new product stands in the shop's own orders is this old at most. */
const arrivalsEvery = hour
/** Clocks differ, and a change may be told a little after it was made: each look begins before the last one ended. */
const overlap = 300_000
/** Products read anew at once. */
const atOnce = 50

/**
 * Keeps the mirror near the shop, whatever webhooks were lost: reads what has changed since the last look, and now and
 * then the whole. Answers how many products were read. Throws ShopFailure.
 */
export async function keepUp(parts: MirrorParts): Promise<{ products: number }> {
  const since = await data.changesReadTo(parts.db)
  return since === null || (await isWholeDue(parts)) ? sweepCatalogue(parts) : readChanges(parts, since)
}

async function isWholeDue(parts: MirrorParts): Promise<boolean> {
  const { db, now } = parts
  const last = await readAt(parts)
  if (last === null || (await data.isSweepUnderWay(db))) return true
  const age = now().getTime() - last.getTime()
  return age >= wholeEvery || (age >= arrivalsEvery && (await data.hasArrivals(db, last)))
}

async function readChanges(parts: MirrorParts, since: Date): Promise<{ products: number }> {
  const { db, shop, now, log } = parts
  const began = now()
  const ids = await shop.productsChangedSince(new Date(since.getTime() - overlap))
  for (let at = 0; at < ids.length; at += atOnce) await freshen(parts, ids.slice(at, at + atOnce))
  await data.noteChanges(db, began)
  if (ids.length > 0) log?.info({ products: ids.length }, 'catalogue changes read')
  return { products: ids.length }
}
