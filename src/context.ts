import type { Logger } from 'pino'
import { findSessionCustomer } from './account/session/access.ts'
import type { Language } from './base/language.ts'
import { type CatalogueSyncContext, refreshProducts } from './catalogue/sync/service.ts'
import { eventHandlers } from './events.ts'
import { m } from './paraglide/messages.js'
import { raiseRegistryVersion } from './registry/registry/version-data.ts'
import type { Config } from './server/config.ts'
import type { EmitEvent, JobContext, RequestContext } from './server/context/request-context.ts'
import { languageCookie, requestLanguage } from './server/context/request-language.ts'
import { createSessionToken, hashToken, readCookie, readSessionToken } from './server/context/session.ts'
import {
  deleteEmails,
  deleteEmailsTo,
  deleteSentEmails,
  failQueuedEmails,
  insertOutboxMessage,
} from './server/email/outbox.ts'
import { clientAddress } from './server/http/client-address.ts'
import type { Db } from './server/postgres/tables.ts'
import { countAttempt, refundAttempt } from './server/security/rate-limits.ts'
import type { Shop } from './shop/port.ts'

/** What the process hands to the product; tests hand the same with a fresh database and the embedded shop. */
export interface AppParts {
  config: Config
  db: Db
  shop: Shop
  log: Logger
  /** For hearing what other processes changed; without it only the clock calls. */
  databaseUrl?: string
  /** The clock; tests move it. */
  now?: () => Date
  /** Serves the pages too; tests of the API alone do without. */
  withPages?: boolean
  /** Called at each named step of giving; for tests. */
  testHook?: JobContext['testHook']
}

/** This moment, by the clock of the product. */
export function currentTime(parts: AppParts): Date {
  return parts.now?.() ?? new Date()
}

/** What reading the shop's catalogue needs. */
export function catalogueSyncContext({
  db,
  shop,
  log,
  now = () => new Date(),
}: AppParts): CatalogueSyncContext {
  return { db, shop, now, registryChanged: raiseRegistryVersion, log }
}

/** Builds the visit of a request: language, session, and the doors to the world. */
export function createContextFactory(parts: AppParts): (request: Request) => Promise<RequestContext> {
  const { db } = parts
  return async request => {
    const jobContext = createJobContext(parts)
    const { now } = jobContext
    const token = readSessionToken(request)
    const session = token && hashToken(token.token)
    return {
      ...jobContext,
      language: requestLanguage(new URL(request.url), readCookie(request, languageCookie)),
      customer: session && (await findSessionCustomer(db, session, now)),
      session,
      address: clientAddress(request),
      userAgent: (request.headers.get('user-agent') ?? '').slice(0, 300),
      rateLimit: (key, most, seconds) => countAttempt(db, now, key, most, seconds),
      refundAttempt: (key, seconds) => refundAttempt(db, now, key, seconds),
      createSessionToken,
    }
  }
}

/** What work without a visitor may use, at this moment. */
export function createJobContext(parts: AppParts): JobContext {
  const { config, db, shop, log } = parts
  const host = new URL(config.SITE_URL).hostname
  const emit: EmitEvent = async (event, tx, facts) => {
    for (const handler of eventHandlers[event]) await handler(tx, facts, ctx)
  }
  const now = currentTime(parts)
  const ctx: JobContext = {
    db,
    shop,
    config,
    log,
    now,
    cache: new Map(),
    enqueueEmail: (tx, letter) => insertOutboxMessage(tx, letter, host, now),
    deleteEmails,
    deleteEmailsTo,
    deleteSentEmails,
    failQueuedEmails,
    registryChanged: async (tx, registryId) => {
      // What this request read before its change would be answered after it.
      ctx.cache.clear()
      await raiseRegistryVersion(tx, registryId)
    },
    refreshProducts: ids => refreshProducts(catalogueSyncContext(parts), ids),
    emit,
    testHook: parts.testHook,
  }
  return ctx
}

/** The words of a key that travels; an unknown key says itself, so that it is seen and mended. */
export function translateKey(key: string, language: Language): string {
  const words = (m as Record<string, unknown>)[key]
  return typeof words === 'function' ? String(words({}, { locale: language })) : key
}
