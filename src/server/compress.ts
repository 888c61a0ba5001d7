import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'

const squeeze = promisify(brotliCompress)
const worthIt = 1400
/** Above 5, time grows much faster than what is saved. */
const quality = { once: 5, densely: 11 }

/** Bytes as brotli: well, for an answer that is made for one visitor, or as densely as it goes. */
export async function squeezed(
  bytes: Uint8Array,
  how: keyof typeof quality = 'once',
): Promise<Uint8Array<ArrayBuffer>> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality[how],
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  return new Uint8Array(await squeeze(bytes, { params }))
}

/** Brotli for what is made on the fly: pages, data and answers; files are compressed by the build, streams stay open. */
export function compressed(): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const { res } = c
    const type = res.headers.get('content-type') ?? ''
    if (!/^text\/(html|x-script|plain)|json|xml/.test(type) || res.headers.has('content-encoding')) return
    // The body is looked at last: an answer of bytes whose body nobody touches leaves at once.
    if (!/\bbr\b/.test(c.req.header('accept-encoding') ?? '') || !res.body) return
    const body = Buffer.from(await res.arrayBuffer())
    const headers = new Headers(res.headers)
    headers.append('vary', 'accept-encoding')
    headers.delete('content-length')
    const small = body.length < worthIt
    if (!small) headers.set('content-encoding', 'br')
    const bytes = small ? new Uint8Array(body) : await squeezed(body)
    c.res = undefined
    c.res = new Response(bytes, { status: res.status, headers })
  }
}
