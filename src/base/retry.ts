/** The delays between attempts, in ms: first `firstMs`, then doubled each time, at most `mostMs`. */
export interface RetryDelays {
  firstMs: number
  mostMs: number
}

/** When to retry; `attempts` counts the attempts made, from 1. */
export function nextAttemptAt(now: Date, attempts: number, { firstMs, mostMs }: RetryDelays): Date {
  return new Date(now.getTime() + Math.min(firstMs * 2 ** (attempts - 1), mostMs))
}
