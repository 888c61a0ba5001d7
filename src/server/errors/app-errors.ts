import { AppError } from '../../base/app-error.ts'
import { ShopFailure } from '../../shop/port.ts'
import { isDatabaseUnavailable } from '../postgres/database.ts'

/** What any failure is to the one who asked: a refusal as it is; the unknown becomes a bland one. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof ShopFailure) {
    const detail = error.shopMessage ? { detail: { said: error.shopMessage } } : {}
    return new AppError(error.kind === 'invalid' ? 'refused_by_shop' : 'refused_shop_away', 502, detail)
  }
  if (isDatabaseUnavailable(error)) return new AppError('refused_away', 503)
  return new AppError('refused_unexpected', 500)
}

/** Seconds after which a database that was away is usually back. */
const secondsAway = 5

/** The `Retry-After` header of a refusal that is over by itself; nothing for the others. */
export function retryAfterHeader({ status, detail }: Pick<AppError, 'status' | 'detail'>): {
  'retry-after'?: string
} {
  const seconds = status === 503 ? secondsAway : detail?.retry_after
  if (![429, 503].includes(status) || !Number.isSafeInteger(seconds)) return {}
  return { 'retry-after': String(seconds) }
}

/** A shop or a database that is away, as the refusal it is; anything unknown as it came. */
export function toKnownError(error: unknown): unknown {
  const refusal = toAppError(error)
  return refusal.code === 'refused_unexpected' ? error : refusal
}

/** True when the failure is ours to look into, so that it belongs in the log. */
export function isUnexpectedError(error: unknown): boolean {
  return toAppError(error).status >= 500
}
