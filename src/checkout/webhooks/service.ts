import type { Db } from '../../server/postgres/tables.ts'
import { type Shop, ShopFailure } from '../../shop/port.ts'
import { insertWebhookEvent } from './data.ts'

export interface WebhookDependencies {
  db: Db
  shop: Shop
  now(): Date
}

/**
 * Receives a webhook of the shop: verifies the raw bytes, stores the event, answers 200 with an empty body. A forgery
 * gets 401 and nothing is stored (R502). A genuine one is never refused, however old or strange, because the platform
 * disables webhooks that are refused (R913, R914).
 */
export async function receiveWebhook(
  request: Request,
  { db, shop, now }: WebhookDependencies,
): Promise<Response> {
  const body = new Uint8Array(await request.arrayBuffer())
  try {
    const { id, scope, subject } = shop.parseWebhook(request.headers, body, now())
    const isRelevant = subject?.kind === 'order' || subject?.kind === 'product'
    if (isRelevant)
      await insertWebhookEvent(db, { id, scope, subject: `${subject.kind} ${subject.id}` }, now())
    return new Response(null, { status: 200 })
  } catch (error) {
    if (!(error instanceof ShopFailure)) throw error
    return new Response(null, { status: error.kind === 'auth' ? 401 : 200 })
  }
}
