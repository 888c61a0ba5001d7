import { nextAttemptAt } from '../../base/retry.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { ShopFailure } from '../../shop/port.ts'
import * as data from './data.ts'

/** Tries again after 30 s, 1 min, 2 min … at most six hours. */
const retryDelays = { firstMs: 30_000, mostMs: 6 * 3_600_000 }

const batchSize = 20
const leaseMs = 60_000

/**
 * Subscribes customers to the shop's newsletter, or unsubscribes them, as they want it (R121). An unconfirmed e-mail is
 * left alone, as it may be somebody else's. A failure is tried again later. Answers how many were tried.
 */
export async function syncNewsletterSubscriptions({ db, shop, now, log }: JobContext): Promise<number> {
  const due = await data.claimNewsletterChanges(db, now, leaseMs, batchSize)
  for (const customer of due) {
    const { id, email, newsletter_wanted, newsletter_attempts } = customer
    try {
      await (newsletter_wanted ? shop.subscribeToNewsletter(customer) : shop.unsubscribeFromNewsletter(email))
      await data.markNewsletterSynced(db, id, newsletter_wanted)
    } catch (error) {
      if (!(error instanceof ShopFailure)) throw error
      log.warn(
        { reason: error.kind, status: error.status },
        'newsletter not told to the shop; it is tried again',
      )
      await data.scheduleNewsletterRetry(db, id, nextAttemptAt(now, newsletter_attempts, retryDelays))
    }
  }
  return due.length
}
