import { Refusal } from '../base/refusal.ts'
import { ShopFailure } from '../shop/port.ts'
import { isDatabaseAway } from './database.ts'

/** What any failure is to the one who asked: a refusal as it is; the unknown becomes a bland one. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof ShopFailure) {
    const detail = error.said ? { detail: { said: error.said } } : {}
    return new Refusal(error.kind === 'invalid' ? 'refused_by_shop' : 'refused_shop_away', 502, detail)
  }
  if (isDatabaseAway(error)) return new Refusal('refused_away', 503)
  return new Refusal('refused_unexpected', 500)
}

/** Seconds after which a database that was away is usually back. */
const secondsAway = 5

/** The `Retry-After` header of a refusal that is over by itself; nothing for the others. */
export function retryAfter({ status, detail }: Pick<Refusal, 'status' | 'detail'>): {
  'retry-after'?: string
} {
  const seconds = status === 503 ? secondsAway : detail?.retry_after
  if (![429, 503].includes(status) || !Number.isSafeInteger(seconds)) return {}
  return { 'retry-after': String(seconds) }
}

/** A shop or a database that is away, as the refusal it is; anything unknown as it came. */
export function asKnown(error: unknown): unknown {
  const refusal = asRefusal(error)
  return refusal.code === 'refused_unexpected' ? error : refusal
}

/** True when the failure is ours to look into, so that it belongs in the log. */
export function isUnexpected(error: unknown): boolean {
  return asRefusal(error).status >= 500
}
