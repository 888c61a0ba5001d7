import { nextAttemptAt } from '../../base/retry.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { type ShopCustomer, ShopFailure } from '../../shop/port.ts'
import * as data from './data.ts'

/** Tries again after 30 s, 1 min, 2 min … at most six hours. */
const retryDelays = { firstMs: 30_000, mostMs: 6 * 3_600_000 }

const batchSize = 20
const leaseMs = 60_000

/**
 * Links accounts to the shop's customers with the same e-mail, and makes those who are missing (R119). A failure is
 * tried again later. Answers how many were tried.
 */
export async function linkShopCustomers(ctx: JobContext): Promise<number> {
  const { db, now } = ctx
  const due = await data.claimUnlinkedCustomers(db, now, leaseMs, batchSize)
  for (const account of due) {
    const { id, shop_link_attempts } = account
    try {
      const shopCustomer = await findOrCreateShopCustomer(account, ctx)
      await (shopCustomer
        ? data.setShopCustomer(db, id, shopCustomer.id)
        : data.postponeShopLinkUntilConfirmed(db, id))
    } catch (error) {
      if (!(error instanceof ShopFailure)) throw error
      await data.scheduleShopLinkRetry(db, id, nextAttemptAt(now, shop_link_attempts, retryDelays))
    }
  }
  return due.length
}

/** Null while the e-mail is unconfirmed and the shop already has such a customer: it may be somebody else. */
async function findOrCreateShopCustomer(
  account: data.UnlinkedCustomer,
  { shop }: JobContext,
): Promise<ShopCustomer | null> {
  const existing = await shop.findCustomerByEmail(account.email)
  if (existing) return account.confirmed_at ? existing : null
  const { email, name, surname, phone, language } = account
  return shop.createCustomer({ email, name, surname, phone, language })
}
