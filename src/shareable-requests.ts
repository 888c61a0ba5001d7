import { hostCookieName } from './base/cookie-names.ts'
import type { Config } from './server/config.ts'
import type { RequestContext } from './server/context/request-context.ts'
import { languageCookie } from './server/context/request-language.ts'
import { readCookie, readSessionToken } from './server/context/session.ts'
import { announcementCookie } from './site/announcement/rules.ts'
import { findAnnouncement } from './site/announcement/service.ts'

/**
 * Cookies of ours that change a page before scripts run: the cart without JavaScript, a message for the next page, and
 * what was typed when a session ended. Cookies of anybody else, and of ours that change nothing, don't count (R813).
 */
export const pageChangingCookies = ['choices', 'notice', 'typed']

/** Names by which other sites count where a visitor came from; no page of ours reads them. */
const trackingFields = /^(?:utm_\w+|\w{1,6}clid|mc_[ce]id|_ga|_gl)$/

/** By these the router asks for a part of the data. */
const routerFields = ['_routes', 'index']

/** Whether the request may get the same bytes as everybody, as far as its headers tell; who signed in is asked next. */
export function isShareable(request: Request, config: Config): boolean {
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
export function isNameKnown(request: Request, { customer }: RequestContext): boolean {
  return (readCookie(request, 'customerName') || null) === (customer?.name ?? null)
}

/** Whether the query has nothing that a page reads, other than the language. */
export function isPlainQuery(searchParams: URLSearchParams): boolean {
  return [...searchParams.keys()].every(name => name === 'lang' || trackingFields.test(name))
}

/** Whether the router asks for a part of the data only. */
export function asksForPart(searchParams: URLSearchParams): boolean {
  return routerFields.some(name => searchParams.has(name))
}

/**
 * The request without what the page ignores, so that nothing of one visitor is on the page of all: neither the rest of
 * the address, nor who is signed in, nor what the browser says of itself, nor that this visitor may leave before the
 * page is whole.
 */
export function toPlainRequest(request: Request, ctx: RequestContext): Request {
  const url = new URL(request.url)
  url.search = url.searchParams.has('lang') ? `?lang=${ctx.language}` : ''
  const dismissed = dismissedAnnouncement(request, ctx)
  const cookies = [
    `${languageCookie}=${ctx.language}`,
    ...(dismissed ? [`${announcementCookie}=${dismissed}`] : []),
  ]
  return new Request(url, { headers: { cookie: cookies.join('; ') } })
}

/** The context of an answer for all, with the times at which it changes though nothing happens. */
export type SharedContext = RequestContext & { changes: Date[] }

/** The context of a visitor whom nobody knows, for a page of all. */
export function toAnonymousContext(ctx: RequestContext): SharedContext {
  const changes: Date[] = []
  const changesAt = (at: Date) => void changes.push(at)
  return { ...ctx, customer: null, session: null, cache: new Map(), changes, changesAt }
}

/** What tells apart the shared versions of one page: the language, the announcement, and whether it was closed. */
export function sharedVersion(request: Request, ctx: RequestContext): string {
  const announcement = findAnnouncement(ctx, ctx.language)
  const isShown = announcement !== null && dismissedAnnouncement(request, ctx) === null
  return `${ctx.language} ${isShown ? announcement.id : 'plain'}`
}

/** The announcement that this visitor has closed, if it is the present one. */
function dismissedAnnouncement(request: Request, ctx: RequestContext): string | null {
  const dismissed = readCookie(request, announcementCookie)
  return dismissed && dismissed === findAnnouncement(ctx, ctx.language)?.id ? dismissed : null
}
