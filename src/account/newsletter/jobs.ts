import { nextAttemptAt } from '../../base/retry.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { ShopFailure } from '../../shop/port.ts'
import * as data from './data.ts'

/** Tries again after 30 s, 1 min, 2 min … at most six hours. */
const pauses = { firstMs: 30_000, mostMs: 6 * 3_600_000 }

const atOnce = 20
const leaseMs = 60_000

/**
 * Tells the shop's list of subscribers who wants its offers, and who no longer does; an e-mail that nobody has
 * confirmed is not told, for it may be another's. A failure is tried again later. Answers how many were looked at.
 */
export async function syncNewsletterSubscriptions({ db, shop, now }: JobContext): Promise<number> {
  const untold = await data.claimNewsletterChanges(db, now, leaseMs, atOnce)
  for (const one of untold) {
    try {
      await (one.newsletter_wanted
        ? shop.subscribeToNewsletter(one)
        : shop.unsubscribeFromNewsletter(one.email))
      await data.markNewsletterSynced(db, one.id, one.newsletter_wanted)
    } catch (error) {
      if (!(error instanceof ShopFailure)) throw error
      await data.scheduleNewsletterRetry(db, one.id, nextAttemptAt(now, one.newsletter_attempts, pauses))
    }
  }
  return untold.length
}
