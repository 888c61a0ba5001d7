import { randomBytes } from 'node:crypto'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { AppError } from '../../base/app-error.ts'
import type { Call } from '../../base/endpoint.ts'
import { type Language, parseLanguage } from '../../base/language.ts'
import { requestPagePath, saveFormDraft } from '../../ui/form/form-draft.ts'
import { type PageContext, type PageCustomer, pageContext, type Site } from '../../ui/page/page-context.ts'
import type { Config } from '../config.ts'
import type { Handler } from '../context/handler.ts'
import type { RequestContext } from '../context/request-context.ts'
import { languageCookie, withMessageLanguage } from '../context/request-language.ts'
import { readCookie } from '../context/session.ts'
import { retryAfterHeader } from '../errors/app-errors.ts'
import { newErrorReference, type ReportError } from '../errors/error-responses.ts'
import { contentSecurityPolicy, type Reach } from '../security/security-headers.ts'
import { readSignedText, signText } from '../security/signed-text.ts'
import { createPageCall, type PageOutcome, toReportedError } from './page-calls.ts'
import { withRouteErrors } from './route-errors.ts'

export interface PageRendererDependencies {
  build: ServerBuild
  handlers: Handler[]
  createContext(request: Request): Promise<RequestContext>
  findPageCustomer(ctx: RequestContext, call: Call, request: Request): Promise<PageCustomer | null>
  siteDataFrom(ctx: RequestContext): Site
  /** What of the world outside the pages may reach. */
  reach: Reach
  /** Signs small cookies. */
  secret: string
  reportError: ReportError
}

/** Renders the page of a request. `shared`: many visitors will get these bytes, so they carry nothing of this one. */
export type RenderPage = (
  request: Request,
  options?: { shared?: boolean; ctx?: RequestContext },
) => Promise<Response>

/** One request on its way through the pages. */
interface PageRequest {
  request: Request
  ctx: RequestContext
  nonce: string
  /** Set-Cookie headers that loaders and actions asked for. */
  cookies: string[]
  outcome: PageOutcome
}

/**
 * The pages: React Router inside, language, nonce, cookies and headers around it. A page that many visitors will
 * share carries no nonce and sets no cookie; the page cache names its scripts by their hashes.
 */
export function createPageRenderer(parts: PageRendererDependencies): RenderPage {
  const pages = new WeakMap<object, (error: unknown) => AppError>()
  const build = withRouteErrors(parts.build, (error, { context }: { context: object }) => {
    const toReported = pages.get(context)
    if (!toReported) throw error
    return toReported(error)
  })
  const handler = createRequestHandler(build, 'production')
  return async (request, { shared = false, ctx: given } = {}) => {
    if (!(await hasReadableForm(request))) throw new AppError('refused_unreadable', 400)
    const ctx = given ?? (await parts.createContext(request))
    const nonce = shared ? '' : randomBytes(16).toString('base64')
    const outcome: PageOutcome = { savesFormDraft: false, tooManyRequests: null }
    const page: PageRequest = { request, ctx, nonce, cookies: [], outcome }
    const { context, toReported } = await createPageContext(parts, page)
    const router = new RouterContextProvider()
    router.set(pageContext, context)
    pages.set(router, toReported)
    const form = request.method === 'POST' && !context.customer ? request.clone() : null
    const response = await withMessageLanguage(ctx.language, () => handler(withoutOrigin(request), router))
    await addCookies(page, context, form, shared)
    return withPageHeaders(response, page, contentSecurityPolicy({ nonce, ...parts.reach }))
  }
}

/** Actions read forms: anything else that is posted, and a form that is broken, is refused before any of them. */
async function hasReadableForm(request: Request): Promise<boolean> {
  if (request.method !== 'POST') return true
  const type = request.headers.get('content-type') ?? ''
  if (!type.startsWith('multipart/form-data')) return type.startsWith('application/x-www-form-urlencoded')
  const form = request.clone().formData()
  return form.then(
    () => true,
    () => false,
  )
}

/**
 * Origin has been compared with the site's address already; the router would compare it with the address that the
 * request was made to, which is another one behind a proxy that ends TLS, and refuse every form.
 */
function withoutOrigin(request: Request): Request {
  if (!request.headers.has('origin')) return request
  const headers = new Headers(request.headers)
  headers.delete('origin')
  return new Request(request, { headers })
}

async function createPageContext(parts: PageRendererDependencies, page: PageRequest) {
  const { ctx, request, outcome } = page
  const reference = newErrorReference()
  const reportError = (error: unknown) => void parts.reportError(error, request, reference)
  const reporting = { outcome, reference, reportError }
  const call = createPageCall(ctx, request, { handlers: parts.handlers, ...reporting })
  const customer = await parts.findPageCustomer(ctx, call, request)
  const context: PageContext = {
    call,
    language: ctx.language,
    customer: customer && { id: customer.id, email: customer.email, name: customer.name },
    site: parts.siteDataFrom(ctx),
    setCookie: header => page.cookies.push(header),
    errorReference: reference,
    reportError,
    nonce: page.nonce,
    saveFormDraft: () => {
      outcome.savesFormDraft = true
    },
    readCookie: name => readCookie(request, name),
    sign: text => signText(text, parts.secret),
    unsign: signed => readSignedText(signed, parts.secret),
  }
  return { context, toReported: (error: unknown) => toReportedError(error, reporting) }
}

async function addCookies(
  { request, ctx, cookies, outcome }: PageRequest,
  context: PageContext,
  form: Request | null,
  shared: boolean,
): Promise<void> {
  if (form && outcome.savesFormDraft) saveFormDraft(context, requestPagePath(form), await form.formData())
  const language = languageCookieHeader(request, ctx.config)
  if (language && !shared) cookies.push(language)
}

/** The cookie that remembers the language asked for by the address; null when there is nothing new to remember. */
export function languageCookieHeader(request: Request, config: Config): string | null {
  const asked = parseLanguage(new URL(request.url).searchParams.get('lang'))
  if (asked === null || readCookie(request, languageCookie) === asked) return null
  const secure = config.SITE_URL.startsWith('https:') ? '; Secure' : ''
  return `${languageCookie}=${asked}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`
}

function withPageHeaders(response: Response, page: PageRequest, policy: string): Response {
  const headers = new Headers(response.headers)
  const language: Language = page.ctx.language
  for (const cookie of page.cookies) headers.append('set-cookie', cookie)
  if (headers.get('content-type')?.startsWith('text/html')) {
    headers.set('content-security-policy', policy)
    headers.set('content-language', language)
    headers.append('vary', 'cookie')
  }
  const { tooManyRequests } = page.outcome
  const waits = retryAfterHeader({ status: response.status, detail: tooManyRequests?.detail })
  for (const [name, value] of Object.entries(waits)) headers.set(name, value)
  if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-cache')
  return new Response(response.body, { status: response.status, headers })
}
