/** For how many minutes a sign-in, or the password given again, is a proof of who is there (R127). */
export const proofMinutes = 10

/** For how many hours no money leaves after e-mail or password changed (R130). */
export const payoutHoldHours = 72

/** After how many days of changes, one after another, a closing is paid all the same. */
export const longestHoldDays = 14

/** Whether a proof given at that moment still counts. */
export function isProofFresh(provedAt: Date, now: Date): boolean {
  return provedAt.getTime() > now.getTime() - proofMinutes * 60_000
}

/** Why no money may be paid to a customer at this moment. */
export type PayoutBlocker = { reason: 'unconfirmed' } | { reason: 'hold'; until: Date }

interface Payee {
  confirmed_at: Date | null
  payout_hold_since: Date | null
  payout_hold_until: Date | null
}

/** What keeps the customer from taking money out. */
export function payoutBlockerOf(payee: Payee, now: Date): PayoutBlocker | null {
  if (payee.confirmed_at === null) return { reason: 'unconfirmed' }
  const until = payee.payout_hold_until
  return until !== null && until > now ? { reason: 'hold', until } : null
}

/** The same for what is paid by itself: a hold that is renewed again and again ends some day. */
export function closingBlockerOf(payee: Payee, now: Date): PayoutBlocker | null {
  const blocker = payoutBlockerOf(payee, now)
  if (blocker?.reason !== 'hold' || payee.payout_hold_since === null) return blocker
  const latest = new Date(payee.payout_hold_since.getTime() + longestHoldDays * 86_400_000)
  const until = latest < blocker.until ? latest : blocker.until
  return until > now ? { reason: 'hold', until } : null
}
