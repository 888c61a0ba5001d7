import { Hono } from 'hono'
import type { Language } from '../../base/language.ts'
import { paths, withLanguage } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import type { Config } from '../config.ts'
import { languageCookie, requestLanguage } from '../context/request-language.ts'
import { readCookie } from '../context/session.ts'
import { renderErrorPage } from '../errors/error-page.ts'

type SiteConfig = Pick<Config, 'SITE_NAME' | 'SITE_MARK'>
type FontsOf = (language: Language) => { family: string; href: string }[]

const backgroundColor = '#fbf7f0'

/**
 * What makes the site installable on a phone: a manifest in each language (its icons are drawn by tools/icons.ts), and
 * the page that the service worker (public/sw.js) caches for when there is no network. None of these is personal.
 */
export function webManifestRoutes(config: SiteConfig, fontsOf: FontsOf = () => []): Hono {
  const app = new Hono()
  const languageOf = (request: Request) =>
    requestLanguage(new URL(request.url), readCookie(request, languageCookie))
  app.get('/manifest.webmanifest', c => {
    c.header('content-type', 'application/manifest+json; charset=utf-8')
    c.header('cache-control', 'public, max-age=3600')
    return c.body(JSON.stringify(createManifest(config, languageOf(c.req.raw))))
  })
  app.get('/offline', c => renderOfflinePage(config, languageOf(c.req.raw), fontsOf))
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
    labels: {
      retry: m.site_try_again({}, { locale: language }),
      home: m.site_go_home({}, { locale: language }),
    },
    styles: [],
    fonts: fontsOf(language),
  })
}
