import type { Logger } from 'pino'
import { emailKey } from '../account/customer/customer.rules.ts'
import { findSessionCustomer } from '../account/session.calls.ts'
import type { Language } from '../base/language.ts'
import { wideNetworkOf } from '../base/networks.ts'
import { type CatalogueSyncContext, refreshProducts } from '../catalogue/sync.ts'
import { findSessionStaff } from '../console/session.ts'
import { syncOrdersOfCart } from '../orders/orders.ts'
import { m } from '../paraglide/messages.js'
import { raiseRegistryVersion } from '../registry/registry.sql.ts'
import { erasureMessage, recordErasure } from '../server/backup/erasure-log.ts'
import type { Config } from '../server/config.ts'
import type { EmitEvent } from '../server/context/domain-events.ts'
import type { JobContext, RequestContext } from '../server/context/request-context.ts'
import { createSessionToken, hashToken, readSessionToken, readStaffToken } from '../server/context/session.ts'
import { keyedDigest } from '../server/context/signing.ts'
import { requestLanguage } from '../server/context/storefront-moves.ts'
import { enqueueMessage } from '../server/email/enqueue.ts'
import {
  deleteEmails,
  deleteEmailsAbout,
  deleteEmailsTo,
  deleteSentEmails,
  eraseGiverFromEmails,
  failQueuedEmails,
  findEmailsTo,
} from '../server/email/outbox.ts'
import { clientAddress } from '../server/http/address.ts'
import { isStaffConsoleOpen } from '../server/http/staff-console.ts'
import type { AnsweredRequest } from '../server/observability/access-log.ts'
import { currentScope } from '../server/observability/traces.ts'
import type { DatabaseServer } from '../server/postgres/database-server.ts'
import type { Db } from '../server/postgres/tables.ts'
import { isKnownVisitor, issueVisitorCookie } from '../server/security/known-visitors.ts'
import { countAttempt, limitKeys, refundAttempt } from '../server/security/rate-limits.ts'
import { createPointLimit, type SpendPoints } from '../server/security/request-points.ts'
import { recordRevocation, recordSecurityEvent } from '../server/security/security-log.ts'
import type { Shop } from '../shop/port.ts'
import { eventHandlers } from './events.ts'
import { allLetters } from './letters.ts'

/** What the product needs from its process; tests pass a fresh database and the embedded shop. */
export interface AppDependencies {
  config: Config
  db: Db
  /** The pool of the jobs, where they have one of their own. */
  jobsDb?: Db
  shop: Shop
  log: Logger
  /** To listen for changes of other processes; without it jobs run by the clock alone. */
  databaseServer?: DatabaseServer
  /** The clock; tests set it. */
  now?: () => Date
  commit?: string
  /** Whether this process is about to stop. */
  isDraining?: () => boolean
  /** Called after each request with what is known of it; for metrics. */
  onAnswer?: (request: AnsweredRequest) => void
  /** Whether the pages are served too; tests of the API alone leave them out. */
  withPages?: boolean
  /** Called at each named step of a hand-off and of reading an order; for tests. */
  testHook?: JobContext['testHook']
}

export function currentTime(dependencies: AppDependencies): Date {
  return dependencies.now?.() ?? new Date()
}

export function catalogueSyncContext({
  db,
  shop,
  log,
  now = () => new Date(),
}: AppDependencies): CatalogueSyncContext {
  return { db, shop, now, registryChanged: raiseRegistryVersion, log }
}

/** Builds the context of a request: language, session, database, shop and what else a handler may use. */
export function createContextFactory(
  dependencies: AppDependencies,
  spendPoints: SpendPoints,
): (request: Request) => Promise<RequestContext> {
  const { db, config } = dependencies
  const spendIssue = createPointLimit()
  return async request => {
    const jobContext = createJobContext(dependencies)
    const { now } = jobContext
    const token = readSessionToken(request, config)
    const session = token && hashToken(token.token)
    const customer = session && (await findSessionCustomer(db, session, { config, now }))
    const address = clientAddress(request)
    const isKnown = isKnownVisitor(request, config, now)
    const isStaffConsole = isStaffConsoleOpen(config, request)
    const staffToken = isStaffConsole ? readStaffToken(request, config) : undefined
    const staffSession = staffToken ? hashToken(staffToken) : null
    const staff = staffSession && (await findSessionStaff(db, staffSession, now))
    const scope = currentScope()
    if (scope) scope.who = customer ? `account ${customer.id}` : address
    const record: RequestContext['recordSecurityEvent'] = (event, tx) =>
      recordSecurityEvent({ ...jobContext, address, ...(customer && { customerId: customer.id }) }, event, tx)
    const ctx: RequestContext = {
      ...jobContext,
      syncOrdersOfCart: cartId => syncOrdersOfCart(cartId, ctx),
      recordSecurityEvent: record,
      enqueueEmail: (tx, email) =>
        enqueueMessage(tx, email, {
          ...messageSource(jobContext),
          customerId: customer?.id ?? null,
          address: keyedDigest('network address', wideNetworkOf(address), config),
          onLimit: (tx, template) => record({ kind: 'limit_reached', about: `letter ${template}` }, tx),
        }),
      language: requestLanguage(request),
      customer,
      session,
      isStaffConsole,
      staff,
      staffSession,
      address,
      userAgent: (request.headers.get('user-agent') ?? '').slice(0, 300),
      rateLimit: async (name, most, seconds, amount) => {
        const onReached = () => record({ kind: 'limit_reached', about: /^[\w-]+/.exec(name)?.[0] ?? 'other' })
        for (const { key, max } of limitKeys(name, most, address, isKnown))
          await countAttempt(db, now, key, max, seconds, onReached, amount)
      },
      refundAttempt: async (name, seconds) => {
        for (const { key } of limitKeys(name, 0, address, isKnown)) await refundAttempt(db, now, key, seconds)
      },
      spendPoints: points => spendPoints({ address, isKnown }, points, now),
      issueVisitorCookie: () => issueVisitorCookie(request, { address, now, config }, spendIssue),
      createSessionToken,
    }
    return ctx
  }
}

/** What every message is made with, whoever causes it. */
const messageSource = ({ config, now, log }: JobContext) => ({
  letters: allLetters,
  host: new URL(config.SITE_URL).hostname,
  now,
  log,
  emailKey,
})

/** Builds the context of work without a visitor, at this moment. */
export function createJobContext(dependencies: AppDependencies): JobContext {
  const { config, db, shop, log } = dependencies
  const emit: EmitEvent = async (event, tx, facts) => {
    for (const handler of eventHandlers[event]) await handler(tx, facts, ctx)
  }
  const now = currentTime(dependencies)
  const ctx: JobContext = {
    db,
    shop,
    config,
    log,
    now,
    cache: new Map(),
    enqueueEmail: (tx, email) =>
      enqueueMessage(tx, email, { ...messageSource(ctx), customerId: null, address: null }),
    tellStaff: (tx, letter) =>
      ctx.enqueueEmail(tx, { ...letter, to: config.STAFF_EMAIL, language: config.STAFF_LANGUAGE }),
    recordSecurityEvent: (event, tx) => recordSecurityEvent(ctx, event, tx),
    findEmailsTo,
    deleteEmails,
    deleteEmailsTo,
    deleteSentEmails,
    eraseGiverFromEmails,
    deleteEmailsAbout,
    failQueuedEmails,
    recordErasure: (customer, createdAt) => {
      const erasure = { at: now.toISOString(), customer, created: createdAt.toISOString() }
      log.info(erasure, erasureMessage)
      recordErasure(config.ERASURE_LOG, erasure)
    },
    recordRevocation: right => recordRevocation(right, ctx),
    registryChanged: async (tx, registryId) => {
      // Otherwise this request would answer with what it read before the change.
      ctx.cache.clear()
      await raiseRegistryVersion(tx, registryId)
    },
    refreshProducts: ids => refreshProducts(catalogueSyncContext(dependencies), ids),
    emit,
    testHook: dependencies.testHook,
  }
  return ctx
}

/** The text of a message key; an unknown key is returned as it is, so that the mistake is noticed. */
export function translateKey(key: string, language: Language): string {
  const message = (m as Record<string, unknown>)[key]
  return typeof message === 'function' ? String(message({}, { locale: language })) : key
}
