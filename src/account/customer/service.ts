import { AppError } from '../../base/app-error.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import type { RateLimit } from './rules.ts'

/** Counts an attempt under that name; throws `refused_often` 429 beyond the allowance. */
export async function enforceRateLimit(
  name: string,
  { max, seconds }: RateLimit,
  ctx: RequestContext,
): Promise<void> {
  await ctx.rateLimit(name, max, seconds)
}

/** Counts an attempt, and answers instead of refusing. */
export async function isWithinRateLimit(
  name: string,
  allowance: RateLimit,
  ctx: RequestContext,
): Promise<boolean> {
  try {
    await enforceRateLimit(name, allowance, ctx)
    return true
  } catch (error) {
    if (error instanceof AppError && error.status === 429) return false
    throw error
  }
}
