/** What the platform said with its last reply of how many calls are left to this account, in `X-Rate-Limit-…` headers. */
export interface RequestQuota {
  record(headers: { get(name: string): string | null }): void
  /** Milliseconds that background work has to wait: until the quota is renewed, when less than a third is left. */
  backgroundWait(): number
  /** How many calls were left with the last reply that said so; null before. */
  left(): number | null
}

/** The part of the quota that is kept for guests. */
const keptForGuests = 1 / 3
/** The platform renews it every 30 seconds; a longer wait would be a mistake. */
const maxWaitMs = 30_000

export function createRequestQuota(now: () => number): RequestQuota {
  let left = Infinity
  let quota = 0
  let renewedAt = 0
  return {
    left: () => (Number.isFinite(left) ? left : null),
    record(headers) {
      const read = (name: string) => Number(headers.get(`x-rate-limit-${name}`) ?? Number.NaN)
      const [leftNow, quotaNow, resetMs] = [
        read('requests-left'),
        read('requests-quota'),
        read('time-reset-ms'),
      ]
      if (Number.isNaN(leftNow) || Number.isNaN(resetMs)) return
      left = leftNow
      if (quotaNow > 0) quota = quotaNow
      renewedAt = now() + Math.min(resetMs, maxWaitMs)
    },
    backgroundWait() {
      const isScarce = left <= quota * keptForGuests
      return isScarce ? Math.max(0, renewedAt - now()) : 0
    },
  }
}
