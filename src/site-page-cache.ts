import type { MiddlewareHandler } from 'hono'
import { asksForPart, isNameKnown, isPlainQuery, isShareable } from './shareable-requests.ts'
import { type CachedPageDependencies, renderForOne, serveShared } from './shared-pages.ts'
import { isShopPagePath } from './site/content/rules.ts'

/** By this name changes of the catalogue and of the shop's texts delete all pages of the site. */
export const sitePagesGroup = 'site'

/** Their data name no registry and no visitor. */
const sitePaths = ['/', '/find-registry', '/search', '/categories']
/** A path of one word may be that of an event type, as are those below these two. */
const eventTypePath = /^\/(?:find-registry\/)?[a-z-]{1,40}$/

const maxAgeMs = 5 * 60_000

/**
 * Serves the cached pages of the site that show nothing of people: home, event types, the empty search, categories, the
 * shop's texts; and their data, which the router loads (R813). All other requests go on to the renderer.
 */
export function serveCachedSitePage(dependencies: CachedPageDependencies): MiddlewareHandler {
  const { config, createContext } = dependencies
  return async (c, next) => {
    const request = c.req.raw
    const { pathname, searchParams } = new URL(request.url)
    if (!isSitePage(pathname) || !isShareable(request, config)) return next()
    if (!isPlainQuery(searchParams) || asksForPart(searchParams)) return next()
    const ctx = await createContext(request)
    if (!isNameKnown(request, ctx)) return renderForOne(dependencies, request, ctx)
    return serveShared(dependencies, request, ctx, {
      key: `site ${pathname}`,
      group: async () => sitePagesGroup,
      until: async () => ctx.now.getTime() + maxAgeMs,
    })
  }
}

/** Pages of one word that are a person's own, or change by themselves. */
const ownPages =
  /^\/(?:login|register|logout|forgot-password|reset-password|email-confirmation|email-change|settings|create-registry|my-registries|cart|my-gift|contact-us|status|announcement|cookie-choices|dev|api|shop|staff)$/

/** Whether a path is that of a cached page of the site, or of its data. */
export function isSitePage(pathname: string): boolean {
  const path = pathname === '/_.data' ? '/' : pathname.replace(/\.data$/, '')
  if (ownPages.test(path) || path !== path.toLowerCase()) return false
  return sitePaths.includes(path) || eventTypePath.test(path) || isShopPagePath(path)
}
