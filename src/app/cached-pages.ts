import type { MiddlewareHandler } from 'hono'
import { signOutCookies } from '../account/cookie.rules.ts'
import { addDays, dayInAthens, startOfDay } from '../base/dates.ts'
import { languageKey } from '../base/language.ts'
import { hostCookieName } from '../base/paths.ts'
import { countView } from '../console/overview/views.ts'
import { formatGiftListQuery, parseGiftListQuery } from '../gift/list.rules.ts'
import { canEdit } from '../registry/registry.rules.ts'
import { nextReservationEnd } from '../registry/registry.sql.ts'
import { readRegistry, readRegistryWithCounts } from '../registry/registry.ts'
import { refuseGuessing } from '../registry/slug.ts'
import type { Config } from '../server/config.ts'
import type { RequestContext } from '../server/context/request-context.ts'
import { readCookie, readSessionToken } from '../server/context/session.ts'
import { urlOf } from '../server/http/address.ts'
import { currentScope } from '../server/observability/traces.ts'
import type { PageCache } from '../server/pages/page-cache.ts'
import { languageCookieHeader, type RenderPage } from '../server/pages/page-renderer.ts'
import { announcementCookie } from '../site/announcement.rules.ts'
import { findAnnouncement } from '../site/announcement.ts'
import { isShopPagePath } from '../site/content.rules.ts'

/** The context of an answer for everybody, with the moments at which the answer changes by itself. */
type SharedContext = RequestContext & { changes: Date[] }

/** A kind of page that is the same for everybody but for its language and announcement. */
interface CachedPageKind {
  /** Whether the path is that of such a page, or of its data, which the router loads. */
  matches(path: string): boolean
  /** Whether the query asks for the page as it opens. */
  isPlain(searchParams: URLSearchParams): boolean
  /** Whether this visitor sees a page of their own instead. */
  seesOwn(path: string, ctx: RequestContext): Promise<boolean>
  /** By which changes it is deleted; null when there is no such page. */
  group(path: string, ctx: SharedContext): Promise<string | null>
  /** Until when it is valid if nothing changes (ms since 1970); asked when it has been rendered. */
  until(path: string, ctx: SharedContext): Promise<number>
}

/** The group of all pages of the site; changes of the catalogue and of the shop's texts delete it. */
export const sitePagesGroup = 'site'

const maxAgeMs = { registry: 10 * 60_000, site: 5 * 60_000 }

/** What is kept, by which changes it is deleted, and until when it is valid (R812, R813). */
const cachedPages: CachedPageKind[] = [
  {
    matches: path => registryAddress(path) !== '',
    // Names and values of the query that the page doesn't know change nothing.
    isPlain: query => formatGiftListQuery(parseGiftListQuery(query)) === '',
    async seesOwn(path, ctx) {
      const registry = ctx.customer && (await readRegistry(ctx, registryAddress(path)))
      return Boolean(registry && canEdit(registry, ctx.customer))
    },
    // Reads what the page is about to show, so that it costs no further query.
    group: async (path, ctx) =>
      (await readRegistryWithCounts(ctx, registryAddress(path)))?.registry.id.toString() ?? null,
    until: (path, ctx) => findRegistryPageEnd(registryAddress(path), ctx),
  },
  {
    matches: path => isSitePage(path),
    isPlain: query => [...query.keys()].every(name => name === 'lang' || trackingFields.test(name)),
    seesOwn: async () => false,
    group: async () => sitePagesGroup,
    until: async (_path, ctx) => ctx.now.getTime() + maxAgeMs.site,
  },
]

/** The path of the page whose data the router loads by that path. */
const withoutData = (path: string) => (path === '/_.data' ? '/' : path.replace(/\.data$/, ''))

/** The slug or code that names the registry of a page; empty where the path is another. */
const registryAddress = (path: string) =>
  decodeURIComponent(/^\/registry\/([^/]+)$/.exec(withoutData(path))?.[1] ?? '')

/** When the page changes by itself: the next reservation ends, or the day turns in Athens. */
async function findRegistryPageEnd(address: string, ctx: SharedContext): Promise<number> {
  const ends = ctx.config.REGISTRY_API_URL ? [await findReservationEnd(address, ctx)] : ctx.changes
  const midnight = startOfDay(addDays(dayInAthens(ctx.now), 1)).getTime()
  const latest = Math.min(midnight, ctx.now.getTime() + maxAgeMs.registry)
  return Math.min(latest, ...ends.map(end => end?.getTime() ?? Infinity))
}

/** Another process has read the gifts, so the database is asked. */
async function findReservationEnd(address: string, ctx: RequestContext): Promise<Date | null> {
  const registry = await readRegistry(ctx, address)
  return registry ? nextReservationEnd(ctx.db, registry.id, ctx.now) : null
}

/** Pages of the site whose data name no registry and no visitor. */
const sitePaths = ['/', '/find-registry', '/search', '/categories']
/** A path of one word may be that of an event type, as are those below these two. */
const eventTypePath = /^\/(?:find-registry\/)?[a-z-]{1,40}$/
/** Pages of one word that are a person's own, or change by themselves. */
const ownPages =
  /^\/(?:login|register|logout|forgot-password|reset-password|email-confirmation|email-change|settings|create-registry|my-registries|co-host|cart|after-paying|my-gift|contact-us|announcement|cookie-choices|dev|api|shop|staff)$/

/** Whether a path is that of a page of the site that shows nothing of people, or of its data. */
export function isSitePage(pathname: string): boolean {
  const path = withoutData(pathname)
  if (ownPages.test(path) || path !== path.toLowerCase()) return false
  return sitePaths.includes(path) || eventTypePath.test(path) || isShopPagePath(path)
}

interface CachedPageDependencies {
  config: Config
  cache: PageCache
  renderPage: RenderPage
  createContext(request: Request): Promise<RequestContext>
}

/** Serves cached pages and the data that open pages load again; all other requests go on to the renderer. */
export function serveCachedPages(dependencies: CachedPageDependencies): MiddlewareHandler {
  const { config, createContext } = dependencies
  return async (c, next) => {
    const request = c.req.raw
    const { pathname, search, searchParams } = urlOf(request)
    const kind = cachedPages.find(one => one.matches(pathname))
    if (!kind || !isShareable(request, config)) return next()
    if (search && (!kind.isPlain(searchParams) || asksForPart(searchParams))) return next()
    const ctx = await createContext(request)
    // Before the cache is asked: a cached page would tell that the registry exists.
    refuseGuessing(ctx, registryAddress(pathname))
    if (!isNameKnown(request, ctx) || (await kind.seesOwn(pathname, ctx)))
      return renderForOne(dependencies, request, ctx)
    const answer = await serveShared(dependencies, request, ctx, kind)
    if ([200, 304].includes(answer.status) && isOpening(request)) countView(ctx.now)
    return answer
  }
}

/** Programs that look at a link for somebody: search engines, and messengers that draw a preview. */
const robots = /bot|crawl|spider|preview|facebookexternalhit|whatsapp|curl|wget/i

/** Whether a person opens a registry: not its data, which an open page loads again, and nothing loaded ahead. */
function isOpening(request: Request): boolean {
  const { headers } = request
  const { pathname } = urlOf(request)
  if (registryAddress(pathname) === '' || pathname.endsWith('.data')) return false
  return !headers.has('sec-purpose') && !robots.test(headers.get('user-agent') ?? '')
}

/**
 * Renders the page for this visitor alone. Cookies of a sign-in that has ended are deleted, so that the next page can be
 * shared again.
 */
async function renderForOne(
  { config, renderPage }: CachedPageDependencies,
  request: Request,
  ctx: RequestContext,
): Promise<Response> {
  const answer = await renderPage(request, { ctx })
  const isStale = ctx.customer === null && readCookie(request, 'customerName') !== undefined
  const cookies = isStale ? signOutCookies(config.SITE_URL.startsWith('https:')) : []
  for (const cookie of cookies) answer.headers.append('set-cookie', cookie)
  return answer
}

/** Answers with the cached page, or renders it once for everybody who asks meanwhile. */
async function serveShared(
  { cache, renderPage }: CachedPageDependencies,
  request: Request,
  ctx: RequestContext,
  kind: CachedPageKind,
): Promise<Response> {
  const { pathname } = urlOf(request)
  const key = `${pathname} ${sharedVersion(request, ctx)}`
  const cached = cache.find(key, request, ctx.now.getTime())
  const scope = currentScope()
  if (scope) scope.cache = cached ? 'hit' : 'miss'
  if (cached) return withOwnCookies(cached, request, ctx)
  const shared = toAnonymousContext(ctx)
  const render = async () => {
    const response = await renderPage(toPlainRequest(request, ctx), { shared: true, ctx: shared })
    const until = await kind.until(pathname, shared)
    return { response, until: Math.min(until, ctx.now.getTime() + cache.maxAge()) }
  }
  const group = () => kind.group(pathname, shared)
  const answer = await cache.renderAndCache({ key, group, language: ctx.language, render }, request)
  const isShared = answer?.status === 200 || answer?.status === 304
  return isShared ? withOwnCookies(answer, request, ctx) : renderPage(request, { ctx })
}

/** Adds the cookies of the language in the address and of a new browser, for this visitor alone. */
function withOwnCookies(answer: Response, request: Request, ctx: RequestContext): Response {
  for (const cookie of [languageCookieHeader(request, ctx.config), ctx.issueVisitorCookie()])
    if (cookie) answer.headers.append('set-cookie', cookie)
  return answer
}

/**
 * Cookies of ours that change a page before scripts run: the cart without JavaScript, a message for the next page, and
 * what was typed when a session ended. Cookies of anybody else, and of ours that change nothing, don't count (R813).
 */
export const pageChangingCookies = ['choices', 'giver_words', 'notice', 'typed']

/** Names by which other sites count where a visitor came from; no page of ours reads them. */
const trackingFields = /^(?:utm_\w+|\w{1,6}clid|mc_[ce]id|_ga|_gl)$/

/** The parameters by which the router asks for a part of the data. */
const routerFields = ['_routes', 'index']

const asksForPart = (searchParams: URLSearchParams) => routerFields.some(name => searchParams.has(name))

/** Whether the request may get the same bytes as everybody, as far as its headers tell; who signed in is asked next. */
function isShareable(request: Request, config: Config): boolean {
  if (request.method !== 'GET' || request.headers.has('authorization')) return false
  // The sessions are elsewhere: only the API there can tell whose this one is.
  if (config.REGISTRY_API_URL && readSessionToken(request, config)) return false
  const isHttps = config.SITE_URL.startsWith('https:')
  return pageChangingCookies.every(name => readCookie(request, hostCookieName(name, isHttps)) === undefined)
}

/**
 * Whether the browser can put the visitor's name on a shared page by itself: nobody is signed in, or the cookie with the
 * name (R109) says who. A session that has ended while its cookies go on is rendered, without the name.
 */
function isNameKnown(request: Request, { customer }: RequestContext): boolean {
  return (readCookie(request, 'customerName') || null) === (customer?.name ?? null)
}

/**
 * The request without what the page ignores, so that nothing of one visitor is on the page of all: neither the rest of
 * the address, nor who is signed in, nor what the browser says of itself, nor that this visitor may leave before the
 * page is whole.
 */
function toPlainRequest(request: Request, ctx: RequestContext): Request {
  const url = new URL(request.url)
  url.search = url.searchParams.has('lang') ? `?lang=${ctx.language}` : ''
  const dismissed = dismissedAnnouncement(request, ctx)
  const cookies = [
    `${languageKey}=${ctx.language}`,
    ...(dismissed ? [`${announcementCookie}=${dismissed}`] : []),
  ]
  return new Request(url, { headers: { cookie: cookies.join('; ') } })
}

/** The context of a visitor whom nobody knows, for a page of all. */
function toAnonymousContext(ctx: RequestContext): SharedContext {
  const changes: Date[] = []
  const changesAt = (at: Date) => void changes.push(at)
  return { ...ctx, customer: null, session: null, cache: new Map(), changes, changesAt }
}

/** What tells apart the shared versions of one page: the language, the announcement, and whether it was closed. */
function sharedVersion(request: Request, ctx: RequestContext): string {
  const announcement = findAnnouncement(ctx, ctx.language)
  const isShown = announcement !== null && dismissedAnnouncement(request, ctx) === null
  return `${ctx.language} ${isShown ? announcement.id : 'plain'}`
}

/** The announcement that this visitor has closed, if it is the present one. */
function dismissedAnnouncement(request: Request, ctx: RequestContext): string | null {
  const dismissed = readCookie(request, announcementCookie)
  return dismissed && dismissed === findAnnouncement(ctx, ctx.language)?.id ? dismissed : null
}
