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
  /** Until when a change of the account can still be stopped. */
  stoppable_until: Date | null
}

/** The later one, if it is yet to come. */
function laterOf(one: Date | null, other: Date | null, now: Date): PayoutBlocker | null {
  const until = [one, other]
    .filter(date => date !== null && date > now)
    .sort((a, b) => Number(b) - Number(a))[0]
  return until ? { reason: 'hold', until } : null
}

/** What keeps the customer from taking money out. */
export function payoutBlockerOf(payee: Payee, now: Date): PayoutBlocker | null {
  if (payee.confirmed_at === null) return { reason: 'unconfirmed' }
  return laterOf(payee.payout_hold_until, payee.stoppable_until, now)
}

/**
 * The same for what is paid by itself: a hold that is renewed again and again ends some day, but not as long as a change
 * can be stopped (R1224).
 */
export function closingBlockerOf(payee: Payee, now: Date): PayoutBlocker | null {
  const { payout_hold_since: since, payout_hold_until: until } = payee
  const latest = since && new Date(since.getTime() + longestHoldDays * 86_400_000)
  return payoutBlockerOf(
    { ...payee, payout_hold_until: latest && until && latest < until ? latest : until },
    now,
  )
}
