import type { MiddlewareHandler } from 'hono'

/** The sign-out of the page, as a form and as the router sends it, and that of the API. */
const signOutPaths = ['/logout', '/logout.data', '/api/logout']

/** After signing out, browsers drop what they keep of the pages: cached bytes, the cart, drafts (R110). */
export function clearSiteAtSignOut(): MiddlewareHandler {
  return async (c, next) => {
    await next()
    if (c.req.method === 'POST' && signOutPaths.includes(c.req.path) && c.res.status < 400)
      c.res.headers.set('clear-site-data', '"cache", "storage"')
  }
}
