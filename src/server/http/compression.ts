import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'

const compress = promisify(brotliCompress)
/** Smaller bodies (bytes) gain nothing. */
const minBytes = 1400
/** Above 5, time grows much faster than what is saved. */
const qualities = { quick: 5, dense: 11 }

/** Bytes as brotli: quickly for an answer to one visitor, densely for one that many will get. */
export async function compressPage(
  bytes: Uint8Array,
  quality: keyof typeof qualities = 'quick',
): Promise<Uint8Array<ArrayBuffer>> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: qualities[quality],
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  return new Uint8Array(await compress(bytes, { params }))
}

/** Brotli for what is made on the fly: pages, data and answers; files are compressed by the build, streams stay open. */
export function compression(): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const { res } = c
    const type = res.headers.get('content-type') ?? ''
    if (!/^text\/(html|x-script|plain)|json|xml/.test(type) || res.headers.has('content-encoding')) return
    // Reading the body is the last test: an answer whose body nobody touches is sent without copying.
    if (!/\bbr\b/.test(c.req.header('accept-encoding') ?? '') || !res.body) return
    const body = Buffer.from(await res.arrayBuffer())
    const headers = new Headers(res.headers)
    headers.append('vary', 'accept-encoding')
    headers.delete('content-length')
    const small = body.length < minBytes
    if (!small) headers.set('content-encoding', 'br')
    const bytes = small ? new Uint8Array(body) : await compressPage(body)
    c.res = undefined
    c.res = new Response(bytes, { status: res.status, headers })
  }
}
