import { randomBytes } from 'node:crypto'
import {
  createRequestHandler,
  data,
  isRouteErrorResponse,
  type RequestHandler,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import { AppError } from '../../base/app-error.ts'
import type { Call } from '../../base/endpoint.ts'
import { type Language, languageKey, parseLanguage } from '../../base/language.ts'
import { requestPagePath, saveFormDraft } from '../../ui/form/form-draft.ts'
import {
  type PageContext,
  type PageCustomer,
  pageContext,
  type SeenCustomer,
  type Site,
} from '../../ui/page/page-context.ts'
import type { Config } from '../config.ts'
import type { Handler } from '../context/handler.ts'
import type { RequestContext } from '../context/request-context.ts'
import { readCookie } from '../context/session.ts'
import { type SigningSecrets, signText, verifySignedText } from '../context/signing.ts'
import type { AnyStaffCall } from '../context/staff-call.ts'
import { withMessageLanguage } from '../context/storefront-moves.ts'
import { retryAfterHeader } from '../errors/app-errors.ts'
import { newErrorReference, type ReportError } from '../errors/error-responses.ts'
import { urlOf } from '../http/address.ts'
import { contentSecurityPolicy, type Reach, readOnlyPolicy } from '../security/security-headers.ts'
import { createPageCall, createStaffPageCall, type PageOutcome, toReportedError } from './page-calls.ts'

interface PageRendererDependencies {
  build: ServerBuild
  handlers: Handler[]
  /** What pages of the console may call, by name. */
  staffCalls: Readonly<Record<string, AnyStaffCall>>
  createContext(request: Request): Promise<RequestContext>
  findPageCustomer(ctx: RequestContext, call: Call, request: Request): Promise<PageCustomer | null>
  siteDataFrom(ctx: RequestContext): Site
  /** Origins outside the site that pages may reach. */
  reach: Reach
  /** The secrets that sign cookies. */
  secrets: SigningSecrets
  reportError: ReportError
  translate(key: string, language: Language): string
}

/** Renders the page of a request. `shared`: many visitors will get the same bytes, so they contain nothing personal. */
export type RenderPage = (
  request: Request,
  options?: { shared?: boolean; ctx?: RequestContext },
) => Promise<Response>

/** A request for a page, with what is collected while it is rendered. */
interface PageRequest {
  request: Request
  ctx: RequestContext
  nonce: string
  shared: boolean
  /** Set-Cookie headers that loaders and actions asked for. */
  cookies: string[]
  outcome: PageOutcome
}

/**
 * Creates the renderer of pages: React Router, with language, nonce, cookies and headers. A page that many visitors will
 * share has no nonce and sets no cookie; the page cache allows its scripts by their hashes.
 */
export function createPageRenderer(dependencies: PageRendererDependencies): RenderPage {
  const toReportedByContext = new WeakMap<object, (error: unknown) => AppError>()
  const build = withRouteErrors(dependencies.build, (error, { context }: { context: object }) => {
    const toReported = toReportedByContext.get(context)
    if (!toReported) throw error
    return toReported(error)
  })
  const handlerFor = createRequestHandlers(build)
  const renderPage: RenderPage = async (request, { shared = false, ctx: existing } = {}) => {
    if (!(await hasReadableForm(request))) throw new AppError('refused_unreadable', 400)
    const ctx = existing ?? (await dependencies.createContext(request))
    const nonce = shared ? '' : randomBytes(16).toString('base64')
    const outcome = newOutcome()
    const page: PageRequest = { request, ctx, nonce, shared, cookies: [], outcome }
    const { context, toReported } = await createPageContext(dependencies, page, renderPage)
    const router = new RouterContextProvider()
    router.set(pageContext, context)
    toReportedByContext.set(router, toReported)
    const form = request.method === 'POST' && !context.customer ? request.clone() : null
    const handler = handlerFor(request)
    const response = await withMessageLanguage(ctx.language, () => handler(removeOrigin(request), router))
    await addCookies(page, context, form, shared)
    const isPersonal =
      ctx.isReadOnly || context.customer !== null || page.cookies.some(isOfVisitor) || isPersonalPage(request)
    return withPageHeaders(response, page, {
      policy: (ctx.isReadOnly ? readOnlyPolicy : contentSecurityPolicy)({ nonce, ...dependencies.reach }),
      caching: isPersonal && !shared ? 'private, no-store' : 'private, no-cache',
    })
  }
  return renderPage
}

/**
 * Handlers of the pages by the first word of a path, each with the routes that may fit it: for each request the router
 * compares the path with one route after another, four times, and describes all of them anew.
 */
function createRequestHandlers(build: ServerBuild): (request: Request) => RequestHandler {
  const byWord = new Map<string | null, RequestHandler>()
  for (const word of new Set(Object.keys(build.routes).map(id => firstWordOf(pathOf(id, build)))))
    byWord.set(word, createRequestHandler(withRoutesFor(word, build), 'production'))
  const ofAnyWord = byWord.get(null)
  const all = createRequestHandler(build, 'production')
  return request => {
    const word = firstWordOf(urlOf(request).pathname)
    // In capitals, encoded, or for the list of routes that the browser asks for.
    if (word === null || ofAnyWord === undefined) return all
    return byWord.get(word) ?? ofAnyWord
  }
}

/** The first word of a path that is written as our routes write it; else, and for a parameter, null. */
const firstWordOf = (path: string): string | null =>
  /^\/([a-z0-9][a-z0-9-]*)(?:[/.]|$)/.exec(path)?.[1] ?? null

function pathOf(id: string, { routes }: Pick<ServerBuild, 'routes'>): string {
  const route = routes[id]
  if (!route) return ''
  const above = route.parentId === undefined ? '' : pathOf(route.parentId, { routes })
  return route.path ? `${above}/${route.path}` : above
}

/** The build with those of its routes alone that begin with the word or with none, and what they lie in. */
function withRoutesFor(word: string | null, build: ServerBuild): ServerBuild {
  const ids = new Set<string>()
  for (const route of Object.values(build.routes)) {
    if (!route || (route.path === undefined && !route.index)) continue
    if (![word, null].includes(firstWordOf(pathOf(route.id, build)))) continue
    for (let one: typeof route | undefined = route; one; one = build.routes[one.parentId ?? ''])
      ids.add(one.id)
  }
  const only = <T>(all: Record<string, T>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)))
  return {
    ...build,
    routes: only(build.routes),
    assets: { ...build.assets, routes: only(build.assets.routes) },
  }
}

/** The page at a path for somebody else; nothing of the visitor's own request comes with it (R985). */
function renderAs(
  { ctx, request }: PageRequest,
  renderPage: RenderPage,
  customer: SeenCustomer | null,
  path: string,
): Promise<Response> {
  const nobody = { customer, session: null, staff: null, staffSession: null, isStaffConsole: false } as const
  const seen: RequestContext = { ...ctx, ...nobody, cache: new Map(), isReadOnly: true }
  return renderPage(new Request(new URL(path, request.url)), { ctx: seen })
}

const newOutcome = (): PageOutcome => ({
  savesFormDraft: false,
  document: null,
  isHiddenFromSearch: false,
  tooManyRequests: null,
})

/** Whether a POST has a form that actions can read; anything else is refused before any action runs. */
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
 * Origin has been checked already (http/pipeline.ts). The router would compare it with the address of the request,
 * which differs behind a proxy that ends TLS, and refuse every form.
 */
function removeOrigin(request: Request): Request {
  if (!request.headers.has('origin')) return request
  const headers = new Headers(request.headers)
  headers.delete('origin')
  return new Request(request, { headers })
}

async function createPageContext(
  dependencies: PageRendererDependencies,
  page: PageRequest,
  renderPage: RenderPage,
) {
  const { ctx, request, outcome } = page
  const { secrets } = dependencies
  const reference = newErrorReference()
  const reportError = (error: unknown, knownReference = reference) =>
    void dependencies.reportError(error, request, knownReference)
  const translate = (key: string) => dependencies.translate(key, ctx.language)
  const reporting = { outcome, reference, reportError, translate, handlers: dependencies.handlers }
  const call = createPageCall(ctx, request, reporting)
  const customer = ctx.isReadOnly ? ctx.customer : await dependencies.findPageCustomer(ctx, call, request)
  const context: PageContext = {
    call,
    callStaff: createStaffPageCall(ctx, dependencies.staffCalls, reporting),
    text: translate,
    language: ctx.language,
    customer: customer && { id: customer.id, email: customer.email, name: customer.name },
    site: dependencies.siteDataFrom(ctx),
    channel: ctx.config.SHOP_CHANNELS[ctx.language].id,
    setCookie: header => page.cookies.push(header),
    errorReference: reference,
    reportError,
    hideFromSearchEngines: () => {
      outcome.isHiddenFromSearch = true
    },
    setDocument: html => {
      outcome.document = html
    },
    nonce: page.nonce,
    isShared: page.shared,
    saveFormDraft: () => {
      outcome.savesFormDraft = true
    },
    readCookie: name => readCookie(request, name),
    sign: (cookie, text, maxAge) =>
      signText(`cookie ${cookie}`, text, secrets, new Date(ctx.now.getTime() + maxAge * 1000)),
    unsign: (cookie, signed) => verifySignedText(`cookie ${cookie}`, signed, secrets, ctx.now),
    renderAs: (seen, path) => renderAs(page, renderPage, seen, path),
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
  const visitor = shared || ctx.isReadOnly ? null : ctx.issueVisitorCookie()
  if (visitor) cookies.push(visitor)
}

/** The cookie that remembers the language of a document's address; null when it is remembered already. */
export function languageCookieHeader(request: Request, config: Config): string | null {
  const { pathname, searchParams } = urlOf(request)
  const language = parseLanguage(searchParams.get('lang'))
  // Data that an open page loads set no language: another tab may have chosen one since.
  if (language === null || pathname.endsWith('.data') || readCookie(request, languageKey) === language)
    return null
  const secure = config.SITE_URL.startsWith('https:') ? '; Secure' : ''
  return `${languageKey}=${language}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`
}

/** Whether a Set-Cookie header tells more of a visitor than the language, and when they came. */
const isOfVisitor = (cookie: string) => !/^(?:I18N_LANGUAGE|(?:__Host-)?visitor)=/.test(cookie)

/** Pages of forms with what somebody typed, of links that only one person has, and of a visitor's own cart. */
const personalPaths =
  /^\/(?:login|register|forgot-password|reset-password|email-confirmation|email-change|settings|my-registries|co-host|reply|invited|stop-invitations|thank-you|after-paying|my-gift|cart|staff)(?:[/.]|$)/

/** Whether no cache may keep the page, though nobody is signed in. */
function isPersonalPage(request: Request): boolean {
  return request.method !== 'GET' || personalPaths.test(new URL(request.url).pathname)
}

function withPageHeaders(
  response: Response,
  page: PageRequest,
  { policy, caching }: { policy: string; caching: string },
): Response {
  const headers = new Headers(response.headers)
  const language: Language = page.ctx.language
  for (const cookie of page.cookies) headers.append('set-cookie', cookie)
  const isDocument = headers.get('content-type')?.startsWith('text/html')
  if (isDocument) {
    // A document that was rendered for somebody else has its own.
    if (!headers.has('content-security-policy')) headers.set('content-security-policy', policy)
    headers.set('content-language', language)
    headers.append('vary', 'cookie')
  }
  const { tooManyRequests, isHiddenFromSearch } = page.outcome
  if (isHiddenFromSearch || isPersonalPage(page.request)) headers.set('x-robots-tag', 'noindex')
  const retryHeader = retryAfterHeader({ status: response.status, detail: tooManyRequests?.detail })
  for (const [name, value] of Object.entries(retryHeader)) headers.set(name, value)
  if (!headers.has('cache-control')) headers.set('cache-control', caching)
  const body = isDocument && page.outcome.document ? page.outcome.document : response.body
  return new Response(body, { status: response.status, headers })
}

type RouteFunction = (args: never) => unknown
type ToReported = (error: unknown, args: never) => AppError

/**
 * Wraps every loader and action of the build: an error becomes route data with its status, code, wrong fields and the
 * reference of its log line. Redirects and responses that a page throws on purpose are not changed.
 */
function withRouteErrors(build: ServerBuild, toReported: ToReported): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route]
    const { loader, action } = route.module
    const wrapped = {
      ...route.module,
      ...(loader && { loader: wrapRouteFunction(loader as RouteFunction, toReported) }),
      ...(action && { action: wrapRouteFunction(action as RouteFunction, toReported) }),
    }
    return [id, { ...route, module: wrapped }]
  })
  return { ...build, routes: Object.fromEntries(routes) }
}

function wrapRouteFunction(fn: RouteFunction, toReported: ToReported): RouteFunction {
  return async (args: never) => {
    try {
      return await fn(args)
    } catch (error) {
      if (error instanceof Response || isRouteErrorResponse(error) || isThrownData(error)) throw error
      const { code, status, fields = {}, detail = {} } = toReported(error, args)
      throw data({ code, status, fields, detail }, { status })
    }
  }
}

/** Whether it was made by `data()`, which the router turns into an error response. */
function isThrownData(error: unknown): boolean {
  return (error as { type?: unknown } | null)?.type === 'DataWithResponseInit'
}
