import { setTimeout as wait } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, MiddlewareHandler } from 'hono'

export const WRONG_ANSWERS = ['500', '429', '429-bare', 'refused', 'lost', 'truncated', 'mistyped'] as const

/** How answers go wrong on the routes a fault names. */
export interface RouteFault {
  /** Beginning of the path below the mount, such as `/stores`, `/graphql` or `/stores/:hash/v3/carts` (a part beginning with `:` stands for any). */
  path: string
  method?: string
  /** Milliseconds to wait before the request is looked at. */
  slow?: number
  /**
   * 429-bare carries no rate limit headers (general load); refused cuts the connection before anything is done, lost
   * after it; truncated breaks the JSON, mistyped writes every number and truth in it as text.
   */
  answer?: (typeof WRONG_ANSWERS)[number]
  /** How many requests go wrong; without it all do. */
  times?: number
}

/** How webhooks go wrong. */
export interface HookFaults {
  duplicate?: boolean
  /** Milliseconds added before a delivery is due. */
  delay?: number
  reorder?: boolean
  /** Events are noted as dropped and never sent. */
  drop?: boolean
}

/** The switches of one process; tests turn them by hand, people in the back office. */
export interface Faults {
  routes: RouteFault[]
  hooks: HookFaults
}

export const noFaults = (): Faults => ({ routes: [], hooks: {} })

/** Puts everything right again. */
export function mend(faults: Faults): void {
  faults.routes = []
  faults.hooks = {}
}

function matches(fault: RouteFault, method: string, path: string): boolean {
  if (fault.method && fault.method.toUpperCase() !== method) return false
  const parts = path.split('/')
  return fault.path.split('/').every((part, index) => part.startsWith(':') || part === parts[index])
}

function take(faults: Faults, method: string, path: string): RouteFault | undefined {
  const fault = faults.routes.find(candidate => matches(candidate, method, path))
  if (fault?.times !== undefined && --fault.times <= 0) {
    faults.routes = faults.routes.filter(other => other !== fault)
  }
  return fault
}

function tooMany(withHeaders: boolean): Response {
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

/** No answer at all: the connection is cut; without one (in process) the body can't be read. */
function cut(c: Context): Response {
  const server: Partial<HttpBindings> | undefined = c.env
  if (server?.outgoing) {
    server.outgoing.destroy()
    return RESPONSE_ALREADY_SENT
  }
  const body = new ReadableStream({ start: stream => stream.error(new Error('the answer was lost')) })
  return new Response(body)
}

/** Makes requests go wrong as told. `mount` is the path the shop is mounted at; nothing is slow once it stops. */
export function misbehave(faults: Faults, mount: string, stopping: AbortSignal): MiddlewareHandler {
  return async (c, next) => {
    if (faults.routes.length === 0) return next()
    const path = c.req.path.startsWith(`${mount}/`) ? c.req.path.slice(mount.length) : c.req.path
    const fault = path.startsWith('/admin') ? undefined : take(faults, c.req.method, path)
    if (!fault) return next()
    if (fault.slow) await wait(fault.slow, undefined, { signal: stopping }).catch(() => {})
    if (fault.answer === '500') return c.json({ status: 500, title: 'Internal Server Error' }, 500)
    if (fault.answer === '429' || fault.answer === '429-bare') return tooMany(fault.answer === '429')
    if (fault.answer === 'refused') return cut(c)
    await next()
    // The work is done by now; only its answer suffers.
    if (fault.answer === 'lost') c.res = cut(c)
    if (fault.answer === 'truncated') c.res = await rewritten(c, whole => whole.slice(0, whole.length / 2))
    if (fault.answer === 'mistyped') c.res = await rewritten(c, mistyped)
  }
}

async function rewritten(c: Context, change: (whole: string) => string): Promise<Response> {
  const { status } = c.res
  const headers = { 'content-type': 'application/json' }
  return new Response(change(await c.res.text()) || null, { status, headers })
}

/** The same JSON with every number and truth written as a text. */
function mistyped(json: string): string {
  const asText = (_key: string, value: unknown) =>
    typeof value === 'number' || typeof value === 'boolean' ? `“${value}”` : value
  return json === '' ? '' : JSON.stringify(JSON.parse(json), asText)
}
