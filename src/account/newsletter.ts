import { type Selectable, sql } from 'kysely'
import { shopTask } from '../server/context/shop-task.ts'
import { updateRows } from '../server/postgres/rows.ts'
import type { DueRows, Tables } from '../server/postgres/tables.ts'

type NewsletterChange = Pick<Selectable<Tables['customer']>, (typeof columns)[number]>

const columns = ['id', 'email', 'name', 'language', 'newsletter_wanted'] as const

const newsletterChanges: DueRows = {
  table: 'customer',
  id: 'id',
  due: 'newsletter_next_attempt_at',
  attempts: 'newsletter_attempts',
  columns,
  isDue: now => sql`newsletter_synced <> newsletter_wanted
    and (newsletter_next_attempt_at is null or newsletter_next_attempt_at <= ${now})`,
}

/** Tells the shop's newsletter what customers want (R121); not of an unconfirmed e-mail, which may be somebody else's. */
export const syncNewsletterSubscriptions = shopTask<NewsletterChange>(
  newsletterChanges,
  async (customer, { db, shop }) => {
    const { id, email, newsletter_wanted } = customer
    await (newsletter_wanted ? shop.subscribeToNewsletter(customer) : shop.unsubscribeFromNewsletter(email))
    // If the setting was changed meanwhile, `newsletter_synced` differs from it and the row is due again.
    await updateRows(db, 'customer', {
      set: { newsletter_synced: newsletter_wanted, newsletter_next_attempt_at: null, newsletter_attempts: 0 },
      where: { id },
    })
  },
)
