import { sql } from 'kysely'
import { expect } from 'vitest'
import {
  endedStatuses,
  type ReadShop,
  readLinesLeft,
  sum,
  toCents,
  type WireCertificate,
  type WireLine,
  type WireOrder,
} from './shop-money.ts'
import type { TestApp } from './test-app.ts'

interface WireTransaction {
  event: string
  status: string
  amount: number
  gift_certificate: { code: string; starting_balance: number; remaining_balance: number } | null
}

interface PaidOrder extends WireOrder {
  cart_id: string
}

/** What an order of the shop brought: money, goods, what a certificate paid of both, and what nobody has the goods of. */
async function readOrder(readShop: ReadShop, order: PaidOrder, isMoney: (line: WireLine) => boolean) {
  const transactions = await readShop<WireTransaction>(`/v3/orders/${order.id}/transactions`)
  const refunds = await readShop<{ total_amount: number }>(`/v3/orders/${order.id}/payment_actions/refunds`)
  const refunded = sum(refunds.map(one => toCents(one.total_amount)))
  const lines = await readShop<WireLine>(`/v2/orders/${order.id}/products`)
  const left = await readLinesLeft(readShop, order, [])
  const moneyIds = lines.filter(isMoney).map(line => line.id)
  const ok = transactions.filter(one => one.status === 'ok')
  const taken = sum(
    ok.map(({ gift_certificate: one }) =>
      one ? toCents(one.starting_balance) - toCents(one.remaining_balance) : 0,
    ),
  )
  const captured = sum(
    ok.filter(one => ['purchase', 'capture'].includes(one.event)).map(one => toCents(one.amount)),
  )
  const isEnded = endedStatuses.includes(order.status_id)
  const total = toCents(order.total_inc_tax)
  const money = sum(left.filter(line => moneyIds.includes(line.id)).map(line => line.cents))
  return {
    id: order.id,
    money: Math.min(money, Math.max(0, total - refunded)),
    moneyBeforeWaiting: money,
    goods: sum(left.filter(line => !moneyIds.includes(line.id)).map(line => line.cents)),
    // What is given back goes to the certificate first.
    byCertificate: isEnded ? 0 : Math.max(0, taken - refunded),
    excess: isEnded ? 0 : Math.max(0, captured - refunded - total),
  }
}

/**
 * `moneyProduct` is our own; `digital` is delivered at once, and money where it was bought by a hand-off.
 * What can be paid out is no more than the money paid to the shop that has bought nothing and was not paid out, less
 * refunds (R1160). By what the shop tells over its REST interface; `spent`: what hosts bought with certificates beside
 * the shop's orders. A refund of a whole order that waits for its place lowers nothing yet, but its money waits too; what
 * had left before is not owed until then.
 */
export async function expectNoMoneyMade(
  app: TestApp,
  readShop: ReadShop,
  { moneyProduct, digital, spent }: { moneyProduct: number; digital: number; spent: number },
): Promise<void> {
  const handoffs = await app.db.selectFrom('handoff').select('cart_id').execute()
  const carts = new Set(handoffs.map(one => one.cart_id))
  const isMoneyOf = (order: PaidOrder) => (line: WireLine) =>
    line.product_id === moneyProduct || (line.product_id === digital && carts.has(order.cart_id))
  const all = await readShop<PaidOrder>('/v2/orders')
  const guests = all.filter(one => !one.external_order_id.startsWith('REG-'))
  const orders = await Promise.all(guests.map(order => readOrder(readShop, order, isMoneyOf(order))))
  const hostOrders = sum(
    all
      .filter(one => one.external_order_id.startsWith('REG-') && !endedStatuses.includes(one.status_id))
      .map(one => toCents(one.total_inc_tax)),
  )
  const { rows: released } = await sql<{ order_id: number; kind: string; cents: number }>`
    select order_id, 'returned' as kind, sum(cents)::int as cents from returned_unit group by order_id
    union all select order_id, 'freed', sum(cents)::int from freed_unit group by order_id`.execute(app.db)
  const ofUnits = sum(
    released.map(({ order_id, kind, cents }) => {
      const order = orders.find(one => one.id === order_id)
      // A receipt of the till is in no order.
      if (!order) return order_id < 0 ? cents : 0
      return Math.min(cents, kind === 'freed' ? order.excess : order.goods)
    }),
  )
  const { rows: tills } = await sql<{ cents: number }>`
    select cents from purchase where order_id < 0 and state = 'paid' and is_money`.execute(app.db)
  const { rows: open } = await sql<{ cents: number }>`
    select coalesce(sum(cents), 0)::int as cents from ledger
    left join order_payment on order_payment.order_id = coalesce(source_order_id, ledger.order_id)
    where account <> 'goods' and is_disputed is not true`.execute(app.db)
  const { rows: leftBefore } = await sql<{ order_id: number; cents: number }>`
    select order_payment.order_id, -sum(cents)::int as cents from ledger
    join order_payment on order_payment.order_id = source_order_id and is_disputed
    where kind in ('certificate', 'redeemed', 'returned') and account <> 'goods'
    group by order_payment.order_id`.execute(app.db)
  // What became a gift card of its buyer, or is about to.
  const { rows: ofBuyers } = await sql<{ code: string; order_id: number; waiting: number; left: number }>`
    select code, order_id, case when state = 'waiting' and not is_disputed then due_cents else 0 end as waiting,
      case when state = 'done' and is_disputed then cents - refunded_cents else 0 end as left
    from line_certificate join order_payment using (order_id)`.execute(app.db)
  const payouts = await app.db.selectFrom('payout').select('code').execute()
  const codes = new Set([...payouts, ...ofBuyers].map(one => one.code))
  const moneyOf = ({ id, money, moneyBeforeWaiting }: (typeof orders)[number]) => {
    const leftOf = (list: { order_id: number; cents: number }[]) =>
      sum(list.filter(one => one.order_id === id).map(one => one.cents))
    const left = leftOf(leftBefore) + leftOf(ofBuyers.map(one => ({ ...one, cents: one.left })))
    return Math.max(money, Math.min(moneyBeforeWaiting, left))
  }
  const certificates = await readShop<WireCertificate>('/v2/gift_certificates')
  const unspent = sum(certificates.filter(one => codes.has(one.code)).map(one => toCents(one.balance)))
  const paid = sum(orders.map(moneyOf)) + sum(tills.map(one => one.cents)) + ofUnits
  const gone = hostOrders + spent + sum(orders.map(one => one.byCertificate))
  const waiting = sum(ofBuyers.map(one => one.waiting))
  expect((open[0]?.cents ?? 0) + unspent + waiting).toBeLessThanOrEqual(paid - gone)
}
