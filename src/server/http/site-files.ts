import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { dayMs } from '../../base/durations.ts'
import type { Language } from '../../base/language.ts'
import { paths, withLanguage } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import type { Config } from '../config.ts'
import { requestLanguage } from '../context/storefront-moves.ts'
import { renderErrorPage } from '../errors/error-page.ts'

type SiteConfig = Pick<Config, 'SITE_NAME' | 'SITE_MARK'>
type FontsOf = (language: Language) => { family: string; href: string }[]

const backgroundColor = '#fbf7f0'

/** The files and addresses that browsers and programs look for on every site; none of them is personal. */
export function siteFiles(config: Config, now: () => Date, fontsOf: FontsOf = () => []): Hono {
  const app = new Hono()
  // What makes the site installable on a phone, in each language; its icons are drawn by tools/icons.ts.
  app.get('/manifest.webmanifest', c => {
    c.header('content-type', 'application/manifest+json; charset=utf-8')
    c.header('cache-control', 'public, max-age=3600')
    return c.body(JSON.stringify(createManifest(config, requestLanguage(c.req.raw))))
  })
  // The service worker (public/sw.js) caches it for when there is no network.
  app.get('/offline', c => renderOfflinePage(config, requestLanguage(c.req.raw), fontsOf))
  // Whom to tell of a weakness (RFC 9116), and where a password manager changes a password.
  app.get('/.well-known/security.txt', c => c.text(securityText(config, now())))
  app.get('/.well-known/change-password', c => c.redirect(paths.settingsPassword, 302))
  // Browsers request this icon by themselves.
  app.get('/favicon.ico', c => c.redirect(config.SITE_MARK ?? '/logo.svg', 302))
  // Addresses of the shop's platform, which our forms use, lead to the storefront in the visitor's language (R805).
  app.get('/search.php', c => c.redirect(storefrontUrl(c.req.raw, config), 302))
  app.get('/subscribe.php', c => c.redirect(storefrontUrl(c.req.raw, config), 302))
  // 307 keeps the method and the fields of the form.
  app.post('/subscribe.php', c => c.redirect(storefrontUrl(c.req.raw, config), 307))
  return app
}

function createManifest({ SITE_NAME, SITE_MARK }: SiteConfig, language: Language) {
  return {
    id: paths.home,
    name: SITE_NAME,
    short_name: SITE_NAME,
    description: m.site_home_lead({}, { locale: language }),
    lang: language,
    dir: 'ltr',
    start_url: withLanguage(paths.home, language),
    scope: paths.home,
    display: 'standalone',
    background_color: backgroundColor,
    theme_color: backgroundColor,
    icons: SITE_MARK
      ? [{ src: SITE_MARK, sizes: 'any' }]
      : [
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
          { src: '/logo.svg', sizes: 'any', type: 'image/svg+xml' },
        ],
    shortcuts: [
      { name: m.site_link_find({}, { locale: language }), url: withLanguage(paths.findRegistry(), language) },
      {
        name: m.site_link_create({}, { locale: language }),
        url: withLanguage(paths.createRegistry(), language),
      },
    ],
  }
}

/**
 * The page needs no other file but the fonts, which the browser has cached since any page was seen. “Try again” is the
 * present address.
 */
function renderOfflinePage({ SITE_NAME }: SiteConfig, language: Language, fontsOf: FontsOf): Response {
  return renderErrorPage({
    language,
    status: 200,
    name: SITE_NAME,
    title: m.site_offline_title({}, { locale: language }),
    lead: m.site_offline_lead({}, { locale: language }),
    reference: null,
    retryPath: '',
    styles: [],
    fonts: fontsOf(language),
  })
}

/** For how long the answer may be relied upon; RFC 9116 advises less than a year. */
const validDays = 180

function securityText({ SECURITY_EMAIL, SUPPORT_EMAIL, SITE_URL }: Config, now: Date): string {
  const expires = new Date(now.getTime() + validDays * dayMs)
  return [
    `Contact: mailto:${SECURITY_EMAIL ?? SUPPORT_EMAIL}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: el, en',
    `Canonical: ${SITE_URL}/.well-known/security.txt`,
    '',
  ].join('\n')
}

function storefrontUrl(request: Request, { storefronts }: Config): string {
  const url = new URL(request.url)
  const language = requestLanguage(request)
  return withLanguage(storefronts[language] + url.pathname + url.search, language)
}

const pagesWithExtension = /\.data$|^\/(search|subscribe)\.php$|^\/(sitemap\.xml|robots\.txt)$/

const cacheForever = 'public, max-age=31536000, immutable'
const cacheForMonth = 'public, max-age=2592000'
const cacheForHour = 'public, max-age=3600'

/**
 * Serves the built files, cached by browsers: hashed ones forever, other pictures for a month, the rest for an hour. A
 * missing file is answered 404 before any page is rendered.
 */
export function serveAssets(app: Hono, root: string): void {
  const assets = serveStatic({ root, precompressed: true })
  // Set once the file is found: `serveStatic` has made its answer when its own option would say so.
  app.use('/assets/*', async (c, next) => {
    const file = await assets(c, async () => {})
    if (!file) return next()
    file.headers.set('cache-control', cacheForever)
    return file
  })
  const files = serveStatic({ root })
  app.use('*', async (c, next) => {
    const { path } = c.req
    if (!/\.\w{2,11}$/.test(path) || pagesWithExtension.test(path)) return next()
    const file = await files(c, async () => {})
    if (!file) return c.text('Not found', 404)
    file.headers.set('cache-control', /\.(svg|png|jpg|webp|ico)$/.test(path) ? cacheForMonth : cacheForHour)
    return file
  })
}
