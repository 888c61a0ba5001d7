import type { Hono } from 'hono'
import type { ServerBuild } from 'react-router'
import { version } from '../../package.json'
import { getAccount } from '../account/settings.contract.ts'
import { AppError } from '../base/app-error.ts'
import type { Call } from '../base/endpoint.ts'
import { demoSocialPath } from '../demo/pages.ts'
import { readEventTypes } from '../registry/event-type.ts'
import type { Config } from '../server/config.ts'
import type { Handler } from '../server/context/handler.ts'
import type { RequestContext } from '../server/context/request-context.ts'
import { readSessionToken } from '../server/context/session.ts'
import { findFormTargets, findPictureOrigins } from '../server/context/storefront-moves.ts'
import type { ReportError } from '../server/errors/error-responses.ts'
import { serveAssets } from '../server/http/site-files.ts'
import { findConsoleFiles, guardStaffConsole } from '../server/http/staff-console.ts'
import { isDemonstration } from '../server/loopback.ts'
import { createPageCache, type PageCache } from '../server/pages/page-cache.ts'
import { createPageRenderer } from '../server/pages/page-renderer.ts'
import { socialNetworks } from '../server/setting-kinds.ts'
import type { PageCustomer, Site } from '../ui/page/page-context.ts'
import { serveCachedPages } from './cached-pages.ts'
import { consoleCalls } from './console-calls.ts'
import { translateKey } from './context.ts'

interface PagesDependencies {
  config: Config
  calls: Handler[]
  createContext(request: Request): Promise<RequestContext>
  reportError: ReportError
}

export async function loadBuiltStyles(): Promise<string[]> {
  const { appStyles } = await import('../ui/style/app-styles.ts')
  return [appStyles]
}

function listPagePatterns({ routes }: ServerBuild): string[] {
  const patternOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id]
    if (!route) return ''
    return `${patternOf(route.parentId)}${route.path ? `/${route.path}` : ''}`
  }
  return Object.keys(routes).map(patternOf)
}

export async function loadBuiltFonts() {
  const { fontsForLanguage } = await import('../ui/style/fonts.ts')
  return fontsForLanguage
}

/** Mounts built files, then cached pages, then every page rendered for one request. */
export async function mountPages(
  app: Hono,
  dependencies: PagesDependencies,
): Promise<{ cache: PageCache; patterns: string[] }> {
  const { config, createContext } = dependencies
  const build = await import('virtual:react-router/server-build')
  const allowedOrigins = {
    // The storefronts may move while the process runs.
    get formTargets() {
      return findFormTargets(config)
    },
    get pictureOrigins() {
      return findPictureOrigins(config)
    },
    hasTag: config.ANALYTICS_TAG !== undefined,
    isHttps: config.SITE_URL.startsWith('https:'),
  }
  const renderPage = createPageRenderer({
    build,
    handlers: dependencies.calls,
    staffCalls: consoleCalls,
    createContext,
    findPageCustomer,
    siteDataFrom,
    reach: allowedOrigins,
    secrets: config,
    reportError: dependencies.reportError,
    translate: translateKey,
  })
  const cache = createPageCache(allowedOrigins)
  app.use(guardStaffConsole(config, findConsoleFiles(build.assets)))
  serveAssets(app, 'build/client')
  await serveEventPictures(app, createContext)
  app.get('*', serveCachedPages({ config, cache, renderPage, createContext }))
  app.on(['GET', 'POST'], '*', c => renderPage(c.req.raw))
  app.all('*', () => {
    throw new AppError('refused_unreadable', 405)
  })
  return { cache, patterns: listPagePatterns(build) }
}

/** A stable address for each event type's picture, which the API's thumbnails name; the file's own name changes. */
async function serveEventPictures(
  app: Hono,
  createContext: PagesDependencies['createContext'],
): Promise<void> {
  const { pictureNamed, pictureUrls } = await import('../ui/media/pictures.ts')
  app.get('/pictures/:type', async c => {
    const types = await readEventTypes(await createContext(c.req.raw))
    const type = types.find(({ slug }) => slug === c.req.param('type'))
    c.header('cache-control', 'public, max-age=3600')
    return type ? c.redirect(pictureUrls[pictureNamed(type.illustration)]) : c.text('Not found', 404)
  })
}

/** The signed-in customer: by the session, or by the API where it runs elsewhere and has the sessions. */
async function findPageCustomer(
  ctx: RequestContext,
  call: Call,
  request: Request,
): Promise<PageCustomer | null> {
  if (!ctx.config.REGISTRY_API_URL) return ctx.customer
  if (!readSessionToken(request, ctx.config)) return null
  try {
    return await call(getAccount, {})
  } catch (error) {
    if (error instanceof AppError && error.status === 401) return null
    throw error
  }
}

/** Public settings of this deployment, for the pages. */
function siteDataFrom({ config }: RequestContext): Site {
  return {
    name: config.SITE_NAME,
    logoUrl: config.SITE_MARK ?? null,
    company: {
      name: config.COMPANY_NAME ?? null,
      address: config.COMPANY_ADDRESS ?? null,
      taxId: config.COMPANY_TAX_ID ?? null,
      registryId: config.COMPANY_REGISTRY_ID ?? null,
    },
    social: socialLinks(config),
    url: config.SITE_URL,
    supportEmail: config.SUPPORT_EMAIL,
    supportPhone: config.SUPPORT_PHONE,
    version,
    storefronts: config.storefronts,
    minimumContributionCents: config.GROUP_MINIMUM_CENTS,
    reservationMinutes: config.HOLD_MINUTES,
    passwordLength: config.PASSWORD_LENGTH,
    /** Null where nothing is tracked; without a tag, in a demonstration, the page of cookie choices shows the events. */
    analytics: config.ANALYTICS_TAG || isDemonstration(config) ? { tag: config.ANALYTICS_TAG ?? null } : null,
    isHttps: config.SITE_URL.startsWith('https:'),
  }
}

/** The shop's accounts; a demonstration without any shows where they would stand. */
function socialLinks(config: Config): Site['social'] {
  if (config.SOCIAL.length > 0 || !isDemonstration(config)) return config.SOCIAL
  return socialNetworks.map(name => ({ name, url: config.SITE_URL + demoSocialPath(name) }))
}
