import { randomBytes } from 'node:crypto'
import { AppError, orNotFound, throwFieldErrors } from '../../base/app-error.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext, JobContext, RequestContext } from '../../server/context/request-context.ts'
import { shopTask } from '../../server/context/shop-task.ts'
import { updateRows } from '../../server/postgres/rows.ts'
import { ShopFailure } from '../../shop/port.ts'
import { emailKey } from '../customer/customer.rules.ts'
import { findCustomerById, isFromShop, lockCustomer, updatePasswordHash } from '../customer/customer.sql.ts'
import { consumeLink, findOpenLink } from '../link.ts'
import { hashPassword } from '../password/password.ts'
import { requireOwnerOfAccount, requirePasswordAndFactor } from '../proof/proof.ts'
import { accountRateLimits } from '../rate-limit.rules.ts'
import { enforceRateLimit } from '../rate-limit.ts'
import { revokeRights } from '../revocation.ts'
import { lockSession } from '../session.ts'
import * as contract from './email-change.contract.ts'
import { stopEnd } from './email-change.rules.ts'
import * as data from './email-change.sql.ts'
import { type ChangeForShop, changesForShop } from './email-change.sql.ts'
import { isEmailTaken, moveAccountTo, startEmailChange, tellOldAddress } from './email-change.ts'

export const calls: Handler[] = [
  handle(contract.requestEmailChange, requestEmailChange),
  handle(contract.showEmailChange, showEmailChange),
  handle(contract.cancelEmailChange, cancelEmailChange),
  handle(contract.confirmEmailChange, confirmEmailChange),
  handle(contract.stopEmailChange, stopEmailChange),
]

/** Only e-mails both addresses: nothing changes before the new one is confirmed (R128). */
async function requestEmailChange(
  { email, ...proof }: ParsedOf<typeof contract.requestEmailChange>,
  ctx: CustomerContext,
) {
  const { db, now, customer } = ctx
  await requirePasswordAndFactor(ctx, proof)
  if (emailKey(email) === emailKey(customer.email)) throwFieldErrors({ email: 'account_email_same' })
  await enforceRateLimit(ctx, accountRateLimits.emailChange, customer.id)
  if (await isEmailTaken(db, email, customer.id, now)) throwFieldErrors({ email: 'account_email_taken' })
  const row = orNotFound(await findCustomerById(db, customer.id))
  const account = { ...customer, isConfirmed: customer.confirmed, isFromShop: isFromShop(row) }
  await db.transaction().execute(async tx => {
    await data.lockEmailChanges(tx, customer.id)
    await lockSession(tx, ctx)
    await startEmailChange(tx, { account, email, template: 'email-change-requested' }, ctx)
    await ctx.recordSecurityEvent({ kind: 'email_change_requested' }, tx)
  })
  return {}
}

async function showEmailChange(_: object, { db, customer, now }: CustomerContext) {
  return { email: await data.findPendingEmail(db, customer.id, now) }
}

async function cancelEmailChange(_: object, ctx: CustomerContext) {
  await data.cancelEmailChanges(ctx.db, ctx.customer.id, ctx.now)
  await ctx.recordSecurityEvent({ kind: 'email_change_cancelled' })
  return {}
}

/**
 * Makes the new address the account's own; payouts are held, and the old address can still take it back (R128, R130).
 * The code alone doesn't suffice: a stranger may have entered somebody's address, and that person pressed the button.
 */
async function confirmEmailChange(
  { code, ...proof }: ParsedOf<typeof contract.confirmEmailChange>,
  ctx: RequestContext,
) {
  const { now } = ctx
  await enforceRateLimit(ctx, accountRateLimits.codeAttempt, ctx.address)
  const link = await findOpenLink(ctx.db, 'email_change', code, now)
  const owner = link && (await data.findOwnerOfChange(ctx.db, link.subject_id, now))
  if (!owner) throw lateLink()
  await requireOwnerOfAccount(ctx, owner, proof)
  return ctx.db.transaction().execute(async tx => {
    const customer = await lockCustomer(tx, owner.id)
    const change = await data.lockPendingChange(tx, link.subject_id, now)
    if (!change || !customer || customer.deletion_requested_at || customer.email !== change.old_email)
      throw lateLink()
    if (!(await consumeLink(tx, link, now))) throw lateLink()
    if (!(await moveAccountTo(tx, customer.id, change.new_email, now)))
      throw new AppError('account_email_taken', 409)
    await revokeRights(tx, { customerId: customer.id, act: 'email' }, ctx)
    const isOwn = customer.confirmed_at !== null
    const moved = { id: change.id, from: change.old_email, to: change.new_email, isOwn }
    await tellOldAddress(tx, 'email-changed', { account: customer, change: moved, until: now }, ctx)
    await updateRows(tx, 'link', {
      set: { expires_at: stopEnd(now) },
      where: { kind: 'email_change_stop', subject_id: change.id },
    })
    const was_subscribed = customer.newsletter_synced
    await updateRows(tx, 'email_change', {
      set: { confirmed_at: now, was_subscribed, shop_due_at: now },
      where: { id: change.id },
    })
    await ctx.recordSecurityEvent({ kind: 'email_changed', customerId: customer.id }, tx)
    return { email: change.new_email }
  })
}

/** Stops a change or takes it back. Whoever made it has the password, so that ends, with all sessions (R128). */
async function stopEmailChange({ code }: ParsedOf<typeof contract.stopEmailChange>, ctx: RequestContext) {
  const { now } = ctx
  await enforceRateLimit(ctx, accountRateLimits.codeAttempt, ctx.address)
  const newPassword = await hashPassword(randomBytes(32).toString('hex'))
  return ctx.db.transaction().execute(async tx => {
    const link = await findOpenLink(tx, ['email_change_stop', 'email_change_late_stop'], code, now)
    const change = link && (await data.lockChangeToStop(tx, link.subject_id))
    if (!change || !(await consumeLink(tx, link, now))) throw lateLink()
    const customer = orNotFound(await findCustomerById(tx, change.customer_id))
    const isRestored = customer.email === change.old_email
    if (!isRestored && !(await moveAccountTo(tx, customer.id, change.old_email, now)))
      throw new AppError('account_email_taken', 409)
    await data.markChangesStopped(tx, change, now)
    await updatePasswordHash(tx, customer.id, newPassword)
    await revokeRights(tx, { customerId: customer.id, act: 'stop', since: change.requested_at }, ctx)
    await ctx.recordSecurityEvent({ kind: 'email_change_cancelled', customerId: customer.id }, tx)
    return { email: change.old_email }
  })
}

const lateLink = () => new AppError('account_email_change_late', 422)

/**
 * Changes the e-mail of the shop's customer too, and unsubscribes the former address from the newsletter. Where the
 * shop has another customer with the new e-mail, staff are told.
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
