import { readFile } from 'node:fs/promises'
import { Hono } from 'hono'
import sharp from 'sharp'
import type { Language } from '../../base/language.ts'
import { paths, withLanguage } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import type { Config } from '../config.ts'
import { languageCookie, requestLanguage } from '../context/request-language.ts'
import { readCookie } from '../context/session.ts'
import { renderErrorPage } from '../errors/error-page.ts'

type Named = Pick<Config, 'SITE_NAME' | 'SITE_MARK'>
type FontsOf = (language: Language) => { family: string; href: string }[]

const paper = '#fbf7f0'
/** How much of a square the mark fills; a maskable one is cut to a circle by some phones. */
const icons = {
  'icon-180.png': { size: 180, filled: 0.66 },
  'icon-192.png': { size: 192, filled: 0.66 },
  'icon-512.png': { size: 512, filled: 0.66 },
  'icon-maskable.png': { size: 512, filled: 0.5 },
} as const
type IconName = keyof typeof icons

/**
 * What makes the site an app on somebody's phone: a manifest in each language, icons, and the page that the service
 * worker (public/sw.js) keeps for when there is no network. Nothing of these knows any person.
 */
export function webManifestRoutes(config: Named, fontsOf: FontsOf = () => []): Hono {
  const app = new Hono()
  const asked = (request: Request) =>
    requestLanguage(new URL(request.url), readCookie(request, languageCookie))
  app.get('/manifest.webmanifest', c => {
    c.header('content-type', 'application/manifest+json; charset=utf-8')
    c.header('cache-control', 'public, max-age=3600')
    return c.body(JSON.stringify(manifest(config, asked(c.req.raw))))
  })
  for (const name of Object.keys(icons) as IconName[])
    app.get(`/${name}`, async c => {
      c.header('content-type', 'image/png')
      c.header('cache-control', 'public, max-age=604800')
      return c.body(await icon(name))
    })
  app.get('/offline', c => offlinePage(config, asked(c.req.raw), fontsOf))
  return app
}

function manifest({ SITE_NAME, SITE_MARK }: Named, language: Language) {
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
    background_color: paper,
    theme_color: paper,
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

const drawn = new Map<IconName, Promise<Uint8Array<ArrayBuffer>>>()

/** The mark on paper, drawn once. */
function icon(name: IconName): Promise<Uint8Array<ArrayBuffer>> {
  const kept = drawn.get(name) ?? draw(icons[name])
  drawn.set(name, kept)
  return kept
}

async function draw({ size, filled }: (typeof icons)[IconName]): Promise<Uint8Array<ArrayBuffer>> {
  const mark = await sharp(await readFile('public/logo.svg'), { density: (72 * size) / 34 })
    .resize(Math.round(size * filled))
    .toBuffer()
  const square = sharp({ create: { width: size, height: size, channels: 3, background: paper } })
  return new Uint8Array(
    await square
      .composite([{ input: mark }])
      .png()
      .toBuffer(),
  )
}

/**
 * It carries all that it needs, for when nothing else can be fetched, but the typefaces: those lie in the browser since
 * any page was seen. “Try again” is the address at hand.
 */
function offlinePage({ SITE_NAME }: Named, language: Language, fontsOf: FontsOf): Response {
  return renderErrorPage({
    language,
    status: 200,
    name: SITE_NAME,
    title: m.site_offline_title({}, { locale: language }),
    lead: m.site_offline_lead({}, { locale: language }),
    reference: null,
    again: '',
    words: {
      again: m.site_try_again({}, { locale: language }),
      home: m.site_go_home({}, { locale: language }),
    },
    styles: [],
    fonts: fontsOf(language),
  })
}
