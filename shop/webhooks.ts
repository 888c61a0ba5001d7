import { createHash, randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { inTransaction, type Queryable } from './database.ts'
import type { Store } from './store.ts'

/** Seconds between the attempts; after the last one the webhook is switched off. */
const retryDelaysSeconds = [60, 180, 300, 600, 900, 1800, 3600, 7200, 21_600, 50_400, 86_400]
const batchSize = 20
const timeoutMs = 10_000
/** When a delivery of a process that died is tried again. */
const leaseMs = 300_000

const written = ['created', 'updated', 'deleted']

/** The events that this shop emits, by the kind of thing that they are about. */
const emittedEvents: Record<string, string[]> = {
  app: ['uninstalled'],
  cart: [...written, 'converted', 'abandoned', 'couponApplied', ...written.map(event => `lineItem/${event}`)],
  channel: ['updated'],
  customer: [...written, ...written.map(event => `address/${event}`)],
  information: ['updated'],
  order: ['created', 'updated', 'archived', 'statusUpdated', 'refund/created'],
  product: [...written, 'inventory/updated', 'inventory/order/updated'],
  shipment: written,
  sku: [...written, 'inventory/updated', 'inventory/order/updated'],
  subscriber: written,
}

export const emittedScopes = Object.entries(emittedEvents).flatMap(([thing, events]) =>
  events.map(event => `store/${thing}/${event}`),
)

/** Whether events of a scope are sent; one that ends in `/*` stands for all that begin alike. */
export const isEmittedScope = (scope: string): boolean =>
  emittedScopes.includes(scope) ||
  (scope.endsWith('/*') && emittedScopes.some(emitted => emitted.startsWith(scope.slice(0, -1))))

/** A webhook that was registered through the API. */
export interface WebhookSubscription {
  id: number
  scope: string
  destination: string
  is_active: boolean
  headers: Record<string, string> | null
  created: Date
  updated: Date
}

interface WebhookDelivery {
  id: number
  message_id: string
  scope: string
  body: string
  attempts: number
  destination: string
  headers: Record<string, string> | null
  webhook_id: number
}

/** Queues an event for every active webhook of its scope, in the transaction of its cause. */
export async function emitEvent(store: Store, tx: Queryable, scope: string, data: object): Promise<void> {
  const now = store.now()
  const body = JSON.stringify({
    scope,
    store_id: '1025646',
    data,
    hash: createHash('sha1').update(JSON.stringify(data)).digest('hex'),
    created_at: Math.floor(now.getTime() / 1000),
    producer: `stores/${store.credentials.storeHash}`,
  })
  const { drop, delay = 0 } = store.faults.hooks
  await tx.query(
    `insert into shop.webhook_delivery (message_id, webhook_id, scope, body, state, due_at, created)
     select 'msg_' || replace(gen_random_uuid()::text, '-', ''), id, $1, $2, $3, $4, $5 from shop.webhook
     where is_active and ($1 = scope or (scope like '%/*' and starts_with($1, left(scope, -1))))`,
    [scope, body, drop ? 'dropped' : 'waiting', new Date(now.getTime() + delay), now],
  )
}

/** Queues an event of an order, `store/order/{event}`, with data `{ type: 'order', id, ...more }`. */
export function emitOrderEvent(
  store: Store,
  tx: Queryable,
  event: string,
  id: number,
  more: object = {},
): Promise<void> {
  return emitEvent(store, tx, `store/order/${event}`, { type: 'order', id, ...more })
}

/** Queues the event of a changed setting: the store's currency, address or tax display. */
export const emitStoreUpdated = (store: Store, tx: Queryable): Promise<void> =>
  emitEvent(store, tx, 'store/information/updated', { type: 'store' })

/** Sends every due delivery once; returns the number of requests sent. */
export async function deliverWebhooks(store: Store): Promise<number> {
  await queueAbandonedCarts(store)
  const dueDeliveries = await takeDueDeliveries(store)
  const { reorder, duplicate } = store.faults.hooks
  if (reorder) dueDeliveries.reverse()
  for (const delivery of dueDeliveries) {
    await sendDelivery(store, delivery)
    if (duplicate) await sendDelivery(store, delivery)
  }
  return duplicate ? dueDeliveries.length * 2 : dueDeliveries.length
}

const abandonedAfterMs = 3600 * 1000

/** A cart without a change for an hour is told of once, and again after its next change. */
async function queueAbandonedCarts(store: Store): Promise<void> {
  await inTransaction(store.db, async tx => {
    const now = store.now()
    const { rows } = await tx.query<{ id: string }>(
      `update shop.cart set abandoned_at = $1
       where updated <= $2 and (abandoned_at is null or abandoned_at < updated) returning id`,
      [now, new Date(now.getTime() - abandonedAfterMs)],
    )
    for (const { id } of rows)
      await emitEvent(store, tx, 'store/cart/abandoned', { type: 'cart', id, token: id.replaceAll('-', '') })
  })
}

async function takeDueDeliveries(store: Store): Promise<WebhookDelivery[]> {
  const now = store.now()
  const { rows } = await store.db.query<WebhookDelivery>(
    `with taken as (
       update shop.webhook_delivery set due_at = $2, attempts = attempts + 1 where id in (
         select id from shop.webhook_delivery where state = 'waiting' and due_at <= $1
         order by id limit ${batchSize} for update skip locked)
       returning id, message_id, webhook_id, scope, body, attempts)
     select taken.*, webhook.destination, webhook.headers
     from taken join shop.webhook on webhook.id = webhook_id order by taken.id`,
    [now, new Date(now.getTime() + leaseMs)],
  )
  return rows
}

async function sendDelivery(store: Store, delivery: WebhookDelivery): Promise<void> {
  const result = await postDelivery(store, delivery)
  if (/^2\d\d$/.test(result)) {
    await store.db.query(
      `update shop.webhook_delivery set state = 'sent', last_response = $2 where id = $1`,
      [delivery.id, result],
    )
    return
  }
  const seconds = retryDelaysSeconds[delivery.attempts - 1]
  await inTransaction(store.db, async tx => {
    await tx.query(
      'update shop.webhook_delivery set state = $2, last_response = $3, due_at = $4 where id = $1',
      [
        delivery.id,
        seconds === undefined ? 'failed' : 'waiting',
        result,
        new Date(store.now().getTime() + (seconds ?? 0) * 1000),
      ],
    )
    if (seconds === undefined) {
      await tx.query('update shop.webhook set is_active = false where id = $1', [delivery.webhook_id])
    }
  })
}

/** Posts a delivery; returns the status of the response, or what went wrong. */
async function postDelivery(store: Store, delivery: WebhookDelivery): Promise<string> {
  try {
    const response = await fetch(delivery.destination, {
      method: 'POST',
      headers: {
        ...delivery.headers,
        ...signatureHeaders(store, delivery),
        'content-type': 'application/json',
      },
      body: delivery.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.arrayBuffer()
    return String(response.status)
  } catch (error) {
    return error instanceof Error ? error.message : 'no answer'
  }
}

/** Headers of Standard Webhooks; the key is the client secret, base64-encoded for the library. */
function signatureHeaders(store: Store, delivery: WebhookDelivery): Record<string, string> {
  const key = Buffer.from(store.credentials.clientSecret).toString('base64')
  const sentAt = store.now()
  return {
    'webhook-id': delivery.message_id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': new Webhook(key).sign(delivery.message_id, sentAt, delivery.body),
  }
}

const deliveryRetentionMs = 30 * 24 * 3600 * 1000

/** Deletes deliveries that are finished and 30 days old. */
export async function deleteOldDeliveries(store: Store): Promise<void> {
  await store.db.query(`delete from shop.webhook_delivery where state <> 'waiting' and created < $1`, [
    new Date(store.now().getTime() - deliveryRetentionMs),
  ])
}

/** Queues a delivery again, due at once, as a new message. */
export async function requeueDelivery(store: Store, id: number): Promise<void> {
  await store.db.query(
    `update shop.webhook_delivery set state = 'waiting', attempts = 0, due_at = $2, message_id = $3 where id = $1`,
    [id, store.now(), `msg_${randomUUID().replaceAll('-', '')}`],
  )
}
