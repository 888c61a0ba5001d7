const dayMs = 86_400_000

/** For how long an order that was not finished at the checkout holds its gifts (R515). */
const unfinishedHoldMs = dayMs

/** What of an order of the shop decides how long it holds its gifts. */
interface PendingOrder {
  state: 'paid' | 'pending' | 'void'
  waitsFor: 'checkout' | 'payment' | 'unknown' | null
  orderedAt: Date
}

/** What an order counts as at a moment. */
export interface OrderHold {
  state: PendingOrder['state']
  /** Until when a pending order holds its gifts; null when nobody knows, or when it is not pending. */
  heldUntil: Date | null
  /** It waited for as long as it may, and holds nothing any more. */
  isOver: boolean
}

/**
 * Pending orders hold their gifts for a time that runs from their date, then they count for nothing until they are paid;
 * one with an unknown status waits without an end (R508, R515).
 */
export function holdOf(
  { state, waitsFor, orderedAt }: PendingOrder,
  pendingDays: number,
  now: Date,
): OrderHold {
  if (state !== 'pending' || waitsFor === 'unknown') return { state, heldUntil: null, isOver: false }
  const until =
    waitsFor === 'checkout' ? unfinishedUntil(orderedAt, now) : daysAfter(orderedAt, pendingDays, now)
  return until > now
    ? { state, heldUntil: until, isOver: false }
    : { state: 'void', heldUntil: null, isOver: true }
}

/** Until when an order that was not finished at the checkout holds its gifts. */
export const unfinishedUntil = (orderedAt: Date, now: Date) =>
  daysAfter(orderedAt, unfinishedHoldMs / dayMs, now)

/** A date that the shop puts in the future lengthens nothing. */
function daysAfter(orderedAt: Date, days: number, now: Date): Date {
  return new Date(Math.min(orderedAt.getTime(), now.getTime()) + days * dayMs)
}
