import { retryAt } from '../base/retry.ts'
import type { Work } from '../server/visit.ts'
import { ShopFailure } from '../shop/port.ts'
import * as data from './offers-data.ts'

/** Tries again after 30 s, 1 min, 2 min … at most six hours. */
const pauses = { firstMs: 30_000, mostMs: 6 * 3_600_000 }

const atOnce = 20
const leaseMs = 60_000

/**
 * Tells the shop's list of subscribers who wants its offers, and who no longer does; an e-mail that nobody has
 * confirmed is not told, for it may be another's. A failure is tried again later. Answers how many were looked at.
 */
export async function tellOffers({ db, shop, now }: Work): Promise<number> {
  const untold = await data.takeUntold(db, now, leaseMs, atOnce)
  for (const one of untold) {
    try {
      await (one.offers_wanted ? shop.subscribe(one) : shop.unsubscribe(one.email))
      await data.noteTold(db, one.id, one.offers_wanted)
    } catch (error) {
      if (!(error instanceof ShopFailure)) throw error
      await data.tellLater(db, one.id, retryAt(now, one.offers_attempts, pauses))
    }
  }
  return untold.length
}
