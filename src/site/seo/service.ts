import { type Language, languages } from '../../base/language.ts'
import { paths, withLanguage } from '../../base/paths.ts'
import {
  countSearchableRegistries,
  findSearchableRegistries,
} from '../../registry/search/search-index-data.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import { readShopPage } from '../content/api.ts'
import { landingEventTypes, shopPagePaths, shopSectionPaths } from '../content/rules.ts'

type Work = Pick<RequestContext, 'db' | 'shop' | 'config' | 'now'>

/** An address in two languages is two entries, and a sitemap holds at most 50,000. */
const registriesInPart = 20_000
const registriesAtOnce = 1_000

/** What search engines may read; the sitemaps, as many as the public registries need. */
export async function respondWithRobotsTxt({ db, config }: Pick<Work, 'db' | 'config'>): Promise<Response> {
  const parts = Math.max(1, Math.ceil((await countSearchableRegistries(db)) / registriesInPart))
  const sitemaps = Array.from({ length: parts }, (_, index) =>
    index === 0 ? '/sitemap.xml' : `/sitemap.xml?part=${index + 1}`,
  )
  const lines = [
    'User-agent: *',
    ...closed.map(path => `Disallow: ${path}`),
    ...sitemaps.map(path => `Sitemap: ${config.SITE_URL}${path}`),
  ]
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}

/** What is of nobody's interest but one visitor's. */
const closed = [
  '/api/',
  '/dev/',
  paths.cart,
  '/thank-you/',
  paths.settings,
  paths.myRegistries,
  '/*/add',
  '/*/edit',
  '/reply/',
  '/stop-invitations/',
]

/**
 * All public pages in both languages, each naming the other (conventions: SEO), streamed: the site's own pages and
 * the shop's texts in the first part, then the registries that anyone may find, 20,000 a part.
 */
export function respondWithSitemap(ctx: Work, part: number): Response {
  const number = Number.isSafeInteger(part) && part > 0 ? part : 1
  const chunks = sitemapChunks(ctx, number)
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await chunks.return(undefined)
    },
  })
  return new Response(body, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}

async function* sitemapChunks(ctx: Work, part: number): AsyncGenerator<string, undefined> {
  const { SITE_URL } = ctx.config
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`
  if (part === 1) yield entries(await sitePaths(ctx), SITE_URL)
  for await (const codes of registryCodes(ctx, part))
    yield entries(
      codes.map(code => paths.registry(code)),
      SITE_URL,
    )
  yield '</urlset>\n'
  return undefined
}

async function* registryCodes({ db }: Work, part: number): AsyncGenerator<string[]> {
  let after = 0
  for (let read = 0; read < registriesInPart; read += registriesAtOnce) {
    const skip = read === 0 ? (part - 1) * registriesInPart : 0
    const rows = await findSearchableRegistries(db, { after, skip, most: registriesAtOnce })
    if (rows.length > 0) yield rows.map(({ code, slug }) => slug ?? code)
    if (rows.length < registriesAtOnce) return
    after = rows.at(-1)?.id ?? after
  }
}

/** The site's own pages, the shop's texts, and the articles below some of these while the shop tells them. */
async function sitePaths(ctx: Work): Promise<string[]> {
  const articles = await Promise.all(shopSectionPaths.map(parent => articlesBelow(ctx, parent)))
  return [
    paths.home,
    paths.findRegistry(),
    '/categories',
    ...landingEventTypes.map(type => `/${type}`),
    ...shopPagePaths,
    ...shopSectionPaths,
    ...articles.flat(),
  ]
}

async function articlesBelow(ctx: Work, parent: string): Promise<string[]> {
  try {
    const page = await readShopPage(ctx, parent, 'en')
    return (page?.children ?? []).map(({ href }) => href).filter(href => href.startsWith(`${parent}/`))
  } catch {
    // The shop is away: its articles are in the next reading.
    return []
  }
}

function entries(addresses: string[], site: string): string {
  return addresses.map(path => languages.map(language => entry(path, language, site)).join('')).join('')
}

function entry(path: string, language: Language, site: string): string {
  const at = (other: Language) => escaped(site + withLanguage(path, other))
  const alternates = [...languages.map(other => [other, at(other)]), ['x-default', at('en')]].map(
    ([name, href]) => `<xhtml:link rel="alternate" hreflang="${name}" href="${href}"/>`,
  )
  return `<url><loc>${at(language)}</loc>${alternates.join('')}</url>\n`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)
}
