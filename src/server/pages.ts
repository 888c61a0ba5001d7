import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import type { Call } from '../base/endpoint.ts'
import { asLanguage, type Language } from '../base/language.ts'
import { Refusal } from '../base/refusal.ts'
import { type PageVisit, type Person, pageVisit, type Site } from '../ui/context.ts'
import { pagePath, typedCookie } from '../ui/typed.ts'
import type { Config } from './config.ts'
import { newReference } from './failures.ts'
import { languageCookie, speaking } from './language.ts'
import { asRefusal, retryAfter } from './refuse.ts'
import { contentSecurityPolicy, type Reach } from './security.ts'
import { cookieOf } from './session.ts'
import type { Visit } from './visit.ts'

export interface PagesParts {
  build: ServerBuild
  visitOf(request: Request): Promise<Visit>
  callOf(visit: Visit, request: Request): Call
  personOf(visit: Visit, call: Call, request: Request): Promise<Person | null>
  siteOf(visit: Visit): Site
  /** What of the world outside the pages may reach. */
  reach: Reach
  /** Signs small cookies. */
  secret: string
  /** Notes a failure under the number that its page shows. */
  report(error: unknown, request: Request, reference: string): void
}

/**
 * The pages: React Router inside, language, nonce, cookies and headers around it. A page that many visitors will
 * share carries no nonce and sets no cookie; whoever keeps it names its scripts by their hashes.
 */
export function pages(parts: PagesParts): (request: Request, shared?: boolean) => Promise<Response> {
  const handler = createRequestHandler(parts.build, 'production')
  return async (request, shared = false) => {
    if (!(await isReadable(request))) throw new Refusal('refused_unreadable', 400)
    const visit = await parts.visitOf(request)
    const nonce = shared ? '' : randomBytes(16).toString('base64')
    const cookies: string[] = []
    const context = new RouterContextProvider()
    const noted: Noted = { isTypingKept: false, tooOften: null }
    const page = await pageVisitOf(parts, visit, request, { nonce, cookies, noted })
    context.set(pageVisit, page)
    const form = request.method === 'POST' && !page.person ? request.clone() : null
    const response = await speaking(visit.language, () => handler(withoutOrigin(request), context))
    const typed = form && noted.isTypingKept && typedCookie(pagePath(form), await form.formData(), page)
    if (typed) cookies.push(typed)
    const choice = languageChoice(request, visit.config)
    if (choice && !shared) cookies.push(choice)
    const policy = contentSecurityPolicy({ nonce, ...parts.reach })
    return finished(response, { cookies, policy, language: visit.language, tooOften: noted.tooOften })
  }
}

/** What came up while a page was made. */
interface Noted {
  /** It asked for the form to be kept. */
  isTypingKept: boolean
  /** A call of it was refused for that. */
  tooOften: Refusal | null
}

/** Actions read forms: anything else that is posted, and a form that is broken, is refused before any of them. */
async function isReadable(request: Request): Promise<boolean> {
  if (request.method !== 'POST') return true
  const type = request.headers.get('content-type') ?? ''
  if (!type.startsWith('multipart/form-data')) return type.startsWith('application/x-www-form-urlencoded')
  const isWhole = request.clone().formData()
  return isWhole.then(
    () => true,
    () => false,
  )
}

/**
 * The door has compared Origin with the site's address already; the router would compare it with the address
 * it was asked by, which behind a proxy that ends TLS is another, and refuse every form.
 */
function withoutOrigin(request: Request): Request {
  if (!request.headers.has('origin')) return request
  const headers = new Headers(request.headers)
  headers.delete('origin')
  return new Request(request, { headers })
}

async function pageVisitOf(
  parts: PagesParts,
  visit: Visit,
  request: Request,
  { nonce, cookies, noted }: { nonce: string; cookies: string[]; noted: Noted },
): Promise<PageVisit> {
  const call = parts.callOf(visit, request)
  const person = await parts.personOf(visit, call, request)
  const reference = newReference()
  const report = (error: unknown) => parts.report(error, request, reference)
  return {
    call: named(call, report, reference, noted),
    language: visit.language,
    person: person && { id: person.id, email: person.email, name: person.name },
    site: parts.siteOf(visit),
    setCookie: header => cookies.push(header),
    reference,
    report,
    nonce,
    keepTyped: () => {
      noted.isTypingKept = true
    },
    cookie: name => cookieOf(request, name),
    sign: text => {
      const body = deflateRawSync(text).toString('base64url')
      return `${body}.${seal(body, parts.secret)}`
    },
    unsign: signed => opened(signed, parts.secret),
  }
}

/** A failure of ours within a call is noted, and goes on as a refusal that names its number to the visitor. */
function named(call: Call, report: (error: unknown) => void, reference: string, noted: Noted): Call {
  return async (said, input) => {
    try {
      return await call(said, input)
    } catch (error) {
      const refusal = asRefusal(error)
      const { code, status, fields, detail } = refusal
      if (status === 429) noted.tooOften = refusal
      if (status < 500) throw error
      report(error)
      throw new Refusal(code, status, { ...(fields && { fields }), detail: { ...detail, reference } })
    }
  }
}

function seal(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('base64url')
}

function opened(signed: string, secret: string): string | null {
  const [body = '', mark = ''] = signed.split('.')
  const expected = Buffer.from(seal(body, secret))
  const given = Buffer.from(mark)
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null
  return inflateRawSync(Buffer.from(body, 'base64url')).toString()
}

/** The cookie that remembers the language asked for by the address; null when there is nothing new to remember. */
export function languageChoice(request: Request, config: Config): string | null {
  const asked = asLanguage(new URL(request.url).searchParams.get('lang'))
  if (asked === null || cookieOf(request, languageCookie) === asked) return null
  const secure = config.SITE_URL.startsWith('https:') ? '; Secure' : ''
  return `${languageCookie}=${asked}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`
}

interface Finish {
  cookies: string[]
  policy: string
  language: Language
  tooOften: Refusal | null
}

function finished(response: Response, { cookies, policy, language, tooOften }: Finish): Response {
  const headers = new Headers(response.headers)
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  if (headers.get('content-type')?.startsWith('text/html')) {
    headers.set('content-security-policy', policy)
    headers.set('content-language', language)
    headers.append('vary', 'cookie')
  }
  const waits = retryAfter({ status: response.status, detail: tooOften?.detail })
  for (const [name, value] of Object.entries(waits)) headers.set(name, value)
  if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-cache')
  return new Response(response.body, { status: response.status, headers })
}
