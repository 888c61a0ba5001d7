import { randomBytes } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { runInScope, type WorkScope } from './work-scope.ts'

/** What is known of a request once it is answered. */
export interface AnsweredRequest {
  method: string
  route: string
  status: number
  /** Milliseconds until the answer began. */
  ms: number
  cache?: 'hit' | 'miss' | undefined
  queries: number
}

/** Asked every few seconds by balancers; a line of each would hide the others. */
const quietRoutes = new Set(['/healthz', '/readyz'])

/**
 * Gives every request a number that is in all of its log lines, and writes one line when it is answered: route, status,
 * time, page cache and queries; no address of a visitor, no path, no query (R937).
 */
export function logRequests(
  log: Logger,
  routeOf: (path: string) => string,
  onAnswer: (request: AnsweredRequest) => void = () => {},
): MiddlewareHandler {
  return async (c, next) => {
    const scope: WorkScope = { id: randomBytes(4).toString('hex').toUpperCase(), queries: 0 }
    const began = performance.now()
    await runInScope(scope, async () => {
      await next()
      const route = routeOf(c.req.path)
      const ms = Math.round((performance.now() - began) * 10) / 10
      const { cache, queries } = scope
      const request = { method: c.req.method, route, status: c.res.status, ms, cache, queries }
      log[quietRoutes.has(route) ? 'debug' : 'info'](request, 'request')
      onAnswer(request)
    })
  }
}
