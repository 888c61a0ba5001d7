import { AppError } from '../base/app-error.ts'
import type { RequestContext } from '../server/context/request-context.ts'
import type { RateLimit } from './rate-limit.rules.ts'

/** Counts an attempt by that subject (an address, an e-mail key, a customer id). Throws `refused_often` 429 beyond the limit. */
export async function enforceRateLimit(
  ctx: RequestContext,
  { name, max, seconds }: RateLimit,
  subject: string | number,
): Promise<void> {
  await ctx.rateLimit(`${name}:${subject}`, max, seconds)
}

export interface CountedAttempt {
  limit: RateLimit
  subject: string
}

/** Counts an attempt by each of its limits; answers them, to be taken back. Throws `refused_often` 429. */
export async function countAttempts(ctx: RequestContext, attempts: CountedAttempt[]) {
  for (const { limit, subject } of attempts) await enforceRateLimit(ctx, limit, subject)
  return attempts
}

export async function isWithinRateLimit(
  ctx: RequestContext,
  limit: RateLimit,
  subject: string | number,
): Promise<boolean> {
  try {
    await enforceRateLimit(ctx, limit, subject)
    return true
  } catch (error) {
    if (error instanceof AppError && error.status === 429) return false
    throw error
  }
}

/** Takes a counted attempt back, after it turned out to be legitimate. */
export async function refundRateLimit(
  ctx: RequestContext,
  { name, seconds }: RateLimit,
  subject: string | number,
): Promise<void> {
  await ctx.refundAttempt(`${name}:${subject}`, seconds)
}
