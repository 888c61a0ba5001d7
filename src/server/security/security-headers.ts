import type { MiddlewareHandler } from 'hono'
import type { Config } from '../config.ts'

interface ContentSecurityOptions extends Reach {
  /** Scripts allowed by nonce, on pages rendered for one request … */
  nonce?: string
  /** … or by the hashes of their contents, on cached pages. */
  scriptHashes?: string[]
  /** Inline style sheets allowed by their hashes. */
  styleHashes?: string[]
}

/** Origins outside the site that a page may reach. */
export interface Reach {
  /** Origins that forms may lead to, for the hand-off to the shop. */
  formTargets: string[]
  /** Where pictures come from, beside this site. */
  pictureOrigins?: string[]
  /** Whether the deployment has an analytics tag, which visitors may allow. */
  hasTag?: boolean
  /** Whether the site is on https; then everything that its pages load is. */
  isHttps?: boolean
}

/** Where the analytics tag comes from and where it sends to. */
const tagOrigins = {
  scripts: ['https://www.googletagmanager.com'],
  connections: [
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
    'https://*.googletagmanager.com',
  ],
}

/** The content security policy: inline only what has the nonce or hash, and scripts and styles from this site alone. */
export function contentSecurityPolicy(policy: ContentSecurityOptions): string {
  const scripts = policy.nonce ? [`'nonce-${policy.nonce}'`] : hashSources(policy.scriptHashes)
  const styles = policy.nonce ? [`'nonce-${policy.nonce}'`] : hashSources(policy.styleHashes)
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts, ...(policy.hasTag ? tagOrigins.scripts : [])].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    [
      "img-src 'self' data: blob:",
      ...(policy.pictureOrigins ?? []),
      ...(policy.hasTag ? tagOrigins.connections : []),
    ].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...(policy.hasTag ? tagOrigins.connections : [])].join(' '),
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ['form-action', "'self'", ...policy.formTargets].join(' '),
    ...(policy.isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/** The policy of a page that staff look at as somebody else: it runs nothing and sends nothing (R985). */
export function readOnlyPolicy({ nonce, pictureOrigins = [], isHttps }: ContentSecurityOptions): string {
  return [
    "default-src 'none'",
    `style-src 'self' 'nonce-${nonce}'`,
    ["img-src 'self' data:", ...pictureOrigins].join(' '),
    "font-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    'sandbox allow-same-origin',
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

function hashSources(hashes: string[] = []): string[] {
  return hashes.map(hash => `'sha256-${hash}'`)
}

/** Pictures that e-mails, share previews and other sites show; none depends on who asks. */
const publicPictures =
  /^\/(?:(?:share|images|invitation-picture|pictures|assets)\/[^?]*\.(?:jpg|png|svg|webp|avif)|pictures\/[^/]+|[\w-]+\.(?:svg|png|webp|ico))$/

/** The shop's order pages load it (public/after-paying.js, R427). */
const scriptOfOrderPages = '/after-paying.js'

/**
 * The policy of what is no page: it loads nothing, in case a browser shows it as one. A script may be a worker, which
 * asks this site; a picture and a PDF may bring their own style.
 */
function filePolicy(type: string): string {
  const framing = "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
  if (/javascript/.test(type)) return `default-src 'self'; ${framing}`
  if (/^(image|application\/pdf)/.test(type))
    return `default-src 'none'; style-src 'unsafe-inline'; img-src data:; ${framing}`
  if (/^text\/html/.test(type))
    return `default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; ${framing}`
  return `default-src 'none'; ${framing}`
}

/** The headers that every response has beside its policy, by whether the site is on https. */
function headersOfAll(isHttps: boolean): Record<string, string> {
  return {
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}

/** Cached answers, which have all of these headers already. */
const secured = new WeakSet<Response>()

/** The headers of a cached answer that is no picture, with those of every response. */
export function withSecurityHeaders(
  headers: Record<string, string>,
  isHttps: boolean,
): Record<string, string> {
  const policy = filePolicy(headers['content-type'] ?? '')
  return { 'content-security-policy': policy, ...headers, ...headersOfAll(isHttps) }
}

/**
 * Notes that an answer has the headers of `withSecurityHeaders`: setting each again takes longer than sending a cached
 * page.
 */
export function markSecured(answer: Response): Response {
  secured.add(answer)
  return answer
}

export const isSecured = (answer: Response): boolean => secured.has(answer)

export function securityHeaders(config: Config): MiddlewareHandler {
  const ofAll = Object.entries(headersOfAll(config.SITE_URL.startsWith('https:')))
  return async (c, next) => {
    await next()
    if (isSecured(c.res)) return
    const { headers } = c.res
    if (!headers.has('content-security-policy'))
      headers.set('content-security-policy', filePolicy(headers.get('content-type') ?? ''))
    for (const [name, value] of ofAll) headers.set(name, value)
    const { path } = c.req
    if (publicPictures.test(path) || path === scriptOfOrderPages)
      headers.set('cross-origin-resource-policy', 'cross-origin')
  }
}

/** Whether a path can be decoded and has no control characters (R929). */
export function isReadablePath(pathname: string): boolean {
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(pathname))
  } catch {
    return false
  }
}

/**
 * Whether a changing request comes from our own pages: by Sec-Fetch-Site, else by Origin. A request with
 * neither (an old browser, a program) passes only when it brings no session cookie (R111).
 */
export function isSameOriginRequest(
  request: Request,
  siteOrigin: string,
  hasSessionCookie: boolean,
): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none'
  const origin = request.headers.get('origin')
  if (origin !== null) return origin === siteOrigin || origin === new URL(request.url).origin
  return !hasSessionCookie
}
