import type { Context, Hono } from 'hono'
import { version } from '../../package.json'
import { defaultLanguage, type Language, languages, parseLanguage } from '../base/language.ts'
import { readCatalogueHealth } from '../catalogue/sync.ts'
import type { LiveUpdates } from '../checkout/live.ts'
import { guardDemonstration } from '../demo/access.ts'
import { emailGalleryRoutes } from '../demo/letter-gallery.ts'
import { demoMailboxRoutes, demoSocialRoutes, demoStaffRoutes } from '../demo/pages.ts'
import { serveShareCard, serveSharePicture } from '../invitation/share/share.ts'
import { stopInvitationsTo } from '../invitation/unsubscribe.ts'
import { receiveWebhook } from '../orders/webhooks/webhooks.ts'
import { serveBackground, serveLetterPhoto, servePhoto } from '../registry/photo.ts'
import type { RequestContext } from '../server/context/request-context.ts'
import { bouncePath, receiveBounce } from '../server/email/bounces.ts'
import { retryAfterHeader, toAppError } from '../server/errors/app-errors.ts'
import type { ReportError } from '../server/errors/error-responses.ts'
import { healthRoutes } from '../server/observability/management.ts'
import { webhookPath } from '../shop/port.ts'
import { articleSectionPattern } from '../site/content.rules.ts'
import { loadArticleShareCard } from '../site/content.ts'
import { respondWithRobotsTxt, respondWithSitemap } from '../site/seo.ts'
import { readCredentialHealth } from '../site/shop-credentials.ts'
import { type AppDependencies, createJobContext, currentTime, translateKey } from './context.ts'
import { lettersByFeature } from './letters.ts'

/** Share pictures are named by their language: `el.jpg`. */
const languageFiles = `(?:${languages.join('|')})\\.jpg`

function languageOfFile(file: string): Language {
  return parseLanguage(file.replace(/\.jpg$/, '')) ?? defaultLanguage
}

interface RouteDependencies extends AppDependencies {
  live: LiveUpdates
  createContext(request: Request): Promise<RequestContext>
  reportError: ReportError
}

/** Routes that are neither pages nor calls of the API: the webhook, live events, pictures, robots.txt, the sitemap. */
export function mountOtherRoutes(app: Hono, dependencies: RouteDependencies): void {
  const { db, shop, config, live, createContext, reportError } = dependencies
  const orStatus = (c: Context, answer: Promise<Response>) => answerOrStatus(c, answer, reportError)
  const inContext = (c: Context, answer: (ctx: RequestContext) => Promise<Response>) =>
    orStatus(c, createContext(c.req.raw).then(answer))
  const now = () => currentTime(dependencies)
  app.post(webhookPath, c => orStatus(c, receiveWebhook(c.req.raw, { db, shop, now, log: dependencies.log })))
  if (config.MAIL_BOUNCE_TOKEN !== undefined) {
    const stopInvitations = (to: string) => stopInvitationsTo(to, createJobContext(dependencies))
    const bounces = { db, config, log: dependencies.log, stopInvitations }
    app.post(bouncePath, c => orStatus(c, receiveBounce(c.req.raw, bounces)))
  }
  app.get('/api/registry/:id/live', c => inContext(c, ctx => live.open(c, c.req.param('id'), ctx)))
  app.get('/robots.txt', () => respondWithRobotsTxt(createJobContext(dependencies)))
  app.get('/sitemap.xml', c =>
    respondWithSitemap(createJobContext(dependencies), Number(c.req.query('part') ?? 1)),
  )
  app.get(`/share/:id/:file{${languageFiles}}`, c => {
    const { id, file } = c.req.param()
    const etag = c.req.header('if-none-match') ?? null
    const picture = { id, language: languageOfFile(file) }
    return orStatus(c, serveSharePicture(picture, etag, { db, config, translate: translateKey }))
  })
  app.get(`/share/:section{${articleSectionPattern}}/:name/:file{${languageFiles}}`, c => {
    const { section, name, file } = c.req.param()
    const card = loadArticleShareCard(section, name, languageOfFile(file), createJobContext(dependencies))
    const etag = c.req.header('if-none-match') ?? null
    return orStatus(
      c,
      card.then(content => serveShareCard(content, etag, db)),
    )
  })
  app.get('/images/:name{[0-9a-f]{40}\\.jpg}', c =>
    inContext(c, ctx => servePhoto(c.req.param('name').slice(0, 40), ctx)),
  )
  app.get('/letter-photo/:name{[\\w.-]{1,200}\\.jpg}', c =>
    inContext(c, ctx => serveLetterPhoto(c.req.param('name').slice(0, -4), ctx)),
  )
  app.get('/invitation-picture/:name{[0-9a-f]{40}\\.jpg}', c =>
    orStatus(c, serveBackground(c.req.param('name').slice(0, 40), db)),
  )
}

/** For callers that read no envelope: a failure is answered by its status, without a body. */
async function answerOrStatus(
  c: Context,
  answer: Promise<Response>,
  reportError: ReportError,
): Promise<Response> {
  try {
    return await answer
  } catch (error) {
    reportError(error, c.req.raw)
    const known = toAppError(error)
    return new Response(null, { status: known.status, headers: retryAfterHeader(known) })
  }
}

/** Health checks of this process; `isSubscribed` answers null where there is nothing to listen to. */
export function createHealthRoutes(dependencies: AppDependencies, isSubscribed: () => boolean | null): Hono {
  return healthRoutes({
    ...dependencies,
    release: { version, commit: dependencies.commit ?? 'unknown' },
    isSubscribed,
    catalogue: () => readCatalogueHealth(dependencies.db),
    credentials: () => readCredentialHealth(createJobContext(dependencies)),
  })
}

/** What is sent, and the staff person's time codes, for whoever tries the product with its embedded shop (R951, R952). */
export function mountDemonstration(app: Hono, dependencies: AppDependencies): void {
  const { config, db } = dependencies
  const now = () => currentTime(dependencies)
  app.use('/dev/*', guardDemonstration(config, now))
  app
    .route('/', emailGalleryRoutes(lettersByFeature, config))
    .route('/', demoMailboxRoutes(db))
    .route('/', demoSocialRoutes())
    .route('/', demoStaffRoutes(now))
}
