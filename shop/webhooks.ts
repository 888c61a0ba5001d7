import { createHash, randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { inTransaction, type Queries, type Store } from './store.ts'

/** Seconds after each failed try until the next one; after the last the hook is switched off. */
const RETRY_AFTER = [60, 180, 300, 600, 900, 1800, 3600, 7200, 21_600, 50_400, 86_400]
const BATCH = 20
const TIMEOUT_MS = 10_000
/** A delivery taken by a process that died is taken up again after this time. */
const LEASE_MS = 300_000

export interface Hook {
  id: number
  scope: string
  destination: string
  is_active: boolean
  headers: Record<string, string> | null
  created: Date
  updated: Date
}

interface Delivery {
  id: number
  webhook_id: string
  scope: string
  body: string
  attempts: number
  destination: string
  headers: Record<string, string> | null
  hook_id: number
}

/** Notes an event for every active hook of its scope; call it in the transaction of its cause. */
export async function emit(store: Store, tx: Queries, scope: string, data: object): Promise<void> {
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
    `insert into shop.delivery (webhook_id, hook_id, scope, body, state, due, created)
     select 'msg_' || replace(gen_random_uuid()::text, '-', ''), id, $1, $2, $3, $4, $5 from shop.hook
     where is_active and ($1 = scope or (scope like '%/*' and starts_with($1, left(scope, -1))))`,
    [scope, body, drop ? 'dropped' : 'waiting', new Date(now.getTime() + delay), now],
  )
}

/** An order's event: `data` is `{ type: 'order', id }` with what is added. */
export function emitOrder(
  store: Store,
  tx: Queries,
  event: string,
  id: number,
  more: object = {},
): Promise<void> {
  return emit(store, tx, `store/order/${event}`, { type: 'order', id, ...more })
}

/** Sends every delivery that is due, once; answers how many requests went out. */
export async function deliverHooks(store: Store): Promise<number> {
  const due = await takeDue(store)
  const { reorder, duplicate } = store.faults.hooks
  if (reorder) due.reverse()
  for (const delivery of due) {
    await deliver(store, delivery)
    if (duplicate) await deliver(store, delivery)
  }
  return duplicate ? due.length * 2 : due.length
}

async function takeDue(store: Store): Promise<Delivery[]> {
  const now = store.now()
  const { rows } = await store.db.query<Delivery>(
    `with taken as (
       update shop.delivery set due = $2, attempts = attempts + 1 where id in (
         select id from shop.delivery where state = 'waiting' and due <= $1
         order by id limit ${BATCH} for update skip locked)
       returning id, webhook_id, hook_id, scope, body, attempts)
     select taken.*, hook.destination, hook.headers from taken join shop.hook on hook.id = hook_id order by taken.id`,
    [now, new Date(now.getTime() + LEASE_MS)],
  )
  return rows
}

async function deliver(store: Store, delivery: Delivery): Promise<void> {
  const answer = await post(store, delivery)
  if (/^2\d\d$/.test(answer)) {
    await store.db.query(`update shop.delivery set state = 'sent', last_answer = $2 where id = $1`, [
      delivery.id,
      answer,
    ])
    return
  }
  const seconds = RETRY_AFTER[delivery.attempts - 1]
  await inTransaction(store.db, async tx => {
    await tx.query('update shop.delivery set state = $2, last_answer = $3, due = $4 where id = $1', [
      delivery.id,
      seconds === undefined ? 'failed' : 'waiting',
      answer,
      new Date(store.now().getTime() + (seconds ?? 0) * 1000),
    ])
    if (seconds === undefined) {
      await tx.query('update shop.hook set is_active = false where id = $1', [delivery.hook_id])
    }
  })
}

async function post(store: Store, delivery: Delivery): Promise<string> {
  try {
    const response = await fetch(delivery.destination, {
      method: 'POST',
      headers: { ...delivery.headers, ...signature(store, delivery), 'content-type': 'application/json' },
      body: delivery.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.arrayBuffer()
    return String(response.status)
  } catch (error) {
    return error instanceof Error ? error.message : 'no answer'
  }
}

/** Standard Webhooks: the key is the client secret, base64-encoded for the library. */
function signature(store: Store, delivery: Delivery): Record<string, string> {
  const key = Buffer.from(store.credentials.clientSecret).toString('base64')
  const sentAt = store.now()
  return {
    'webhook-id': delivery.webhook_id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': new Webhook(key).sign(delivery.webhook_id, sentAt, delivery.body),
  }
}

const KEPT_MS = 30 * 24 * 3600 * 1000

/** Forgets deliveries that are done and a month old. */
export async function forgetOld(store: Store): Promise<void> {
  await store.db.query(`delete from shop.delivery where state <> 'waiting' and created < $1`, [
    new Date(store.now().getTime() - KEPT_MS),
  ])
}

/** Puts a delivery in the queue again, due at once. */
export async function redeliver(store: Store, id: number): Promise<void> {
  await store.db.query(
    `update shop.delivery set state = 'waiting', attempts = 0, due = $2, webhook_id = $3 where id = $1`,
    [id, store.now(), `msg_${randomUUID().replaceAll('-', '')}`],
  )
}
