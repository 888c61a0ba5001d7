import { shopTask } from '../../server/context/shop-task.ts'
import { updateRows } from '../../server/postgres/rows.ts'
import * as data from './data.ts'

/**
 * Subscribes customers to the shop's newsletter, or unsubscribes them, as they want it (R121). An unconfirmed e-mail is
 * left alone, as it may be somebody else's.
 */
export const syncNewsletterSubscriptions = shopTask<data.NewsletterChange>(
  data.newsletterChanges,
  async (customer, { db, shop }) => {
    const { id, email, newsletter_wanted } = customer
    await (newsletter_wanted ? shop.subscribeToNewsletter(customer) : shop.unsubscribeFromNewsletter(email))
    // Who has changed the setting meanwhile is due again.
    await updateRows(db, 'customer', {
      set: { newsletter_synced: newsletter_wanted, newsletter_next_attempt_at: null, newsletter_attempts: 0 },
      where: { id },
    })
  },
)
