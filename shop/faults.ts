import { setTimeout as wait } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, MiddlewareHandler } from 'hono'
import type { RestQuota } from './rest-quota.ts'

export const faultAnswers = [
  '500',
  '401',
  '403',
  '404',
  '410',
  '429',
  '429-bare',
  'refused',
  'lost',
  'truncated',
  'mistyped',
] as const

/** A fault of the calls whose path and method match it. */
export interface RouteFault {
  /** Prefix of the path below the mount: `/stores`, `/graphql`, `/stores/:hash/v3/carts` (`:hash` matches any part). */
  path: string
  method?: string
  /** Milliseconds to wait before the request is handled. */
  slow?: number
  /**
   * 401: the token is refused. 403: its scope is missing. 404, 410: there is nothing of that kind. 429-bare: without rate limit headers. refused, lost: the
   * connection is cut before, after the request was handled.
   * truncated: half of the JSON. mistyped: every number and boolean as text.
   */
  answer?: (typeof faultAnswers)[number]
  /** How many requests it applies to; without it all. */
  times?: number
}

export interface WebhookFaults {
  duplicate?: boolean
  /** Milliseconds added before a delivery is due. */
  delay?: number
  reorder?: boolean
  /** Events are stored as dropped and never sent. */
  drop?: boolean
}

/** The faults switched on in this process, by tests or in the back office. */
export interface FaultSettings {
  routes: RouteFault[]
  hooks: WebhookFaults
  /** Another quota of REST calls, in place of the store's. */
  quota?: RestQuota
  /** The payment provider declines every refund. */
  declinesRefunds?: boolean
}

export const noFaults = (): FaultSettings => ({ routes: [], hooks: {} })

export function clearFaults(faults: FaultSettings): void {
  faults.routes = []
  faults.hooks = {}
  delete faults.declinesRefunds
  delete faults.quota
}

function matchesFault(fault: RouteFault, method: string, path: string): boolean {
  if (fault.method && fault.method.toUpperCase() !== method) return false
  const parts = path.split('/')
  return fault.path.split('/').every((part, index) => part.startsWith(':') || part === parts[index])
}

/** The fault that applies to a request, counted down when it applies to so many. */
function takeFault(faults: FaultSettings, method: string, path: string): RouteFault | undefined {
  const fault = faults.routes.find(candidate => matchesFault(candidate, method, path))
  if (fault?.times !== undefined && --fault.times <= 0) {
    faults.routes = faults.routes.filter(other => other !== fault)
  }
  return fault
}

function tooManyRequestsResponse(withHeaders: boolean): Response {
  const headers: Record<string, string> = withHeaders
    ? {
        'X-Rate-Limit-Time-Window-Ms': '30000',
        'X-Rate-Limit-Time-Reset-Ms': '1500',
        'X-Rate-Limit-Requests-Quota': '150',
        'X-Rate-Limit-Requests-Left': '0',
        'X-Retry-After': '2',
      }
    : {}
  return Response.json(
    { status: 429, title: 'Too many requests', type: 'about:blank' },
    { status: 429, headers },
  )
}

/** Cuts the connection; in process, where there is none, reading the body fails. */
function cutConnection(c: Context): Response {
  const server: Partial<HttpBindings> | undefined = c.env
  if (server?.outgoing) {
    server.outgoing.destroy()
    return RESPONSE_ALREADY_SENT
  }
  const body = new ReadableStream({ start: stream => stream.error(new Error('the answer was lost')) })
  return new Response(body)
}

/** Applies the faults to requests. `basePath` is the path the shop is mounted at; `stopSignal` ends all delays. */
export function injectFaults(
  faults: FaultSettings,
  basePath: string,
  stopSignal: AbortSignal,
): MiddlewareHandler {
  return async (c, next) => {
    if (faults.routes.length === 0) return next()
    const path = c.req.path.startsWith(`${basePath}/`) ? c.req.path.slice(basePath.length) : c.req.path
    const fault = path.startsWith('/admin') ? undefined : takeFault(faults, c.req.method, path)
    if (!fault) return next()
    // The wait ends early when the shop stops.
    if (fault.slow) await wait(fault.slow, undefined, { signal: stopSignal }).catch(() => {})
    if (fault.answer === '500') return c.json({ status: 500, title: 'Internal Server Error' }, 500)
    if (fault.answer === '401') return c.json({ status: 401, title: 'Unauthorized' }, 401)
    if (fault.answer === '403')
      return c.json({ status: 403, title: "You don't have a required scope to access the endpoint" }, 403)
    if (fault.answer === '404' || fault.answer === '410')
      return c.json({ status: Number(fault.answer), title: 'Not found' }, fault.answer === '404' ? 404 : 410)
    if (fault.answer === '429' || fault.answer === '429-bare')
      return tooManyRequestsResponse(fault.answer === '429')
    if (fault.answer === 'refused') return cutConnection(c)
    await next()
    // The request has been handled; only its answer is spoilt.
    if (fault.answer === 'lost') c.res = cutConnection(c)
    if (fault.answer === 'truncated') c.res = await rewriteBody(c, text => text.slice(0, text.length / 2))
    if (fault.answer === 'mistyped') c.res = await rewriteBody(c, stringifyScalars)
  }
}

async function rewriteBody(c: Context, change: (text: string) => string): Promise<Response> {
  const { status } = c.res
  const headers = { 'content-type': 'application/json' }
  return new Response(change(await c.res.text()) || null, { status, headers })
}

/** The same JSON with every number and boolean as text. */
function stringifyScalars(json: string): string {
  const asText = (_key: string, value: unknown) =>
    typeof value === 'number' || typeof value === 'boolean' ? `“${value}”` : value
  return json === '' ? '' : JSON.stringify(JSON.parse(json), asText)
}
