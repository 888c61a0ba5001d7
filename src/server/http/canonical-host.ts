import type { MiddlewareHandler } from 'hono'
import type { Config } from '../config.ts'

/**
 * Redirects a page that was requested by another name of this machine (localhost, 127.0.0.1) to the host of SITE_URL,
 * because pictures, forms and cookies use that one.
 */
export function redirectToCanonicalHost({ SITE_URL }: Pick<Config, 'SITE_URL'>): MiddlewareHandler {
  const site = new URL(SITE_URL)
  return async (c, next) => {
    const { method, url } = c.req
    const isPage = method === 'GET' && c.req.header('accept')?.includes('text/html')
    if (!isPage || !isOtherLocalName(c.req.header('host'), site)) return next()
    const { pathname, search } = new URL(url)
    return c.redirect(site.origin + pathname + search, 302)
  }
}

function isOtherLocalName(host: string | undefined, site: URL): boolean {
  const requested = host === undefined ? null : URL.parse(`http://${host}`)
  if (!requested || requested.hostname === site.hostname || requested.port !== site.port) return false
  return isThisMachine(requested.hostname) && isThisMachine(site.hostname)
}

const isThisMachine = (name: string) => ['127.0.0.1', '[::1]', 'localhost'].includes(name)
