import { Hono } from 'hono'
import { version } from '../package.json'
import * as dataExport from './account/data-export.ts'
import * as deletion from './account/deletion.ts'
import * as emailChange from './account/email-change/email-change.calls.ts'
import * as emailConfirmation from './account/email-confirmation.ts'
import * as password from './account/password/password.calls.ts'
import * as passwordReset from './account/password-reset.ts'
import * as proof from './account/proof/proof.ts'
import * as registration from './account/registration.ts'
import * as secondFactor from './account/second-factor/second-factor.calls.ts'
import * as session from './account/session.calls.ts'
import * as accountSettings from './account/settings.ts'
import * as shopTie from './account/shop-customer-link.ts'
import { type Changes, subscribeToChanges } from './app/changes.ts'
import {
  type AppDependencies,
  createContextFactory,
  createJobContext,
  currentTime,
  translateKey,
} from './app/context.ts'
import { createHealthRoutes, mountDemonstration, mountOtherRoutes } from './app/other-routes.ts'
import { loadBuiltFonts, loadBuiltStyles, mountPages } from './app/pages.ts'
import { orNotFound } from './base/app-error.ts'
import { findStoreTax, saveStoreTax } from './catalogue/product.sql.ts'
import * as products from './catalogue/products.ts'
import * as productSearch from './catalogue/search.ts'
import * as checkout from './checkout/hand-off.ts'
import { createLiveUpdates } from './checkout/live.ts'
import * as ownHandoff from './checkout/own-hand-off.ts'
import { startWritingViews } from './console/overview/views.ts'
import * as gift from './gift/gift.ts'
import * as giftManagement from './gift/manage.ts'
import * as giftSwap from './gift/swap.ts'
import * as giftWish from './gift/wish.ts'
import * as invitationContent from './invitation/content.ts'
import * as invitedDay from './invitation/day.ts'
import * as guests from './invitation/guests.ts'
import * as guestImport from './invitation/import/import.ts'
import * as reply from './invitation/reply.ts'
import * as invitation from './invitation/sending.ts'
import * as sms from './invitation/sms.ts'
import * as unsubscribing from './invitation/unsubscribe.ts'
import { createJobs } from './jobs.ts'
import * as collected from './money/collected.ts'
import * as payout from './money/payout/redeem.ts'
import * as statement from './money/statement.ts'
import * as transfer from './money/transfer.ts'
import * as myGift from './orders/my-gift/my-gift.ts'
import * as received from './orders/received.ts'
import { saveUnreadableRow } from './orders/unreadable.ts'
import * as coHost from './registry/co-host.ts'
import * as eventTypes from './registry/event-type.ts'
import * as photos from './registry/photos/photos.ts'
import * as places from './registry/place.ts'
import * as registry from './registry/registry.ts'
import * as find from './registry/search/search.ts'
import * as settings from './registry/settings.ts'
import * as surprise from './registry/surprise.ts'
import type { Config } from './server/config.ts'
import type { Handler } from './server/context/handler.ts'
import { createErrorReporter, createErrorResponses } from './server/errors/error-responses.ts'
import { createApiRouter } from './server/http/api.ts'
import { createOpenApiDocument } from './server/http/openapi.ts'
import { pipeline } from './server/http/pipeline.ts'
import { siteFiles } from './server/http/site-files.ts'
import { createRouteNames } from './server/observability/access-log.ts'
import type { Db } from './server/postgres/tables.ts'
import { createPointLimit } from './server/security/request-points.ts'
import { storefrontAddresses } from './server/storefronts.ts'
import { connectShop } from './shop/bigcommerce/connect.ts'
import { embeddedShopConnection, shopConnectionFrom } from './shop/bigcommerce/connection.ts'
import { type Shop, webhookPath } from './shop/port.ts'
import * as siteAnnouncement from './site/announcement.ts'
import * as siteContact from './site/contact.ts'
import * as siteContent from './site/content.ts'
import * as siteMenus from './site/menus.ts'
import { replaceRefusedToken, tellOfRefusal } from './site/shop-credentials.ts'

export type { AppDependencies } from './app/context.ts'
export * from './app/operations.ts'
export { findCartNote } from './checkout/hand-off.sql.ts'

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
  ...eventTypes.calls,
  ...registry.calls,
  ...settings.calls,
  ...photos.calls,
  ...surprise.calls,
  ...coHost.calls,
  ...find.calls,
  ...gift.calls,
  ...giftWish.calls,
  ...giftManagement.calls,
  ...giftSwap.calls,
  ...checkout.calls,
  ...ownHandoff.calls,
  ...received.calls,
  ...myGift.calls,
  ...invitationContent.calls,
  ...invitedDay.calls,
  ...invitation.calls,
  ...guests.calls,
  ...guestImport.calls,
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
export async function createApp(dependencies: AppDependencies) {
  const { config, db, log, onAnswer, withPages } = dependencies
  const now = () => currentTime(dependencies)
  const spendPoints = createPointLimit()
  const createContext = createContextFactory(dependencies, spendPoints)
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
  app.use(...pipeline({ config, errors, logging, now, spendPoints, webhookPath }))
  let changes: Changes | null = null
  /** Whether change notifications arrive; null where there is nothing to listen to. */
  const isSubscribed = () => changes?.isSubscribed() ?? null
  app.route('/', createHealthRoutes(dependencies, isSubscribed))
  app.get('/api/openapi.json', c => c.json(describeApi(config)))
  mountOtherRoutes(app, { ...dependencies, live, createContext, reportError })
  app.route('/api', createApiRouter({ calls, createContext, translate: translateKey, reportError }))
  app.route('/', siteFiles(config, now, withPages ? await loadBuiltFonts() : undefined))
  if (config.SHOP_STORE_HASH === undefined) mountDemonstration(app, dependencies)
  watchCredentials(dependencies)
  const pages = withPages ? await mountPages(app, { config, calls, createContext, reportError }) : null
  const views = withPages ? startWritingViews(dependencies) : null
  routeOf = createRouteNames([...app.routes.map(({ path }) => path), ...(pages?.patterns ?? [])])
  const jobs = createJobs(dependencies)
  changes = subscribeToChanges(dependencies, jobs, live, pages?.cache)
  const close = async () => {
    live.close()
    await changes?.close()
    await views?.close()
  }
  return { app, jobs, createContext, isSubscribed, close }
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
