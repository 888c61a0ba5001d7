import type { MiddlewareHandler } from 'hono'
import type { Config } from '../config.ts'

/**
 * This machine goes by several names, and a person types any of them; pictures, forms and cookies go by the one of
 * SITE_URL. A page that is asked for by another is looked at there.
 */
export function redirectToCanonicalHost({ SITE_URL }: Pick<Config, 'SITE_URL'>): MiddlewareHandler {
  const site = new URL(SITE_URL)
  return async (c, next) => {
    const { method, url } = c.req
    const isPage = method === 'GET' && c.req.header('accept')?.includes('text/html')
    if (!isPage || !isAnotherName(c.req.header('host'), site)) return next()
    const { pathname, search } = new URL(url)
    return c.redirect(site.origin + pathname + search, 302)
  }
}

function isAnotherName(host: string | undefined, site: URL): boolean {
  const asked = host === undefined ? null : URL.parse(`http://${host}`)
  if (!asked || asked.hostname === site.hostname || asked.port !== site.port) return false
  return isThisMachine(asked.hostname) && isThisMachine(site.hostname)
}

const isThisMachine = (name: string) => ['127.0.0.1', '[::1]', 'localhost'].includes(name)
