import type { Db } from '../server/tables.ts'
import { type Shop, ShopFailure } from '../shop/port.ts'
import { noteHint } from './jobs-data.ts'

export interface HookParts {
  db: Db
  shop: Shop
  now(): Date
}

/**
 * The door for webhooks: proves the raw bytes, notes what they hint at, answers 200 with an empty body. A forgery gets
 * 401 and leaves nothing; what is genuine is never refused, however old or strange, for the platform punishes
 * refusals (faults F4, F5).
 */
export async function receiveHook(request: Request, { db, shop, now }: HookParts): Promise<Response> {
  const body = new Uint8Array(await request.arrayBuffer())
  try {
    const { id, scope, about } = shop.readHook(request.headers, body, now())
    const isOurs = about?.kind === 'order' || about?.kind === 'product'
    if (isOurs) await noteHint(db, { id, scope, subject: `${about.kind} ${about.id}` }, now())
    return new Response(null, { status: 200 })
  } catch (error) {
    if (!(error instanceof ShopFailure)) throw error
    return new Response(null, { status: error.kind === 'auth' ? 401 : 200 })
  }
}
