import { shopTask } from '../../server/context/shop-task.ts'
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
    await data.markNewsletterSynced(db, id, newsletter_wanted)
  },
)
