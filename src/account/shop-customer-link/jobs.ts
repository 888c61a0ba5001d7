import type { JobContext } from '../../server/context/request-context.ts'
import { shopTask } from '../../server/context/shop-task.ts'
import { updateRows } from '../../server/postgres/rows.ts'
import type { ShopCustomer } from '../../shop/port.ts'
import * as data from './data.ts'

/** Links confirmed accounts to the shop's customers with the same e-mail, and makes those who are missing (R119). */
export const linkShopCustomers = shopTask<data.UnlinkedCustomer>(
  data.unlinkedCustomers,
  async (account, ctx) => {
    const shopCustomer = await findOrCreateShopCustomer(account, ctx)
    if (shopCustomer) await data.setShopCustomer(ctx.db, account.id, shopCustomer.id)
    else await updateRows(ctx.db, 'customer', { set: { shop_link_due_at: null }, where: { id: account.id } })
  },
)

/** Null where the tie was cut and the shop has somebody: whose that is, only the shop's password tells (R1222). */
async function findOrCreateShopCustomer(
  { email, name, surname, phone, language, shop_tie_cut_at }: data.UnlinkedCustomer,
  { shop }: JobContext,
): Promise<ShopCustomer | null> {
  const existing = await shop.findCustomerByEmail(email)
  if (existing && shop_tie_cut_at !== null) return null
  return existing ?? shop.createCustomer({ email, name, surname, phone, language })
}
