import { type Selectable, sql } from 'kysely'
import type { Db, Tables } from '../../server/postgres/tables.ts'

export type WebhookEvent = Selectable<Tables['webhook_event']>

/** The NOTIFY channel that wakes the job which processes webhook events. */
export const webhookChannel = 'doron_webhook_event'

interface NewWebhookEvent {
  /** The same for every delivery of one event. */
  id: string
  scope: string
  /** What changed: `order 7`, `product 7`, `settings 0` or `access 0`. */
  subject: string
}

/** A second delivery of the same event changes nothing. */
export async function insertWebhookEvent(db: Db, event: NewWebhookEvent, now: Date): Promise<void> {
  await sql`
    with inserted as (
      insert into webhook_event (id, scope, subject, received_at, next_attempt_at)
      values (${event.id}, ${event.scope}, ${event.subject}, ${now}, ${now})
      on conflict (id) do nothing returning id)
    select pg_notify(${webhookChannel}, '') from inserted`.execute(db)
}

/**
 * The job of the webhooks reads the order again, even if this process is stopped: an event of our own, which is queued
 * again if it was processed before.
 */
export async function queueOrder(db: Db, orderId: number, now: Date): Promise<void> {
  const subject = `order ${orderId}`
  await sql`
    insert into webhook_event (id, scope, subject, received_at, next_attempt_at)
    values (${`retry ${subject}`}, 'retry', ${subject}, ${now}, ${now})
    on conflict (id) do update set processed_at = null, attempts = 0, next_attempt_at = ${now}
      where webhook_event.processed_at is not null`.execute(db)
}

/** No other process gets these events for `leaseMs`. */
export async function claimDueWebhookEvents(
  db: Db,
  now: Date,
  leaseMs: number,
  max: number,
): Promise<WebhookEvent[]> {
  const { rows } = await sql<WebhookEvent>`
    update webhook_event set attempts = attempts + 1, next_attempt_at = ${new Date(now.getTime() + leaseMs)}
    where id in (
      select id from webhook_event where processed_at is null and next_attempt_at <= ${now}
      order by next_attempt_at limit ${max} for update skip locked)
    returning *`.execute(db)
  return rows
}

/** Lists a webhook that could not be repaired for staff; `since` stays as it was first. */
export async function saveSleepingWebhook(db: Db, scope: string, failure: string, now: Date): Promise<void> {
  await db
    .insertInto('sleeping_webhook')
    .values({ scope, failure: failure.slice(0, 300), since: now })
    .onConflict(conflict => conflict.column('scope').doUpdateSet({ failure: failure.slice(0, 300) }))
    .execute()
}
