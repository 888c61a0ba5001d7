import { Hono } from 'hono'
import { version } from '../package.json'
import * as dataExport from './account/data-export/api.ts'
import * as deletion from './account/deletion/api.ts'
import * as emailChange from './account/email-change/api.ts'
import * as emailConfirmation from './account/email-confirmation/api.ts'
import * as password from './account/password/api.ts'
import * as passwordReset from './account/password-reset/api.ts'
import * as proof from './account/proof/api.ts'
import * as registration from './account/registration/api.ts'
import * as secondFactor from './account/second-factor/api.ts'
import * as session from './account/session/api.ts'
import * as accountSettings from './account/settings/api.ts'
import * as shopTie from './account/shop-customer-link/api.ts'
import { orNotFound } from './base/app-error.ts'
import * as products from './catalogue/products/api.ts'
import * as productSearch from './catalogue/search/api.ts'
import { findStoreTax, saveStoreTax } from './catalogue/sync/tax-data.ts'
import { type Changes, subscribeToChanges } from './changes.ts'
import * as checkout from './checkout/hand-off/api.ts'
import { createLiveUpdates } from './checkout/live/service.ts'
import * as myGift from './checkout/my-gift/api.ts'
import * as received from './checkout/received/api.ts'
import { saveUnreadableRow } from './checkout/unreadable/data.ts'
import {
  type AppDependencies,
  createContextFactory,
  createJobContext,
  currentTime,
  translateKey,
} from './context.ts'
import * as gift from './gift/gift/api.ts'
import * as giftManagement from './gift/manage/api.ts'
import * as giftSwap from './gift/swap/api.ts'
import * as giftWish from './gift/wish/api.ts'
import * as collected from './giftcard/collected/api.ts'
import * as payout from './giftcard/payout/api.ts'
import * as statement from './giftcard/statement/api.ts'
import * as transfer from './giftcard/transfer/api.ts'
import * as invitationContent from './invitation/content/api.ts'
import * as guests from './invitation/guests/api.ts'
import * as reply from './invitation/reply/api.ts'
import * as invitation from './invitation/sending/api.ts'
import * as sms from './invitation/sms/api.ts'
import * as unsubscribing from './invitation/unsubscribe/api.ts'
import { createJobs } from './jobs.ts'
import { createHealthRoutes, mountDemonstration, mountOtherRoutes } from './other-routes.ts'
import { loadBuiltFonts, loadBuiltStyles, mountPages } from './pages.ts'
import * as coHost from './registry/co-host/api.ts'
import * as places from './registry/place/api.ts'
import * as registry from './registry/registry/api.ts'
import * as find from './registry/search/api.ts'
import * as settings from './registry/settings/api.ts'
import * as surprise from './registry/surprise/api.ts'
import type { Config } from './server/config.ts'
import type { Handler } from './server/context/handler.ts'
import type { RequestContext } from './server/context/request-context.ts'
import { createErrorReporter, createErrorResponses } from './server/errors/error-responses.ts'
import { createApiRouter } from './server/http/api.ts'
import { createOpenApiDocument } from './server/http/openapi.ts'
import { pipeline } from './server/http/pipeline.ts'
import { siteFiles } from './server/http/site-files.ts'
import type { Job } from './server/jobs/job-runner.ts'
import { createRouteNames } from './server/observability/route-names.ts'
import type { Db } from './server/postgres/tables.ts'
import { storefrontAddresses } from './server/storefronts.ts'
import { connectShop } from './shop/bigcommerce/connect.ts'
import { embeddedShopConnection, shopConnectionFrom } from './shop/bigcommerce/connection.ts'
import { type Shop, webhookPath } from './shop/port.ts'
import * as siteAnnouncement from './site/announcement/api.ts'
import * as siteContact from './site/contact/api.ts'
import * as siteContent from './site/content/api.ts'
import * as siteMenus from './site/menus/api.ts'
import { replaceRefusedToken } from './site/shop-credentials/service.ts'
import { tellOfRefusal } from './site/shop-credentials/tell-service.ts'

export { findCartNote } from './checkout/hand-off/cart-note-data.ts'
export type { AppDependencies } from './context.ts'
export * from './operations.ts'

/** Every feature's calls, one line each. */
export const calls: Handler[] = [
  ...registration.calls,
  ...session.calls,
  ...secondFactor.calls,
  ...passwordReset.calls,
  ...emailConfirmation.calls,
  ...emailChange.calls,
  ...password.calls,
  ...proof.calls,
  ...accountSettings.calls,
  ...shopTie.calls,
  ...dataExport.calls,
  ...deletion.calls,
  ...productSearch.calls,
  ...products.calls,
  ...places.calls,
  ...registry.calls,
  ...settings.calls,
  ...surprise.calls,
  ...coHost.calls,
  ...find.calls,
  ...gift.calls,
  ...giftWish.calls,
  ...giftManagement.calls,
  ...giftSwap.calls,
  ...checkout.calls,
  ...received.calls,
  ...myGift.calls,
  ...invitationContent.calls,
  ...invitation.calls,
  ...guests.calls,
  ...reply.calls,
  ...unsubscribing.calls,
  ...sms.calls,
  ...collected.calls,
  ...payout.calls,
  ...transfer.calls,
  ...statement.calls,
  ...siteContent.calls,
  ...siteMenus.calls,
  ...siteAnnouncement.calls,
  ...siteContact.calls,
]

/** The running product: its requests, its jobs, and how to close it. */
export interface App {
  app: Hono
  jobs: Job[]
  createContext(request: Request): Promise<RequestContext>
  /** Whether changes of other processes are heard at once; null where there is nothing to listen to. */
  isHearing(): boolean | null
  close(): Promise<void>
}

/** The shop of this deployment: the merchant's store, or the embedded one reached without leaving the process. */
export function shopFor(config: Config, embedded: EmbeddedShopAccess | null, db: Db): Shop {
  const connection =
    shopConnectionFrom(config) ??
    embeddedShopConnection(
      `${config.SITE_URL}/shop`,
      orNotFound(embedded),
      config,
      storefrontAddresses(config),
    )
  return connectShop(connection, {
    ...(embedded && { fetch: embedded.fetch }),
    connections: 40,
    taxMemory: { load: () => findStoreTax(db), save: facts => saveStoreTax(db, facts) },
    setAside: row => saveUnreadableRow(db, row, new Date()).then(() => {}),
  })
}

/** What the product needs to know of an embedded shop. */
export type EmbeddedShopAccess = Parameters<typeof embeddedShopConnection>[1] & {
  fetch: typeof globalThis.fetch
}

/** Builds the whole product as one fetch function: security, the API, the webhook, live events, and the pages last. */
export async function createApp(dependencies: AppDependencies): Promise<App> {
  const { config, db, log, onAnswer, withPages } = dependencies
  const now = () => currentTime(dependencies)
  const createContext = createContextFactory(dependencies)
  const reportError = createErrorReporter(log, about =>
    createJobContext(dependencies).recordSecurityEvent({ kind: 'unexpected_error', about }),
  )
  const errors = createErrorResponses({
    config,
    translate: translateKey,
    reportError,
    styles: withPages ? await loadBuiltStyles() : [],
  })
  const live = createLiveUpdates(db, now)
  let routeOf = (_path: string) => 'other'
  const app = new Hono()
  app.onError(errors.onError)
  app.notFound(errors.notFound)
  const logging = {
    log,
    onAnswer,
    trustsTraceparent: config.trustsTraces,
    routeOf: (path: string) => routeOf(path),
  }
  app.use(...pipeline({ config, errors, logging, now, webhookPath }))
  let changes: Changes | null = null
  const isHearing = () => changes?.isHearing() ?? null
  app.route('/', createHealthRoutes(dependencies, isHearing))
  app.get('/api/openapi.json', c => c.json(describeApi(config)))
  mountOtherRoutes(app, { ...dependencies, live, createContext, reportError })
  app.route('/api', createApiRouter({ calls, createContext, translate: translateKey, reportError }))
  app.route('/', siteFiles(config, now, withPages ? await loadBuiltFonts() : undefined))
  if (config.SHOP_STORE_HASH === undefined) mountDemonstration(app, dependencies)
  watchCredentials(dependencies)
  const pages = withPages ? await mountPages(app, { config, calls, createContext, reportError }) : null
  routeOf = createRouteNames([...app.routes.map(({ path }) => path), ...(pages?.patterns ?? [])])
  const jobs = createJobs(dependencies)
  changes = subscribeToChanges(dependencies, jobs, live, pages?.cache)
  const close = async () => {
    live.close()
    await changes?.close()
  }
  return { app, jobs, createContext, isHearing, close }
}

/** What is done when the shop refuses our credentials; a call that failed fails as it did, whatever comes of it (R956). */
function watchCredentials(dependencies: AppDependencies): void {
  const tried = (work: Promise<void>) =>
    work.catch((error: Error) => dependencies.log.warn({ error: error.message }, 'shop credentials'))
  dependencies.shop.watchCredentials({
    replaceToken: (storeHash, channel) =>
      tried(replaceRefusedToken({ storeHash, channel }, createJobContext(dependencies))),
    tell: refusal => tried(tellOfRefusal(refusal, createJobContext(dependencies))),
  })
}

function describeApi({ SITE_NAME, SITE_URL }: Config) {
  return createOpenApiDocument(
    calls.map(({ endpoint }) => endpoint),
    { title: SITE_NAME, version, url: `${SITE_URL}/api` },
  )
}
