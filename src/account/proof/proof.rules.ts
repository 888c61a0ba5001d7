import { dayMs } from '../../base/durations.ts'

/** A sign-in or a password given again is a fresh proof for 10 minutes (R127). */
export const proofMinutes = 10

/** Payouts are held for 72 hours after e-mail, password or second factor changed (R130). */
export const payoutHoldHours = 72

/** A closing is paid after 14 days, however often something changes (R130). */
export const longestHoldDays = 14

export function isProofFresh(provedAt: Date, now: Date): boolean {
  return provedAt.getTime() > now.getTime() - proofMinutes * 60_000
}

export type PayoutBlocker = { reason: 'unconfirmed' } | { reason: 'hold'; until: Date }

interface Payee {
  confirmed_at: Date | null
  payout_hold_since: Date | null
  payout_hold_until: Date | null
  /** Until when a change of the account can still be stopped. */
  stoppable_until: Date | null
}

export function payoutBlockerOf(payee: Payee, now: Date): PayoutBlocker | null {
  if (payee.confirmed_at === null) return { reason: 'unconfirmed' }
  const [until] = [payee.payout_hold_until, payee.stoppable_until]
    .filter(date => date !== null && date > now)
    .sort((a, b) => Number(b) - Number(a))
  return until ? { reason: 'hold', until } : null
}

/**
 * What keeps automatic payouts (closings) waiting: a hold that is renewed again and again ends after
 * `longestHoldDays` (R130), but not while a change can be stopped (R1224).
 */
export function closingBlockerOf(payee: Payee, now: Date): PayoutBlocker | null {
  const { payout_hold_since: since, payout_hold_until: until } = payee
  const latest = since && new Date(since.getTime() + longestHoldDays * dayMs)
  return payoutBlockerOf(
    { ...payee, payout_hold_until: latest && until && latest < until ? latest : until },
    now,
  )
}
