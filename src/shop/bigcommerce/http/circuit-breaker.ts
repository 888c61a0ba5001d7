import { ShopFailure } from '../../port.ts'

const failuresUntilOpen = 5
const openMs = 10_000
/** So long after its last failure nothing is known of a lane that nobody uses. */
const failingMs = 300_000

/** Closed, open after several failures in a row, or half open: one call tries while the others fail at once (R917). */
export function createCircuitBreaker(now: () => number, attemptMs: number) {
  let failures = 0
  let failedAt = 0
  let openUntil = 0
  let rateLimitedUntil = 0
  return {
    isOpen: () => now() < Math.max(openUntil, rateLimitedUntil),
    /** From the failure that opened it until the next success, or until nobody has tried for a while. */
    isFailing: () =>
      (failures >= failuresUntilOpen && now() - failedAt < failingMs) || now() < rateLimitedUntil,
    /** Throws ShopFailure while no call may be made. */
    assertClosed() {
      if (now() < rateLimitedUntil) throw new ShopFailure('rate', 'the shop asked us to wait')
      if (now() < openUntil) throw new ShopFailure('unavailable', 'the shop is away; trying again soon')
      // Half open: other calls fail at once until this one has its reply.
      if (failures >= failuresUntilOpen) openUntil = now() + attemptMs
    },
    recordSuccess() {
      failures = 0
      openUntil = 0
    },
    /** `rateLimitMs`: how long the platform wants no calls, when that is too long to wait for within a call. */
    recordFailure({ kind }: ShopFailure, rateLimitMs = 0) {
      if (rateLimitMs > 0) rateLimitedUntil = now() + rateLimitMs
      failures = kind === 'unavailable' ? failures + 1 : 0
      openUntil = failures >= failuresUntilOpen ? now() + openMs : 0
      failedAt = now()
    },
  }
}
