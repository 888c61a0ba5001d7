import { type Selectable, sql } from 'kysely'
import { AppError, authorize } from '../base/app-error.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import type { CustomerContext, JobContext } from '../server/context/request-context.ts'
import { shopTask } from '../server/context/shop-task.ts'
import { updateRows } from '../server/postgres/rows.ts'
import type { Db, DueRows, Tables } from '../server/postgres/tables.ts'
import type { ShopCustomer } from '../shop/port.ts'
import { findCustomerById } from './customer/customer.sql.ts'
import { accountRateLimits } from './rate-limit.rules.ts'
import { enforceRateLimit, refundRateLimit } from './rate-limit.ts'
import { findShopCustomer } from './session.calls.ts'
import * as contract from './settings.contract.ts'

export const calls: Handler[] = [handle(contract.answerShopTie, answerTie)]

/** Throws `account_password_wrong` 422, `refused_often` 429, and what `findShopCustomer` throws. */
async function answerTie({ password }: ParsedOf<typeof contract.answerShopTie>, ctx: CustomerContext) {
  const { db, customer } = ctx
  const row = await findCustomerById(db, customer.id)
  authorize(customer.confirmed && row?.shop_tie_asks === true)
  if (password === undefined) {
    await updateRows(db, 'customer', { set: { shop_tie_asks: false }, where: { id: customer.id } })
    return {}
  }
  await enforceRateLimit(ctx, accountRateLimits.shopTie, customer.id)
  const shopCustomer = await findShopCustomer(customer.email, password, customer.id, ctx)
  if (!shopCustomer) {
    await ctx.recordSecurityEvent({ kind: 'proof_failed' })
    throw new AppError('account_password_wrong', 422, { fields: { password: 'account_password_wrong' } })
  }
  await refundRateLimit(ctx, accountRateLimits.shopTie, customer.id)
  await setShopCustomer(db, customer.id, shopCustomer.id)
  return {}
}

/** A confirmed account that is due to be linked; an unconfirmed e-mail may be somebody else's (R119). */
type UnlinkedCustomer = Pick<Selectable<Tables['customer']>, (typeof columns)[number]>

const columns = ['id', 'email', 'name', 'surname', 'phone', 'language', 'shop_tie_cut_at'] as const

const unlinkedCustomers: DueRows = {
  table: 'customer',
  id: 'id',
  due: 'shop_link_due_at',
  attempts: 'shop_link_attempts',
  columns,
  isDue: now => sql`shop_customer_id is null and confirmed_at is not null and shop_link_due_at <= ${now}
    and deletion_requested_at is null`,
}

async function setShopCustomer(db: Db, id: number, shopCustomerId: number): Promise<void> {
  await db
    .updateTable('customer')
    .set({ shop_customer_id: shopCustomerId, shop_link_due_at: null, shop_link_attempts: 0 })
    .set({ shop_tie_cut_at: null, shop_tie_asks: false })
    .where('id', '=', id)
    .execute()
}

/** Links confirmed accounts to the shop's customers with the same e-mail, and creates missing customers (R119). */
export const linkShopCustomers = shopTask<UnlinkedCustomer>(unlinkedCustomers, async (account, ctx) => {
  const shopCustomer = await findOrCreateShopCustomer(account, ctx)
  if (shopCustomer) await setShopCustomer(ctx.db, account.id, shopCustomer.id)
  else await updateRows(ctx.db, 'customer', { set: { shop_link_due_at: null }, where: { id: account.id } })
})

/** Null where the link was cut and the shop has such a customer: it takes the shop's password to link them again (R1222). */
async function findOrCreateShopCustomer(
  { email, name, surname, phone, language, shop_tie_cut_at }: UnlinkedCustomer,
  { shop }: JobContext,
): Promise<ShopCustomer | null> {
  const existing = await shop.findCustomerByEmail(email)
  if (existing && shop_tie_cut_at !== null) return null
  return existing ?? shop.createCustomer({ email, name, surname, phone, language })
}
