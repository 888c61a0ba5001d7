import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'
import { isSecured } from '../security/security-headers.ts'

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

/** Compresses an answer with brotli. */
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
    // A kept page is compressed already; reading its headers would make objects of them.
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
