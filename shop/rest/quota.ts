import type { MiddlewareHandler } from 'hono'
import type { Store } from '../store.ts'
import { sendError } from './responses.ts'

/** Counts every call against the store's quota, and answers 429 when it is used up (R958); nothing is counted where it never can be. */
export function limitCalls(store: Store): MiddlewareHandler {
  return async (c, next) => {
    const { requests, windowMs } = store.faults.quota ?? store.restQuota
    if (requests === Number.POSITIVE_INFINITY) return next()
    const { used, began } = await countCall(store, windowMs)
    const resetMs = Math.max(1, began.getTime() + windowMs - store.now().getTime())
    const setHeaders = () => {
      c.header('X-Rate-Limit-Time-Window-Ms', String(windowMs))
      c.header('X-Rate-Limit-Time-Reset-Ms', String(resetMs))
      c.header('X-Rate-Limit-Requests-Quota', String(requests))
      c.header('X-Rate-Limit-Requests-Left', String(Math.max(0, requests - used)))
    }
    if (used <= requests) {
      await next()
      return setHeaders()
    }
    setHeaders()
    c.header('X-Retry-After', String(Math.ceil(resetMs / 1000)))
    return sendError(c, 429, 'Too many requests')
  }
}

/** Counts one call in the window that runs; a window begins with its first call, whichever process gets it. */
async function countCall(store: Store, windowMs: number): Promise<{ used: number; began: Date }> {
  const now = store.now()
  const { rows } = await store.db.query<{ used: number; began: Date }>(
    `insert into shop.rest_quota as quota (began, used) values ($1, 1)
     on conflict (one) do update set
       used = case when quota.began between $2 and $1 then quota.used + 1 else 1 end,
       began = case when quota.began between $2 and $1 then quota.began else $1 end
     returning used, began`,
    [now, new Date(now.getTime() - windowMs + 1)],
  )
  return rows[0]!
}
