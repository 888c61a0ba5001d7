import { AppError, authorize } from '../../base/app-error.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import { updateRows } from '../../server/postgres/rows.ts'
import { findCustomerById } from '../customer/data.ts'
import { accountRateLimits } from '../rate-limit/rules.ts'
import { enforceRateLimit, refundRateLimit } from '../rate-limit/service.ts'
import { findShopCustomer } from '../session/service.ts'
import * as contract from './contract.ts'
import * as data from './data.ts'

export const calls: Handler[] = [handle(contract.answerShopTie, answerTie)]

/** Throws `account_password_wrong` 422, `refused_often` 429, and what asking the shop throws. */
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
  await data.setShopCustomer(db, customer.id, shopCustomer.id)
  return {}
}
