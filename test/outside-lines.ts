import { listAllCertificates } from './money.ts'
import type { TestApp } from './test-app.ts'

/** A line of our own product that somebody bought in the shop without a registry. */
export interface OutsideLine {
  order: number
  line: number
}

/** A cart of shares of no registry, for so much each, as somebody makes it beside us. */
export function outsideCart({ shop }: Pick<TestApp, 'shop'>, amounts: number[]) {
  const { productId, options } = shop.groupGift
  const selections = [options.product, options.variant].map(option_id => ({ option_id, option_value: 'x' }))
  const line_items = amounts.map((cents, index) => ({
    product_id: productId,
    quantity: 1,
    list_price: cents / 100,
    name: `Share ${index}`,
    option_selections: selections,
  }))
  return { channel_id: 1, line_items }
}

/** Somebody buys such a cart; answers its lines. */
export async function buyOutside(
  app: TestApp,
  amounts: number[],
  buyer: Parameters<TestApp['shop']['actions']['pay']>[1] = {},
  payment: Parameters<TestApp['shop']['actions']['pay']>[2] = 'success',
): Promise<OutsideLine[]> {
  const cart = await app.staff('POST', '/v3/carts', outsideCart(app, amounts))
  const { data } = (await cart.json()) as { data: { id: string } }
  const { id } = await app.shop.actions.pay(data.id, buyer, payment)
  await app.deliver()
  const lines = (await app.processA.shop.fetchOrder(id))?.lines ?? []
  return lines.map(line => ({ order: id, line: line.id }))
}

/** The usable gift cards of a buyer. */
export const cardsOf = async (app: TestApp, email: string) =>
  (await listAllCertificates(app)).filter(one => one.to === email && one.state === 'active')

export const unmatchedOf = (app: TestApp, order: number) =>
  app.db
    .selectFrom('unmatched_line')
    .select(['line_id', 'reason', 'cents'])
    .where('order_id', '=', order)
    .orderBy('line_id')
    .execute()

export const lineCardsOf = (app: TestApp, order: number) =>
  app.db.selectFrom('line_certificate').selectAll().where('order_id', '=', order).orderBy('line_id').execute()
