import { nextAttemptAt } from '../../base/retry.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { type ShopCustomer, ShopFailure } from '../../shop/port.ts'
import * as data from './data.ts'

/** Tries again after 30 s, 1 min, 2 min … at most six hours. */
const retryDelays = { firstMs: 30_000, mostMs: 6 * 3_600_000 }

const batchSize = 20
const leaseMs = 60_000

/**
 * Links confirmed accounts to the shop's customers with the same e-mail, and makes those who are missing (R119). A failure is
 * tried again later. Answers how many were tried.
 */
export async function linkShopCustomers(ctx: JobContext): Promise<number> {
  const { db, now } = ctx
  const due = await data.claimUnlinkedCustomers(db, now, leaseMs, batchSize)
  for (const account of due) {
    const { id, shop_link_attempts } = account
    try {
      const shopCustomer = await findOrCreateShopCustomer(account, ctx)
      if (shopCustomer) await data.setShopCustomer(db, id, shopCustomer.id)
      else await data.scheduleShopLinkRetry(db, id, null)
    } catch (error) {
      if (!(error instanceof ShopFailure)) throw error
      ctx.log.warn(
        { reason: error.kind, status: error.status },
        'shop customer not linked; it is tried again',
      )
      await data.scheduleShopLinkRetry(db, id, nextAttemptAt(now, shop_link_attempts, retryDelays))
    }
  }
  return due.length
}

/** Null where the tie was cut and the shop has somebody: whose that is, only the shop's password tells (R1222). */
async function findOrCreateShopCustomer(
  { email, name, surname, phone, language, shop_tie_cut_at }: data.UnlinkedCustomer,
  { shop }: JobContext,
): Promise<ShopCustomer | null> {
  const existing = await shop.findCustomerByEmail(email)
  if (existing && shop_tie_cut_at !== null) return null
  return existing ?? shop.createCustomer({ email, name, surname, phone, language })
}
