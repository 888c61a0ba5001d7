import { AppError } from '../../base/app-error.ts'
import { ShopFailure } from '../../shop/port.ts'
import { isDatabaseUnavailable } from '../postgres/database.ts'

/** The error that the visitor is shown: an AppError as it is; anything unknown becomes a general one. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof ShopFailure) {
    const detail = error.shopMessage ? { detail: { said: error.shopMessage } } : {}
    return new AppError(error.kind === 'invalid' ? 'refused_by_shop' : 'refused_shop_away', 502, detail)
  }
  if (isDatabaseUnavailable(error)) return new AppError('refused_away', 503)
  return new AppError('refused_unexpected', 500)
}

/** Seconds after which an unavailable database usually answers again. */
const databaseRetrySeconds = 5

/** The `Retry-After` header of an error that is worth a retry; nothing for the others. */
export function retryAfterHeader({ status, detail }: Pick<AppError, 'status' | 'detail'>): {
  'retry-after'?: string
} {
  const seconds = status === 503 ? databaseRetrySeconds : detail?.retry_after
  if (![429, 503].includes(status) || !Number.isSafeInteger(seconds)) return {}
  return { 'retry-after': String(seconds) }
}

/** An unavailable shop or database as an AppError; an unknown error as it is. */
export function toKnownError(error: unknown): unknown {
  const known = toAppError(error)
  return known.code === 'refused_unexpected' ? error : known
}

/** Whether the failure is ours (5xx), so that it belongs in the log; refusing more work than there is room for isn't one. */
export function isUnexpectedError(error: unknown): boolean {
  const { status, code } = toAppError(error)
  return status >= 500 && code !== 'refused_busy'
}
