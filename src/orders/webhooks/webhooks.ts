import type { Logger } from 'pino'
import { hourMs } from '../../base/durations.ts'
import { nextAttemptAt } from '../../base/work-limit.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { deleteRows, updateRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { type Shop, ShopFailure, type ShopWebhook, webhookPath, webhookScopes } from '../../shop/port.ts'
import { syncOrder } from '../orders.ts'
import { noteUninstall, rereadStoreSettings } from '../store-settings.ts'
import * as data from './webhooks.sql.ts'
import { insertWebhookEvent } from './webhooks.sql.ts'

interface WebhookDependencies {
  db: Db
  shop: Shop
  now(): Date
  log: Logger
}

/**
 * Receives a webhook of the shop: verifies the raw bytes, stores the event, and answers 200 without a body. A forged
 * one gets 401, and nothing is stored (R502, R913). A genuine one is never refused, however old or strange (R914), as
 * the platform disables webhooks that are refused.
 */
export async function receiveWebhook(
  request: Request,
  { db, shop, now, log }: WebhookDependencies,
): Promise<Response> {
  const body = new Uint8Array(await request.arrayBuffer())
  try {
    const { id, scope, subject } = shop.parseWebhook(request.headers, body, now())
    if (subject !== null && subject.kind !== 'category')
      await insertWebhookEvent(db, { id, scope, subject: `${subject.kind} ${subject.id}` }, now())
    return new Response(null, { status: 200 })
  } catch (error) {
    if (!(error instanceof ShopFailure)) throw error
    const isRefused = error.kind === 'auth'
    log.warn({ reason: error.message }, isRefused ? 'webhook refused' : 'webhook not understood')
    return new Response(null, { status: isRefused ? 401 : 200 })
  }
}

/** 5 s, 10 s, 20 s … at most an hour. */
const retryDelays = { firstMs: 5000, mostMs: hourMs }
const leaseMs = 60_000
const batchSize = 50

/**
 * Processes due webhook events. Events about the same subject cause one reading of the shop; a failure is tried again
 * later. Answers how many events were claimed.
 */
export async function processWebhookEvents(ctx: JobContext): Promise<number> {
  const { db, now, log } = ctx
  const events = await data.claimDueWebhookEvents(db, now, leaseMs, batchSize)
  for (const [subject, sameSubject] of Map.groupBy(events, event => event.subject)) {
    const ids = sameSubject.map(event => event.id)
    try {
      await refreshSubject(subject, sameSubject, ctx)
      await updateRows(db, 'webhook_event', { set: { processed_at: now }, where: { id: { in: ids } } })
    } catch (error) {
      const attempts = Math.max(...sameSubject.map(event => event.attempts))
      log.warn({ subject, attempts, error: String(error) }, 'webhook event failed, will be tried again')
      await updateRows(db, 'webhook_event', {
        set: { next_attempt_at: nextAttemptAt(now, attempts, retryDelays) },
        where: { id: { in: ids } },
      })
    }
  }
  return events.length
}

async function refreshSubject(subject: string, events: data.WebhookEvent[], ctx: JobContext): Promise<void> {
  const [kind, id] = subject.split(' ')
  if (kind === 'order') await syncOrder(Number(id), ctx)
  if (kind === 'product') await ctx.refreshProducts([Number(id)])
  if (kind === 'settings') await rereadStoreSettings(ctx)
  const toldAt = new Date(Math.max(...events.map(event => event.received_at.getTime())))
  if (kind === 'access') await noteUninstall(toldAt, ctx)
}

/**
 * Creates missing webhooks, repairs those that the platform disabled or that don't carry our secret, and deletes second
 * ones of the same event (R503, lost webhooks). Webhooks with another destination are left alone. Throws ShopFailure
 * after all were checked.
 */
export async function ensureWebhooks({ db, shop, config, log, now }: JobContext): Promise<void> {
  const destination = `${config.SITE_URL}${webhookPath}`
  const existing = (await shop.fetchWebhooks()).filter(webhook => webhook.destination === destination)
  const failures: unknown[] = []
  for (const scope of webhookScopes) {
    const [kept, ...others] = existing.filter(one => one.scope === scope).sort(healthyFirst)
    try {
      if (!kept) await shop.createWebhook({ scope, destination })
      else if (!isHealthy(kept)) {
        await shop.repairWebhook(kept.id)
        log.warn({ scope, webhook: kept.id }, 'webhook was asleep or had another secret; repaired')
      }
      for (const { id } of others) await shop.deleteWebhook(id)
      await deleteRows(db, 'sleeping_webhook', { scope })
    } catch (error) {
      await data.saveSleepingWebhook(db, scope, String(error), now)
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

const isHealthy = ({ active, hasOurSecret }: ShopWebhook) => active && hasOurSecret !== false

const healthyFirst = (one: ShopWebhook, other: ShopWebhook) =>
  Number(isHealthy(other)) - Number(isHealthy(one)) || one.id - other.id
