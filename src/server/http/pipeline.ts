import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { AppError } from '../../base/app-error.ts'
import { discoveryPath, maxDiscoveredPaths } from '../../base/paths.ts'
import { staffCookieName } from '../../base/staff-roles.ts'
import type { Config } from '../config.ts'
import { readCookie, readSessionToken, tokenCookie } from '../context/session.ts'
import type { ErrorResponses } from '../errors/error-responses.ts'
import { isDemonstration, isLoopbackName } from '../loopback.ts'
import { logRequests } from '../observability/access-log.ts'
import { isKnownVisitor } from '../security/known-visitors.ts'
import type { SpendPoints } from '../security/request-points.ts'
import { isReadablePath, isSameOriginRequest, securityHeaders } from '../security/security-headers.ts'
import { clientAddress, rememberClientAddress, urlOf } from './address.ts'
import { answerHeadAsGet, compression } from './body.ts'

interface PipelineDependencies {
  config: Config
  errors: ErrorResponses
  logging: Parameters<typeof logRequests>[0]
  now(): Date
  spendPoints: SpendPoints
  /** The one address that other sites may post to. */
  webhookPath: string
}

/**
 * Looks at a request before anything is done for it: answers or throws a refusal, or answers where it leads; undefined
 * lets it pass.
 */
type Check = (c: Context) => Response | undefined

/** What every request passes before a call, a file or a page answers it, from the outside in. */
export function pipeline(dependencies: PipelineDependencies): MiddlewareHandler[] {
  const { config, errors, logging, now, spendPoints, webhookPath } = dependencies
  return [
    logRequests(logging),
    answerHeadAsGet(),
    securityHeaders(config),
    compression(),
    clearSiteAtSignOut(),
    // Before the checks, because it makes another request of one whose body it counts.
    countBody(errors),
    passing([
      refuseUnknownHosts(config, errors),
      redirectToCanonicalHost(config),
      refuseUnreadablePaths(errors),
      refuseDeclaredSize(errors),
      limitRequestCosts(config, now, spendPoints),
      refuseForeignOrigins(config, webhookPath, errors),
    ]),
  ]
}

/** One step for all checks, because each step of its own waits for those after it. */
function passing(checks: Check[]): MiddlewareHandler {
  return async (c, next) => {
    for (const check of checks) {
      const answer = check(c)
      if (answer) return answer
    }
    return next()
  }
}

type HostSettings = Pick<Config, 'SITE_URL' | 'ALLOWED_HOSTS' | 'SHOP_STORE_HASH' | 'HOST' | 'TRUST_PROXY'>

/** Health probes use the address of the machine instead of a host name. */
const healthPaths = ['/healthz', '/readyz']

/**
 * Whether a request was sent to this site: by the host of SITE_URL, one of ALLOWED_HOSTS, or, in a demonstration, any
 * name of this machine. A page of somebody else's that gives its own name our address is refused by this. The port is
 * free, because a proxy or a forwarded port may have another.
 */
export function isKnownHost(config: HostSettings): (request: Request) => boolean {
  const { host: siteHost, hostname: site } = new URL(config.SITE_URL)
  const names = new Set([site, ...config.ALLOWED_HOSTS])
  const isLocal = isDemonstration(config)
  return request => {
    const host = request.headers.get('host')
    // Only requests that never were on a network have no host.
    if (host === null || host === siteHost) return true
    const name = /[/?#@\\]/.test(host) ? undefined : URL.parse(`http://${host}`)?.hostname
    if (name !== undefined && (names.has(name) || (isLocal && isLoopbackName(name)))) return true
    return healthPaths.includes(urlOf(request).pathname)
  }
}

/** Refuses with 421 what was sent to another host. */
function refuseUnknownHosts(config: HostSettings, errors: ErrorResponses): Check {
  const isKnown = isKnownHost(config)
  return c => (isKnown(c.req.raw) ? undefined : errors.refuse(c, new AppError('refused_host', 421)))
}

/**
 * Redirects a page that was requested by another name of this machine (localhost, 127.0.0.1) to the host of SITE_URL,
 * because pictures, forms and cookies use that one.
 */
function redirectToCanonicalHost({ SITE_URL }: Pick<Config, 'SITE_URL'>): Check {
  const site = new URL(SITE_URL)
  return c => {
    const { method } = c.req
    const isPage = method === 'GET' && c.req.header('accept')?.includes('text/html')
    if (!isPage || !isOtherLocalName(c.req.header('host'), site)) return undefined
    const { pathname, search } = urlOf(c.req.raw)
    return c.redirect(site.origin + pathname + search, 302)
  }
}

function isOtherLocalName(host: string | undefined, site: URL): boolean {
  if (host === undefined || host === site.host) return false
  const requested = URL.parse(`http://${host}`)
  if (!requested || requested.hostname === site.hostname || requested.port !== site.port) return false
  return isThisMachine(requested.hostname) && isThisMachine(site.hostname)
}

const isThisMachine = (name: string) => ['127.0.0.1', '[::1]', 'localhost'].includes(name)

/** The router of the pages looks for each beginning of a path, so that long ones would cost the square of their length. */
const maxSegments = 16
const hasManySegments = (path: string) => path.split('/', maxSegments + 2).length > maxSegments + 1

/**
 * Refuses a path with broken UTF-8 or control characters (400, R929), one of more than 16 segments (404, below /api 400),
 * and a browser that asks about more than 20 paths at once, or about such long ones (400, R1200).
 */
function refuseUnreadablePaths(errors: ErrorResponses): Check {
  return c => {
    const url = urlOf(c.req.raw)
    const { pathname } = url
    if (!isReadablePath(pathname) || (pathname === discoveryPath && !mayDiscover(url.searchParams)))
      return errors.refuse(c, new AppError('refused_unreadable', 400))
    if (!hasManySegments(pathname)) return undefined
    const isApi = pathname.startsWith('/api/')
    return errors.refuse(
      c,
      isApi ? new AppError('refused_unreadable', 400) : new AppError('refused_missing', 404),
    )
  }
}

function mayDiscover(searchParams: URLSearchParams): boolean {
  const asked = searchParams.get('paths')?.split(',', maxDiscoveredPaths + 1) ?? []
  return asked.length <= maxDiscoveredPaths && !asked.some(hasManySegments)
}

/** The largest body in bytes; one without a length is counted while it is read. */
const maxBodyBytes = 1_000_000
/** The largest body with a file of a host, a picture or a list: 3 MB, and the rest of the form. */
const maxFileBodyBytes = 3_500_000
const fileCalls = [
  '/api/registry/update',
  '/api/registry/photo/add',
  '/api/v2/invitation-content/save',
  '/api/me/registry/guest/import/preview',
]
const filePages = /^\/registry\/[^/]+\/edit(\/(invitation-settings|guests|photos))?$/
const takesFile = (path: string) =>
  fileCalls.includes(path) || filePages.test(path.replace(/\/?(\.data)?$/, ''))

/**
 * Refuses with 413 a body whose declared length is too large (R927). The length is trusted, and the body left unopened:
 * Node receives no more of it than that, and reading it as a stream takes longer than most calls.
 */
function refuseDeclaredSize(errors: ErrorResponses): Check {
  return c => {
    const most = takesFile(c.req.path) ? maxFileBodyBytes : maxBodyBytes
    const isLarge = !isSafeMethod(c.req.method) && (declaredLength(c) ?? 0) > most
    return isLarge ? refuseLargeBody(c, errors) : undefined
  }
}

/** Counts a body without a declared length while it is read, and refuses with 413 one that is too large (R927). */
function countBody(errors: ErrorResponses): MiddlewareHandler {
  const onError = (c: Context) => refuseLargeBody(c, errors)
  const count = bodyLimit({ maxSize: maxBodyBytes, onError })
  const countFile = bodyLimit({ maxSize: maxFileBodyBytes, onError })
  return async (c, next) => {
    if (isSafeMethod(c.req.method) || declaredLength(c) !== null) return next()
    return (takesFile(c.req.path) ? countFile : count)(c, next)
  }
}

/** The declared length of the body; null where it has to be counted. */
function declaredLength(c: Context): number | null {
  const length = Number(c.req.header('content-length') ?? Number.NaN)
  return Number.isSafeInteger(length) && c.req.header('transfer-encoding') === undefined ? length : null
}

/** Closes the connection, so that the rest of the body is not received. */
function refuseLargeBody(c: Context, errors: ErrorResponses): Response {
  const response = errors.refuse(c, new AppError('refused_large', 413))
  response.headers.set('connection', 'close')
  return response
}

/** Refuses with 403 a changing request that comes from another site; a token in the header is sufficient proof. */
function refuseForeignOrigins(config: Config, exemptPath: string, errors: ErrorResponses): Check {
  const { origin } = new URL(config.SITE_URL)
  const cookies = [tokenCookie(config), staffCookieName(config.SITE_URL.startsWith('https:'))]
  return c => {
    const { raw: request, method, path } = c.req
    if (isSafeMethod(method) || path === exemptPath) return undefined
    if (readSessionToken(request, config)?.by === 'header') return undefined
    const hasCookie = cookies.some(name => readCookie(request, name) !== undefined)
    const isAllowed = isSameOriginRequest(request, origin, hasCookie)
    return isAllowed ? undefined : errors.refuse(c, new AppError('refused_origin', 403))
  }
}

/** Whether the method changes nothing; such a request has no body. */
const isSafeMethod = (method: string) => ['GET', 'HEAD', 'OPTIONS'].includes(method)

/**
 * What an expensive request costs, in points: by the first pattern that fits its path, page or call of the API. A point
 * is about what a cheap page costs; whatever is missing here is cheap, cached, or has a limit of its own.
 */
export const requestCosts: [path: RegExp, points: number][] = [
  // Files of everything that there is about a person or a registry.
  [/^\/(api\/me\/data|settings\/download)\b/, 100],
  [/^\/registry\/[^/]+\/(gifts-received\/table|guest-list)\b/, 50],
  [/^\/registry\/[^/]+\/edit\/collected-gift-cards\/statement\/csv\b/, 50],
  [/^\/api\/me\/registry\/guest\/import\b/, 50],
  // Drawn pictures and files.
  [/^\/registry\/[^/]+\/(qr|cards|gift-card)\b/, 10],
  [/^\/share\//, 10],
  [/^\/(sitemap\.xml|api\/openapi\.json|menus\/)/, 20],
  [/^\/(images|invitation-picture)\//, 2],
  // Searches of the catalogue, and what may ask the shop.
  [/^\/(api\/bigcommerce\/products|registry\/[^/]+\/add)\b/, 4],
  [/^\/(api\/bigcommerce\/product|registry\/[^/]+\/\d+)\b/, 2],
  [/^\/(api\/shop\/(page|navigation)|blog|events|inspiration)\b/, 2],
]

/** Remembers whose request it is, and refuses addresses that ask for more than the points that they have in a minute. */
function limitRequestCosts(config: Config, now: () => Date, spendPoints: SpendPoints): Check {
  return c => {
    rememberClientAddress(c, config.TRUST_PROXY)
    const { path, raw: request } = c.req
    const points = requestCosts.find(([pattern]) => pattern.test(path))?.[1] ?? 0
    if (points === 0) return undefined
    const at = now()
    const isKnown = isKnownVisitor(request, config, at)
    spendPoints({ address: clientAddress(request), isKnown }, points, at)
    return undefined
  }
}

/** The sign-out of the page, as a form and as the router sends it, and that of the API. */
const signOutPaths = ['/logout', '/logout.data', '/api/logout']

/** After signing out, browsers drop what they keep of the pages: cached bytes, the cart, drafts (R110). */
function clearSiteAtSignOut(): MiddlewareHandler {
  return async (c, next) => {
    await next()
    if (c.req.method === 'POST' && signOutPaths.includes(c.req.path) && c.res.status < 400)
      c.res.headers.set('clear-site-data', '"cache", "storage"')
  }
}
