import { AppError, orNotFound } from '../../base/app-error.ts'
import { dayInAthens } from '../../base/dates.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { findHostFactor } from '../second-factor/data.ts'
import { findPayee, findProvedAt } from './data.ts'
import { closingBlockerOf, isProofFresh, type PayoutBlocker, payoutBlockerOf } from './rules.ts'

/**
 * Lets only somebody through who signed in, or gave the password again, within the last minutes: a session that was
 * stolen or forgotten on a device moves nothing (R127). Throws `proof_needed` 403, with `factor` where a code is needed too.
 */
export async function requireFreshProof({
  db,
  session,
  customer,
  now,
}: Pick<CustomerContext, 'db' | 'session' | 'customer' | 'now'>): Promise<void> {
  const provedAt = await findProvedAt(db, session)
  if (provedAt !== undefined && isProofFresh(provedAt, now)) return
  const factor = (await findHostFactor(db, customer.id)) !== undefined
  throw new AppError('proof_needed', 403, { detail: { factor } })
}

/**
 * Before money leaves: a fresh proof (R127), a confirmed e-mail (R129), and no recent change of who signs in (R130).
 * Throws `payout_unconfirmed`, `payout_on_hold` (detail.until: the moment, detail.day: the day in Athens) and
 * `proof_needed`, all 403.
 */
export async function requirePayableCustomer(ctx: CustomerContext): Promise<void> {
  const { db, customer, now } = ctx
  const blocker = payoutBlockerOf(orNotFound(await findPayee(db, customer.id)), now)
  if (blocker?.reason === 'unconfirmed') throw new AppError('payout_unconfirmed', 403)
  if (blocker?.reason === 'hold') {
    const { until } = blocker
    const detail = { until: until.toISOString(), day: dayInAthens(until) }
    throw new AppError('payout_on_hold', 403, { detail })
  }
  await requireFreshProof(ctx)
}

/**
 * What keeps money from being paid to a customer by itself, at a closing or from a request that still waits; null when
 * nothing does. Nobody is paid whose account is gone.
 */
export async function payoutBlocker(tx: Db, customerId: number, now: Date): Promise<PayoutBlocker | null> {
  const payee = await findPayee(tx, customerId)
  return payee ? closingBlockerOf(payee, now) : { reason: 'unconfirmed' }
}
