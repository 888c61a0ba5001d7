import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'

const squeeze = promisify(brotliCompress)
const worthIt = 1400

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
    const bytes = small ? body : await squeeze(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
    c.res = undefined
    c.res = new Response(new Uint8Array(bytes), { status: res.status, headers })
  }
}
