import { AppError } from '../../base/app-error.ts'
import { isShopFailure, type ShopFailureKind } from '../../shop/port.ts'
import { isDatabaseUnavailable } from '../postgres/database.ts'

const codesByKind: Partial<Record<ShopFailureKind, string>> = {
  invalid: 'refused_by_shop',
  origin: 'refused_shop_elsewhere',
}

/** The error that the visitor is shown: an AppError as it is; anything unknown becomes a general one. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isShopFailure(error)) {
    const detail = error.shopMessage ? { detail: { said: error.shopMessage } } : {}
    return new AppError(codesByKind[error.kind] ?? 'refused_shop_away', 502, detail)
  }
  if (isDatabaseUnavailable(error)) return new AppError('refused_away', 503)
  return new AppError('refused_unexpected', 500)
}

/** Seconds after which an unavailable database usually answers again, and most limits have begun anew. */
const retrySeconds = { 503: 5, 429: 60 }

/** The `Retry-After` header that every 429 and 503 has; nothing for the others. */
export function retryAfterHeader({ status, detail }: Pick<AppError, 'status' | 'detail'>): {
  'retry-after'?: string
} {
  if (status !== 429 && status !== 503) return {}
  const known = status === 429 ? detail?.retry_after : undefined
  return { 'retry-after': String(Number.isSafeInteger(known) ? known : retrySeconds[status]) }
}

/** Whether the failure is ours (5xx), so that it belongs in the log; refusing more work than there is room for isn't one. */
export function isUnexpectedError(error: unknown): boolean {
  const { status, code } = toAppError(error)
  return status >= 500 && code !== 'refused_busy'
}
