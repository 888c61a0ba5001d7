import type { Logger } from 'pino'
import type { Db } from '../../server/postgres/tables.ts'
import { type Shop, ShopFailure } from '../../shop/port.ts'
import { insertWebhookEvent } from './data.ts'

export interface WebhookDependencies {
  db: Db
  shop: Shop
  now(): Date
  log: Logger
}

/**
 * Receives a webhook of the shop: verifies the raw bytes, stores the event, answers 200 with an empty body. A forgery
 * gets 401 and nothing is stored (R502). A genuine one is never refused, however old or strange, because the platform
 * disables webhooks that are refused (R913, R914).
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
