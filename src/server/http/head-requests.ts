import type { MiddlewareHandler } from 'hono'

const headRequests = new WeakSet<Request>()

/**
 * Answers a HEAD as the GET of the same address, without its body: nothing behind this knows of HEAD, so that nothing
 * can take an empty body for a page.
 */
export function answerHeadAsGet(): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method !== 'HEAD') return next()
    c.req.raw = new Request(c.req.raw, { method: 'GET' })
    headRequests.add(c.req.raw)
    await next()
    const { res } = c
    const headers = new Headers(res.headers)
    if (isStream(headers) || headers.has('content-length')) await res.body?.cancel()
    else headers.set('content-length', String((await res.arrayBuffer()).byteLength))
    c.res = undefined
    c.res = new Response(null, { status: res.status, headers })
  }
}

/** Whether this GET came as a HEAD; whoever sends that wants to look, not to do. */
export function wasHead(request: Request): boolean {
  return headRequests.has(request)
}

/** A stream of events ends when its reader leaves; it has no length. */
const isStream = (headers: Headers) => headers.get('content-type')?.startsWith('text/event-stream') ?? false
