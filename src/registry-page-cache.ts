import type { MiddlewareHandler } from 'hono'
import { addDays, dayInAthens, startOfDay } from './base/dates.ts'
import { formatGiftListQuery, parseGiftListQuery } from './gift/gift/list-rules.ts'
import { readRegistry } from './registry/registry/access.ts'
import { nextReservationEnd } from './registry/registry/data.ts'
import type { Config } from './server/config.ts'
import type { RequestContext } from './server/context/request-context.ts'
import { languageCookie } from './server/context/request-language.ts'
import { readCookie } from './server/context/session.ts'
import { currentScope } from './server/observability/work-scope.ts'
import type { PageCache } from './server/pages/page-cache.ts'
import { languageCookieHeader, type RenderPage } from './server/pages/page-renderer.ts'
import { announcementCookie } from './site/announcement/rules.ts'
import { findAnnouncement } from './site/announcement/service.ts'

interface CachedPageDependencies {
  cache: PageCache
  renderPage: RenderPage
  createContext(request: Request): Promise<RequestContext>
}

/**
 * Serves the cached page of a registry, or the data that open pages load again when something was given (`….data`), to
 * visitors who send nothing but a language and names that the page doesn't know (R812). All other requests go on to the renderer.
 */
export function serveCachedRegistryPage(dependencies: CachedPageDependencies): MiddlewareHandler {
  return async (c, next) => {
    const request = c.req.raw
    if (!isPageShareable(request)) return next()
    const ctx = await dependencies.createContext(request)
    const key = cacheKey(c.req.param('id') ?? '', request, ctx)
    const cached = dependencies.cache.find(key, request, ctx.now.getTime())
    const scope = currentScope()
    if (scope) scope.cache = cached ? 'hit' : 'miss'
    if (cached) return withLanguageCookie(cached, request, ctx.config)
    return renderForCache(c.req.param('id') ?? '', key, request, ctx, dependencies)
  }
}

/** Cookies that do not make a page personal: the language, the dismissed announcement, and the cart's device. */
const sharedCookies = [languageCookie, announcementCookie, 'giver_device', '__Host-giver_device']

/** By these the router asks for a part of the data. */
const routerFields = ['_routes', 'index']

/** Whether the query asks for the list as it opens; names that the page doesn't know change nothing. */
function isPlainView(searchParams: URLSearchParams): boolean {
  return (
    formatGiftListQuery(parseGiftListQuery(searchParams)) === '' &&
    !routerFields.some(name => searchParams.has(name))
  )
}

/**
 * The request without what the page ignores, so that nothing of one visitor is on the page of all: neither the rest of
 * the address, nor what the browser says of itself, nor that this visitor may leave before the page is whole.
 */
function toPlainRequest(request: Request, { language }: RequestContext): Request {
  const url = new URL(request.url)
  url.search = url.searchParams.has('lang') ? `?lang=${language}` : ''
  return new Request(url, { headers: { cookie: request.headers.get('cookie') ?? '' } })
}

function isPageShareable(request: Request): boolean {
  const { searchParams } = new URL(request.url)
  const cookies = (request.headers.get('cookie') ?? '').split(';').filter(pair => pair.trim() !== '')
  return (
    isPlainView(searchParams) &&
    cookies.every(cookie => sharedCookies.some(name => cookie.trim().startsWith(`${name}=`))) &&
    !request.headers.has('authorization')
  )
}

function cacheKey(id: string, request: Request, ctx: RequestContext): string {
  const dismissedId = readCookie(request, announcementCookie)
  const announcement = findAnnouncement(ctx, ctx.language)
  return `${id} ${ctx.language}${dismissedId && dismissedId === announcement?.id ? ' dismissed' : ''}`
}

const maxAgeMs = 10 * 60_000

/** Renders the page and caches it until the next reservation ends or the day turns in Athens. */
async function renderForCache(
  id: string,
  key: string,
  request: Request,
  ctx: RequestContext,
  { cache, renderPage }: CachedPageDependencies,
): Promise<Response> {
  const { db, now, config, language } = ctx
  const registry = await readRegistry(ctx, id.replace(/\.data$/, ''))
  if (!registry) return renderPage(request, { ctx })
  const answer = await cache.renderOnce(key, String(registry.id), language, request, async () => {
    const midnight = startOfDay(addDays(dayInAthens(now), 1)).getTime()
    const reservationEnd = (await nextReservationEnd(db, registry.id, now))?.getTime() ?? Infinity
    const until = Math.min(midnight, reservationEnd, now.getTime() + maxAgeMs)
    return { response: await renderPage(toPlainRequest(request, ctx), { shared: true, ctx }), until }
  })
  return answer.status === 200 ? withLanguageCookie(answer, request, config) : renderPage(request)
}

/** Adds the cookie that remembers the language in the address, for this visitor alone. */
function withLanguageCookie(answer: Response, request: Request, config: Config): Response {
  const cookie = languageCookieHeader(request, config)
  if (cookie) answer.headers.append('set-cookie', cookie)
  return answer
}
