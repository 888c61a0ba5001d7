import type { MiddlewareHandler } from 'hono'
import { AppError } from '../../base/app-error.ts'
import { parseNestedForm } from '../../base/nested-form.ts'

const maxDepth = 12

/**
 * The input of a request: the query of a GET or HEAD, otherwise a form-encoded, multipart or JSON body.
 * Throws `refused_unreadable`: 415 for a body of another type, 400 for one that does not match its type.
 */
export async function readRequestInput(request: Request): Promise<unknown> {
  if (['GET', 'HEAD'].includes(request.method)) return parseFields(new URL(request.url).searchParams)
  const type = request.headers.get('content-type') ?? ''
  if (type.includes('json')) return parseJson(await request.text())
  if (type.includes('form')) return parseFields(await readForm(request))
  if ((await request.text()) !== '') throw unreadableError(415)
  return {}
}

async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch {
    throw unreadableError()
  }
}

function parseFields(entries: Iterable<[string, unknown]>): Record<string, unknown> {
  try {
    return parseNestedForm(entries)
  } catch (error) {
    throw error instanceof RangeError ? unreadableError() : error
  }
}

function parseJson(text: string): unknown {
  try {
    const value: unknown = text === '' ? {} : JSON.parse(text)
    if (isNestedAtMost(value, maxDepth)) return value
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw unreadableError()
}

/** Whether the value nests at most that many levels, so that later code may recurse. */
function isNestedAtMost(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return true
  return levels > 0 && Object.values(value).every(inner => isNestedAtMost(inner, levels - 1))
}

function unreadableError(status = 400): AppError {
  return new AppError('refused_unreadable', status)
}

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
