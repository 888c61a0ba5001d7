import { hourMs } from '../base/durations.ts'

/** Tries again after 10 s, 20 s, 40 s and so on, at most an hour (R607). */
export const shopRetryDelays = { firstMs: 10_000, mostMs: hourMs }

/** A process has a claimed row for `claimMs`, and may change the shop in the first `changeWithinMs` of it. */
export const claimMs = 60_000
export const changeWithinMs = 30_000
