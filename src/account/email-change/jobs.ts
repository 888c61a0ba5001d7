import { nextAttemptAt } from '../../base/retry.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { ShopFailure } from '../../shop/port.ts'
import { findCustomerById } from '../customer/data.ts'
import { claimChangesForShop, setShopDue } from './data.ts'

/** Tries again after 30 s, 1 min, 2 min … at most six hours. */
const retryDelays = { firstMs: 30_000, mostMs: 6 * 3_600_000 }

const batchSize = 20
const leaseMs = 60_000

type Change = Awaited<ReturnType<typeof claimChangesForShop>>[number]

/**
 * Tells the shop of changed e-mails: its customer follows, and the former address gets no more offers. Where the shop
 * has another customer with the new e-mail, staff decide. Answers how many were tried.
 */
export async function tellShopOfEmails(ctx: JobContext): Promise<number> {
  const { db, now } = ctx
  const due = await claimChangesForShop(db, now, leaseMs, batchSize)
  for (const change of due) {
    try {
      await tellShop(change, ctx)
      await setShopDue(db, change.id, null)
    } catch (error) {
      if (!(error instanceof ShopFailure)) throw error
      ctx.log.warn(
        { reason: error.kind, status: error.status },
        'new e-mail not told to the shop; it is tried again',
      )
      await setShopDue(db, change.id, nextAttemptAt(now, change.shop_attempts, retryDelays))
    }
  }
  return due.length
}

async function tellShop(change: Change, ctx: JobContext): Promise<void> {
  const { db, shop } = ctx
  const customer = await findCustomerById(db, change.customer_id)
  if (!customer || customer.erased_at) return
  const former = change.stopped_at ? change.new_email : change.old_email
  if (change.was_subscribed && former !== customer.email) await shop.unsubscribeFromNewsletter(former)
  if (customer.shop_customer_id === null) return
  try {
    await shop.setCustomerEmail(customer.shop_customer_id, customer.email)
  } catch (error) {
    if (!(error instanceof ShopFailure) || error.kind !== 'invalid') throw error
    await ctx.tellStaff(db, {
      cause: `shop-email-differs:${change.id}`,
      template: 'shop-email-differs',
      props: { customer: customer.id, shop_customer: customer.shop_customer_id },
    })
  }
}
