/** How long a failure waits for its next try: this long at first, twice as long each time, never longer than `mostMs`. */
export interface RetryDelays {
  firstMs: number
  mostMs: number
}

/** When to try again what has failed; `attempts` counts those that were made, from 1. */
export function nextAttemptAt(now: Date, attempts: number, { firstMs, mostMs }: RetryDelays): Date {
  return new Date(now.getTime() + Math.min(firstMs * 2 ** (attempts - 1), mostMs))
}
