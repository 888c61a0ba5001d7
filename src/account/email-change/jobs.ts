import type { JobContext } from '../../server/context/request-context.ts'
import { shopTask } from '../../server/context/shop-task.ts'
import { updateRows } from '../../server/postgres/rows.ts'
import { ShopFailure } from '../../shop/port.ts'
import { findCustomerById } from '../customer/data.ts'
import { type ChangeForShop, changesForShop } from './data.ts'

/**
 * Tells the shop of changed e-mails: its customer follows, and the former address gets no more offers. Where the shop
 * has another customer with the new e-mail, staff decide.
 */
export const tellShopOfEmails = shopTask<ChangeForShop>(changesForShop, async (change, ctx) => {
  await tellShop(change, ctx)
  await updateRows(ctx.db, 'email_change', { set: { shop_due_at: null }, where: { id: change.id } })
})

async function tellShop(change: ChangeForShop, ctx: JobContext): Promise<void> {
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
