import { createCart } from '../src/checkout/hand-off.contract.ts'
import { findRows } from '../src/server/postgres/rows.ts'
import type { TestApp } from './test-app.ts'

/** Hands a cart off; answers its reference and the id of the shop's cart. */
export async function handOff(
  app: TestApp,
  registry: { code: string },
  lines: object[],
  more: object = {},
): Promise<{ reference: string; cartId: string; wordsToken: string }> {
  const { data } = await app.call<{ reference: string; words_token: string }>(createCart, {
    registry_id: registry.code,
    line_items: lines,
    giver_name: 'Άννα Δοκιμή',
    ...more,
  })
  const cartId = await cartIdOf(app, data.reference)
  return { reference: data.reference, cartId, wordsToken: data.words_token }
}

/** The id of the shop's cart of a hand-off. */
export async function cartIdOf({ db }: TestApp, reference: string): Promise<string> {
  const handoff = db.selectFrom('handoff').select('cart_id').where('reference', '=', reference)
  return (await handoff.executeTakeFirstOrThrow()).cart_id!
}

export const purchasesOf = (app: TestApp, gift: { id: number }) =>
  findRows(app.db, 'purchase', { where: { gift_id: gift.id }, orderBy: ['order_id', 'line_id'] })

/** The ledger's lines of an order, as they were appended. */
export const ledgerOf = (app: TestApp, orderId: number) =>
  findRows(app.db, 'ledger', { where: { order_id: orderId }, columns: ['kind', 'cents'], orderBy: ['id'] })

/** The ledger's cents of an order by kind, whatever corrections led there; without kinds that sum to nothing. */
export async function sumLedger(app: TestApp, orderId: number): Promise<Record<string, number>> {
  const sums: Record<string, number> = {}
  for (const { kind, cents } of await ledgerOf(app, orderId)) sums[kind] = (sums[kind] ?? 0) + cents
  return Object.fromEntries(Object.entries(sums).filter(([, cents]) => cents !== 0))
}

/** The e-mails that an order caused. */
export const emailsOf = (app: TestApp, orderId: number) =>
  app.db
    .selectFrom('outbox')
    .select(['template', 'recipient', 'language'])
    .where('cause', 'like', `%order:${orderId}:%`)
    .orderBy('template')
    .execute()

/** The context of a job in one of the two processes. */
export const jobContextOf = (app: TestApp, process: 'A' | 'B' = 'A') =>
  (process === 'A' ? app.processA : app.processB).createContext(new Request(app.config.SITE_URL))
