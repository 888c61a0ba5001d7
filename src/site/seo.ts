import { defaultLanguage, type Language, languages } from '../base/language.ts'
import { canonicalAddress, paths } from '../base/paths.ts'
import { readEventTypes } from '../registry/event-type.ts'
import { findIndexableRegistries, findLastRegistryId } from '../registry/search/search.sql.ts'
import type { RequestContext } from '../server/context/request-context.ts'
import { shopPagePaths, shopSectionPaths } from './content.rules.ts'
import { readShopPage } from './content.ts'

type SitemapContext = Pick<RequestContext, 'db' | 'shop' | 'config' | 'now' | 'cache'>

/**
 * A part of the sitemap (R236) covers this many registry ids, so that it needn't count those of earlier parts. Each
 * registry has an entry in each language, and a sitemap may have at most 50,000 entries.
 */
const registriesPerPart = 20_000
const registriesPerQuery = 1_000

/** robots.txt (R824): what search engines may not read, and the parts of the sitemap. */
export async function respondWithRobotsTxt({
  db,
  config,
}: Pick<SitemapContext, 'db' | 'config'>): Promise<Response> {
  const partCount = Math.max(1, Math.ceil((await findLastRegistryId(db)) / registriesPerPart))
  const sitemaps = Array.from({ length: partCount }, (_, index) =>
    index === 0 ? '/sitemap.xml' : `/sitemap.xml?part=${index + 1}`,
  )
  const lines = [
    'User-agent: *',
    ...disallowedPaths.map(path => `Disallow: ${path}`),
    ...sitemaps.map(path => `Sitemap: ${config.SITE_URL}${path}`),
  ]
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}

/** Pages that are for one visitor only. */
const disallowedPaths = [
  '/api/',
  '/dev/',
  paths.cart,
  '/thank-you/',
  paths.settings,
  paths.myRegistries,
  // To their ends: the beginnings alone would close registries and articles whose names begin with these words.
  ...['add', 'edit'].flatMap(page => ['$', '?', '/'].map(end => `/registry/*/${page}${end}`)),
  '/reply/',
  '/invited/',
  '/after-paying',
  '/stop-invitations/',
]

/**
 * A part of the sitemap (R236), streamed: all public pages in both languages, each with its alternates. The first
 * part has the site's own pages and the shop's texts; registries that search engines may show follow by id. An
 * invalid part number counts as 1.
 */
export function respondWithSitemap(ctx: SitemapContext, part: number): Response {
  const isPart = part > 0 && Number.isInteger(part) && Number.isSafeInteger(part * registriesPerPart)
  const chunks = sitemapChunks(ctx, isPart ? part : 1)
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

async function* sitemapChunks(ctx: SitemapContext, part: number): AsyncGenerator<string, undefined> {
  const { SITE_URL } = ctx.config
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`
  if (part === 1) yield sitemapEntries(await listSitePaths(ctx), SITE_URL)
  for await (const codes of registryCodesOfPart(ctx, part))
    yield sitemapEntries(
      codes.map(code => paths.registry(code)),
      SITE_URL,
    )
  yield '</urlset>\n'
  return undefined
}

/** Slugs, or codes of registries without one. */
async function* registryCodesOfPart({ db }: SitemapContext, part: number): AsyncGenerator<string[]> {
  const last = part * registriesPerPart
  let after = last - registriesPerPart
  for (;;) {
    const rows = await findIndexableRegistries(db, { after, last, limit: registriesPerQuery })
    if (rows.length > 0) yield rows.map(({ code, slug }) => slug ?? code)
    if (rows.length < registriesPerQuery) return
    after = rows.at(-1)?.id ?? last
  }
}

/** The site's own pages, and the shop's texts and articles. */
async function listSitePaths(ctx: SitemapContext): Promise<string[]> {
  const eventTypes = await readEventTypes({ ...ctx, language: defaultLanguage })
  const articlePaths = await Promise.all(shopSectionPaths.map(section => listArticlePaths(ctx, section)))
  return [
    paths.home,
    paths.findRegistry(),
    '/categories',
    ...eventTypes.map(({ slug }) => `/${slug}`),
    ...shopPagePaths,
    ...shopSectionPaths,
    ...articlePaths.flat(),
  ]
}

/** Empty while the shop can't be reached; a later crawl finds them. */
async function listArticlePaths(ctx: SitemapContext, section: string): Promise<string[]> {
  try {
    const page = await readShopPage(ctx, section, defaultLanguage)
    return (page?.children ?? []).map(({ href }) => href).filter(href => href.startsWith(`${section}/`))
  } catch {
    return []
  }
}

function sitemapEntries(pagePaths: string[], siteUrl: string): string {
  return pagePaths
    .map(path => languages.map(language => sitemapEntry(path, language, siteUrl)).join(''))
    .join('')
}

function sitemapEntry(path: string, language: Language, siteUrl: string): string {
  const urlIn = (other: Language) => escapeXml(siteUrl + canonicalAddress(path, other))
  const alternates = [
    ...languages.map(other => [other, urlIn(other)]),
    ['x-default', urlIn(defaultLanguage)],
  ].map(([name, href]) => `<xhtml:link rel="alternate" hreflang="${name}" href="${href}"/>`)
  return `<url><loc>${urlIn(language)}</loc>${alternates.join('')}</url>\n`
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
