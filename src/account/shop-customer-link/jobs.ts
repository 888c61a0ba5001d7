import { nextAttemptAt } from '../../base/retry.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { type ShopCustomer, ShopFailure } from '../../shop/port.ts'
import * as data from './data.ts'

/** Tries again after 30 s, 1 min, 2 min … at most six hours. */
const pauses = { firstMs: 30_000, mostMs: 6 * 3_600_000 }

const atOnce = 20
const leaseMs = 60_000

/**
 * Ties accounts to the shop's customers of the same e-mail, made there when missing (product.md 22). One that stood
 * there before is another's for all we know, until the e-mail is confirmed. A failure is tried again later. Answers
 * how many were looked at.
 */
export async function linkShopCustomers(ctx: JobContext): Promise<number> {
  const { db, now } = ctx
  const untied = await data.claimUnlinkedCustomers(db, now, leaseMs, atOnce)
  for (const one of untied) {
    try {
      const customer = await shopCustomerFor(one, ctx)
      await (customer
        ? data.setShopCustomer(db, one.id, customer.id)
        : data.postponeShopLinkUntilConfirmed(db, one.id))
    } catch (error) {
      if (!(error instanceof ShopFailure)) throw error
      await data.scheduleShopLinkRetry(db, one.id, nextAttemptAt(now, one.shop_link_attempts, pauses))
    }
  }
  return untied.length
}

async function shopCustomerFor(
  one: data.UnlinkedCustomer,
  { shop }: JobContext,
): Promise<ShopCustomer | null> {
  const known = await shop.findCustomerByEmail(one.email)
  if (known) return one.confirmed_at ? known : null
  const { email, name, surname, phone, language } = one
  return shop.createCustomer({ email, name, surname, phone, language })
}
