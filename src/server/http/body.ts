import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'
import { AppError } from '../../base/app-error.ts'
import { parseNestedForm } from '../../base/nested-form.ts'
import { isSecured } from '../security/security-headers.ts'
import { urlOf } from './address.ts'

const maxDepth = 12

/**
 * The input of a request: the query of a GET or HEAD, otherwise a form-encoded, multipart or JSON body.
 * Throws `refused_unreadable`: 415 for a body of another type, 400 for one that does not match its type.
 */
export async function readRequestInput(request: Request): Promise<unknown> {
  if (['GET', 'HEAD'].includes(request.method)) return parseFields(urlOf(request).searchParams)
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
 * Answers a HEAD as the GET of the same address, without its body: the code behind this sees only GETs, so
 * that nothing caches an empty body as a page.
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

/** Whether this GET came as a HEAD, whose sender expects no effect. */
export function wasHead(request: Request): boolean {
  return headRequests.has(request)
}

/** A stream of events ends when its reader leaves; it has no length. */
const isStream = (headers: Headers) => headers.get('content-type')?.startsWith('text/event-stream') ?? false

const compress = promisify(brotliCompress)
/** Smaller bodies (bytes) are not compressed. */
const minBytes = 1400
/** Above this quality of brotli, time grows much faster than what is saved. */
const quality = 5

/**
 * Whether a client takes brotli, and takes it no less than what is not compressed, by the weights it gives (RFC 9110):
 * `br;q=0` and `*;q=0` are a no.
 */
export function acceptsBrotli(header: string | null | undefined): boolean {
  if (!header) return false
  const weights = new Map<string, number>()
  for (const one of header.split(',')) {
    const [name = '', ...parameters] = one.split(';').map(part => part.trim().toLowerCase())
    const weight = parameters.find(parameter => parameter.startsWith('q='))?.slice(2) ?? '1'
    weights.set(name, Number(weight) || 0)
  }
  const brotli = weights.get('br') ?? weights.get('*') ?? 0
  return brotli > 0 && brotli >= (weights.get('identity') ?? 0)
}

export async function compressPage(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    [constants.BROTLI_PARAM_LGWIN]: windowBits(bytes.length),
  }
  return new Uint8Array(await compress(bytes, { params }))
}

/** A window as large as the body finds all that a larger one would, and takes no more memory than needed. */
function windowBits(length: number): number {
  const { BROTLI_MIN_WINDOW_BITS: least, BROTLI_DEFAULT_WINDOW: most } = constants
  return Math.min(most, Math.max(least, Math.ceil(Math.log2(length + 16))))
}

/** Compresses pages, data and API answers with brotli; built files are compressed already, event streams are not. */
export function compression(): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const { res } = c
    // A cached page is compressed already; reading its headers would make objects of them.
    if (isSecured(res)) return
    const type = res.headers.get('content-type') ?? ''
    if (!/^text\/(html|x-script|plain)|json|xml/.test(type) || res.headers.has('content-encoding')) return
    // The body is tested last: a response whose body is not accessed is sent without copying.
    if (!acceptsBrotli(c.req.header('accept-encoding')) || !res.body) return
    const body = Buffer.from(await res.arrayBuffer())
    const headers = new Headers(res.headers)
    headers.append('vary', 'accept-encoding')
    headers.delete('content-length')
    const isSmall = body.length < minBytes
    if (!isSmall) headers.set('content-encoding', 'br')
    const bytes = isSmall ? new Uint8Array(body) : await compressPage(body)
    c.res = undefined
    c.res = new Response(bytes, { status: res.status, headers })
  }
}
