import { AppError, orNotFound } from '../../base/app-error.ts'
import { dayInAthens } from '../../base/dates.ts'
import type { ParsedOf, ReplyOf } from '../../base/endpoint.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext, RequestContext } from '../../server/context/request-context.ts'
import { findRow } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { AccountOwner } from '../customer/customer.sql.ts'
import { requireCurrentPassword, verifyPassword } from '../password/password.ts'
import { accountRateLimits } from '../rate-limit.rules.ts'
import { enforceRateLimit, refundRateLimit } from '../rate-limit.ts'
import { hasSecondFactor, requireSecondFactor } from '../second-factor/second-factor.ts'
import { recordSessionProof } from '../session.ts'
import * as contract from './proof.contract.ts'
import { closingBlockerOf, isProofFresh, type PayoutBlocker, payoutBlockerOf } from './proof.rules.ts'
import { findPayee } from './proof.sql.ts'

export const calls: Handler[] = [handle(contract.giveProof, giveProof), handle(contract.showProof, showProof)]

async function giveProof({ password, code }: ParsedOf<typeof contract.giveProof>, ctx: CustomerContext) {
  await requireCurrentPassword(ctx, password, 'password')
  await requireSecondFactor(ctx.customer, code, ctx)
  await recordSessionProof(ctx.db, ctx.session, ctx.now)
  await ctx.recordSecurityEvent({ kind: 'proof_given' })
  return {}
}

async function showProof(_: object, ctx: CustomerContext): Promise<ReplyOf<typeof contract.showProof>> {
  const { db, customer, now } = ctx
  const fresh = await isFresh(ctx)
  const blocker = payoutBlockerOf(orNotFound(await findPayee(db, customer.id, now)), now)
  return {
    factor: await hasSecondFactor(ctx, customer.id),
    fresh,
    confirmed: blocker?.reason !== 'unconfirmed',
    hold_until: blocker?.reason === 'hold' ? blocker.until.toISOString() : '',
  }
}

type Proved = Pick<CustomerContext, 'db' | 'session' | 'customer' | 'now'>

async function isFresh({ db, session, now }: Pick<Proved, 'db' | 'session' | 'now'>): Promise<boolean> {
  const provedAt = (await findRow(db, 'session', { token_hash: session }, ['proved_at']))?.proved_at
  return provedAt !== undefined && isProofFresh(provedAt, now)
}

/**
 * Requires a sign-in, or the password given again, within the last 10 minutes, so that a session that was stolen or
 * left open on a device moves nothing (R127). Throws `proof_needed` 403; `detail.factor` tells whether a code is
 * needed too.
 */
export async function requireFreshProof(ctx: Proved): Promise<void> {
  if (await isFresh(ctx)) return
  const factor = await hasSecondFactor(ctx, ctx.customer.id)
  throw new AppError('proof_needed', 403, { detail: { factor } })
}

/**
 * For calls that take the password: requires it, and a code of the second factor unless the session has a fresh proof
 * (R1223). Throws `account_password_wrong` 422 beside `field`, what `requireSecondFactor` throws beside `code`, and
 * `refused_often` 429.
 */
export async function requirePasswordAndFactor(
  ctx: CustomerContext,
  { password, code }: { password: string; code?: string | undefined },
  field = 'password',
): Promise<void> {
  await requireCurrentPassword(ctx, password, field)
  if (await isFresh(ctx)) return
  await requireSecondFactor(ctx.customer, code, ctx)
  await recordSessionProof(ctx.db, ctx.session, ctx.now)
}

/**
 * For people who follow the link of an e-mail: requires a session of the account with a fresh proof, or the account's
 * password and a code of its second factor (`factor_code`). A known browser is no proof (R1223). Throws
 * `account_confirm_proof` 403, `account_password_wrong` 422 beside `password`, and what `requireSecondFactor` throws
 * beside `factor_code`.
 */
export async function requireOwnerOfAccount(
  ctx: RequestContext,
  owner: AccountOwner & { password_hash: string },
  { password, factor_code }: { password?: string | undefined; factor_code?: string | undefined },
): Promise<void> {
  const { db, customer, session, now } = ctx
  if (customer?.id === owner.id && session && (await isFresh({ db, session, now }))) return
  if (password === undefined) {
    const factor = await hasSecondFactor(ctx, owner.id)
    throw new AppError('account_confirm_proof', 403, { detail: { factor } })
  }
  await enforceRateLimit(ctx, accountRateLimits.currentPassword, owner.id)
  if (!(await verifyPassword(password, owner.password_hash))) {
    await ctx.recordSecurityEvent({ kind: 'proof_failed', customerId: owner.id })
    throw new AppError('account_password_wrong', 422, { fields: { password: 'account_password_wrong' } })
  }
  await refundRateLimit(ctx, accountRateLimits.currentPassword, owner.id)
  await requireSecondFactor(owner, factor_code, ctx, 'factor_code')
}

/**
 * Before money leaves: requires a confirmed e-mail (R129), no hold after changes (R130), no change that can still be
 * stopped (R1224) and a fresh proof (R127). Throws `payout_unconfirmed`, `payout_on_hold` (detail.until: the moment,
 * detail.day: the day in Athens) and `proof_needed`, all 403.
 */
export async function requirePayableCustomer(ctx: CustomerContext): Promise<void> {
  const { db, customer, now } = ctx
  const blocker = payoutBlockerOf(orNotFound(await findPayee(db, customer.id, now)), now)
  if (blocker?.reason === 'unconfirmed') throw new AppError('payout_unconfirmed', 403)
  if (blocker?.reason === 'hold') {
    const { until } = blocker
    const detail = { until: until.toISOString(), day: dayInAthens(until) }
    throw new AppError('payout_on_hold', 403, { detail })
  }
  await requireFreshProof(ctx)
}

/** What keeps a closing or a waiting request from being paid; null when nothing does. A gone account is not paid. */
export async function payoutBlocker(tx: Db, customerId: number, now: Date): Promise<PayoutBlocker | null> {
  const payee = await findPayee(tx, customerId, now)
  return payee ? closingBlockerOf(payee, now) : { reason: 'unconfirmed' }
}
