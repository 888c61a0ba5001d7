import type { Hono } from 'hono'
import { me } from './account/contract.ts'
import { addDays, dayInAthens, startOfDay } from './base/dates.ts'
import type { Call } from './base/endpoint.ts'
import { Refusal } from './base/refusal.ts'
import { nextHoldEnd, registryByAddress } from './registry/data.ts'
import { serveAssets } from './server/assets.ts'
import type { Config } from './server/config.ts'
import { type KeptPages, keptPages } from './server/kept.ts'
import { languageCookie, languageOf } from './server/language.ts'
import { languageChoice, pages } from './server/pages.ts'
import { asKnown } from './server/refuse.ts'
import { remoteCall } from './server/remote-call.ts'
import { runHere, type Served } from './server/serve.ts'
import { cookieOf, tokenOf } from './server/session.ts'
import { siteOf } from './server/site.ts'
import type { Db } from './server/tables.ts'
import type { Visit } from './server/visit.ts'
import { announcement } from './site/api.ts'
import { announcementCookie } from './site/rules.ts'
import type { Person } from './ui/context.ts'

export interface FrontParts {
  config: Config
  db: Db
  calls: Served[]
  visitOf(request: Request): Promise<Visit>
  report(error: unknown, request: Request, reference?: string): void
}

/** The pages' style sheets as they were built. */
export async function builtStyles(): Promise<string[]> {
  const { assets } = await import('virtual:react-router/server-build')
  return assets.routes.root?.css ?? []
}

/** The typefaces' files as they were built. */
export async function builtFonts() {
  const { fontsOf } = await import('./ui/fonts.ts')
  return fontsOf
}

/** The pages' door: built files, then kept views of registries, then everything rendered for one visit. */
export async function mountPages(app: Hono, parts: FrontParts): Promise<KeptPages> {
  const build = await import('virtual:react-router/server-build')
  const reach = { formTargets: formTargetsOf(parts.config), hasTag: parts.config.ANALYTICS_TAG !== undefined }
  const show = pages({
    build,
    visitOf: parts.visitOf,
    callOf: (visit, request) => callOf(visit, request, parts),
    personOf,
    siteOf,
    reach,
    secret: parts.config.SECRET,
    report: parts.report,
  })
  const kept = keptPages(reach)
  await serveMark(app, parts.config)
  serveAssets(app, 'build/client')
  await servePictures(app)
  app.get('/registry/:id', async (c, next) => {
    const request = c.req.raw
    if (!isShared(request)) return next()
    return sharedView(c.req.param('id'), request, { ...parts, kept, show })
  })
  app.on(['GET', 'POST'], '*', c => show(c.req.raw))
  app.all('*', () => {
    throw new Refusal('refused_unreadable', 405)
  })
  return kept
}

/** Browsers ask for it where a page names no mark of its own: a letter, an answer of the API. */
async function serveMark(app: Hono, { SITE_MARK }: Config): Promise<void> {
  const { markOf } = await import('./site/pages/brand.tsx')
  app.get('/favicon.ico', c => c.redirect(markOf({ mark: SITE_MARK ?? null })))
}

/** The steady address of each event type's picture, which the API's thumbnails name; its file's name changes. */
async function servePictures(app: Hono): Promise<void> {
  const { eventPictures, pictures } = await import('./ui/pictures.ts')
  app.get('/pictures/:type', c => {
    const name = eventPictures[c.req.param('type')]
    c.header('cache-control', 'public, max-age=3600')
    return name ? c.redirect(pictures[name]) : c.text('Not found', 404)
  })
}

/** They change what is shown for many alike: the language, and the line on top once it was put away. */
const sharedCookies = [languageCookie, announcementCookie]

/** A view that everyone shares: the visitor brings nothing, and asks for nothing, but a language. */
function isShared(request: Request): boolean {
  const { searchParams } = new URL(request.url)
  const cookies = (request.headers.get('cookie') ?? '').split(';').filter(part => part.trim() !== '')
  return (
    [...searchParams.keys()].every(name => name === 'lang') &&
    cookies.every(cookie => sharedCookies.some(name => cookie.trim().startsWith(`${name}=`))) &&
    !request.headers.has('authorization')
  )
}

const keptMostMs = 10 * 60_000

interface ShareParts extends FrontParts {
  kept: KeptPages
  show(request: Request, shared?: true): Promise<Response>
}

/**
 * The kept view of a registry, or the data that open pages read anew when something was given (`….data`); or a fresh
 * one that is kept until the next hold ends or the day turns in Athens.
 */
async function sharedView(
  id: string,
  request: Request,
  { kept, show, db, config }: ShareParts,
): Promise<Response> {
  const language = languageOf(new URL(request.url), cookieOf(request, languageCookie))
  const put = cookieOf(request, announcementCookie)
  const line = await announcement({ lang: language }, { config, language })
  const key = `${id} ${language}${put && put === line?.id ? ' put away' : ''}`
  const now = new Date()
  const found = kept.find(key, request, now.getTime())
  if (found) return withChoice(found, request, config)
  const registry = await registryByAddress(db, id.replace(/\.data$/, ''))
  if (!registry) return show(request)
  const answer = await kept.keep(key, String(registry.id), language, request, async () => {
    const midnight = startOfDay(addDays(dayInAthens(now), 1)).getTime()
    const holdEnd = (await nextHoldEnd(db, registry.id, now))?.getTime() ?? Number.POSITIVE_INFINITY
    const until = Math.min(midnight, holdEnd, now.getTime() + keptMostMs)
    return { response: await show(request, true), until }
  })
  return answer.status === 200 ? withChoice(answer, request, config) : show(request)
}

/** The language asked for by the address is remembered for this visitor, on a view that all share. */
function withChoice(answer: Response, request: Request, config: Config): Response {
  const cookie = languageChoice(request, config)
  if (cookie) answer.headers.append('set-cookie', cookie)
  return answer
}

/** Where forms may lead beside our own pages: the shop's storefront and checkout. */
function formTargetsOf({ SHOP_STOREFRONT_URL, SITE_URL }: Config): string[] {
  const storefront = new URL(SHOP_STOREFRONT_URL ?? SITE_URL).origin
  return storefront === new URL(SITE_URL).origin ? [] : [storefront, 'https://*.mybigcommerce.com']
}

/**
 * Pages call the same handlers as the API does: in this process, or where REGISTRY_API_URL says. Either way a
 * shop or a database that is away arrives as a refusal, which a page can put into words.
 */
function callOf(visit: Visit, request: Request, { calls, report }: FrontParts): Call {
  const { config, language, address, agent } = visit
  if (!config.REGISTRY_API_URL)
    return async (said, input) => {
      try {
        return await runHere(servedAt(said.path, calls), input, visit)
      } catch (error) {
        const known = asKnown(error)
        if (known !== error) report(error, request)
        throw known
      }
    }
  return remoteCall({
    url: config.REGISTRY_API_URL,
    language,
    address,
    agent,
    token: tokenOf(request)?.token ?? null,
  })
}

function servedAt(path: string, calls: Served[]): Served {
  const served = calls.find(one => one.said.path === path)
  if (!served) throw new Error(`no handler for ${path}`)
  return served
}

/** The person a page greets: the session's, or, when sessions are kept elsewhere, the one that the API tells. */
async function personOf(visit: Visit, call: Call, request: Request): Promise<Person | null> {
  if (!visit.config.REGISTRY_API_URL) return visit.customer
  if (!tokenOf(request)) return null
  try {
    return await call(me, {})
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) return null
    throw error
  }
}
