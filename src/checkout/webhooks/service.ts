import type { Db } from '../../server/postgres/tables.ts'
import { type Shop, ShopFailure } from '../../shop/port.ts'
import { insertWebhookEvent } from './data.ts'

export interface WebhookDependencies {
  db: Db
  shop: Shop
  now(): Date
}

/**
 * The door for webhooks: proves the raw bytes, notes what they hint at, answers 200 with an empty body. A forgery gets
 * 401 and leaves nothing; what is genuine is never refused, however old or strange, for the platform punishes
 * refusals (faults F4, F5).
 */
export async function receiveWebhook(
  request: Request,
  { db, shop, now }: WebhookDependencies,
): Promise<Response> {
  const body = new Uint8Array(await request.arrayBuffer())
  try {
    const { id, scope, subject } = shop.parseWebhook(request.headers, body, now())
    const isOurs = subject?.kind === 'order' || subject?.kind === 'product'
    if (isOurs) await insertWebhookEvent(db, { id, scope, subject: `${subject.kind} ${subject.id}` }, now())
    return new Response(null, { status: 200 })
  } catch (error) {
    if (!(error instanceof ShopFailure)) throw error
    return new Response(null, { status: error.kind === 'auth' ? 401 : 200 })
  }
}
