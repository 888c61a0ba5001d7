import { retryAt } from '../base/retry.ts'
import type { Work } from '../server/visit.ts'
import { type ShopCustomer, ShopFailure } from '../shop/port.ts'
import * as data from './tie-data.ts'

/** Tries again after 30 s, 1 min, 2 min … at most six hours. */
const pauses = { firstMs: 30_000, mostMs: 6 * 3_600_000 }

const atOnce = 20
const leaseMs = 60_000

/**
 * Ties accounts to the shop's customers of the same e-mail, made there when missing (product.md 22). One that stood
 * there before is another's for all we know, until the e-mail is confirmed. A failure is tried again later. Answers
 * how many were looked at.
 */
export async function tieShopCustomers(work: Work): Promise<number> {
  const { db, now } = work
  const untied = await data.takeUntied(db, now, leaseMs, atOnce)
  for (const one of untied) {
    try {
      const customer = await shopCustomerFor(one, work)
      await (customer ? data.tie(db, one.id, customer.id) : data.waitForConfirmation(db, one.id))
    } catch (error) {
      if (!(error instanceof ShopFailure)) throw error
      await data.tieLater(db, one.id, retryAt(now, one.shop_tie_attempts, pauses))
    }
  }
  return untied.length
}

async function shopCustomerFor(one: data.Untied, { shop }: Work): Promise<ShopCustomer | null> {
  const known = await shop.customerByEmail(one.email)
  if (known) return one.confirmed_at ? known : null
  const { email, name, surname, phone, language } = one
  return shop.createCustomer({ email, name, surname, phone, language })
}
