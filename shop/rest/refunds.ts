import { type Context, Hono } from 'hono'
import { euros, withoutTax } from '../money.ts'
import { type Refund, refundOrder } from '../order-changes.ts'
import { linesOf, type OrderLine, orderById } from '../orders.ts'
import { ShopError, type Store } from '../store.ts'
import { type Body, bodies, body, data, pathId, text, whole } from './answers.ts'

/** v3 `payment_actions/refunds` of order lines, and an order's transactions. */
export function refundsApi(store: Store): Hono {
  const app = new Hono()
  app.post('/:id/payment_actions/refunds', c => refund(store, c))
  app.post('/:id/payment_actions/refund_quotes', c => quote(store, c))
  app.get('/:id/payment_actions/refunds', c => list(store, c))
  app.get('/:id/transactions', c => transactions(store, c))
  return app
}

function wantedItems(sent: Body) {
  const items = bodies(sent.items)
  if (items.length === 0 || items.some(item => item.item_type !== 'PRODUCT')) {
    throw new ShopError(422, 'Only items of type PRODUCT can be refunded here.', { items: 'invalid' })
  }
  return items.map(item => ({
    lineId: whole(item.item_id, 'item_id'),
    quantity: whole(item.quantity, 'quantity'),
    reason: text(item.reason),
  }))
}

async function refund(store: Store, c: Context): Promise<Response> {
  const id = pathId(c, 'id')
  const sent = await body(c)
  const made = await refundOrder(store, id, wantedItems(sent), text(sent.reason))
  return data(c, refundJson(made, await linesOf(store.db, id)), 201)
}

async function quote(store: Store, c: Context): Promise<Response> {
  const id = pathId(c, 'id')
  const items = wantedItems(await body(c))
  const lines = await linesOf(store.db, (await orderById(store.db, id)).id)
  const total = items.reduce(
    (sum, item) => sum + (lineOf(lines, item.lineId)?.price_cents ?? 0) * item.quantity,
    0,
  )
  const net = items.reduce((sum, item) => sum + netOf(lines, item.lineId, item.quantity), 0)
  return data(
    c,
    {
      order_id: id,
      total_refund_amount: euros(total),
      total_refund_tax_amount: euros(Math.round(total - net)),
      order_level_refund_amount: 0,
      rounding: 0,
      adjustment: 0,
      tax_inclusive: true,
      refund_methods: [[provider(total)]],
    },
    201,
  )
}

const provider = (total: number) => ({
  provider_id: 'testgateway',
  provider_description: 'Test Payment Provider',
  amount: euros(total),
  offline: false,
  offline_provider: false,
  offline_reason: '',
})

const lineOf = (lines: OrderLine[], id: number) => lines.find(line => line.id === id)

function netOf(lines: OrderLine[], id: number, quantity: number): number {
  const line = lineOf(lines, id)
  return line ? withoutTax(line.price_cents * quantity, line.tax_class) : 0
}

async function list(store: Store, c: Context): Promise<Response> {
  const order = await orderById(store.db, pathId(c, 'id'))
  const { rows } = await store.db.query<Refund>('select * from shop.refund where order_id = $1 order by id', [
    order.id,
  ])
  const lines = await linesOf(store.db, order.id)
  return data(
    c,
    rows.map(made => refundJson(made, lines)),
  )
}

function refundJson(made: Refund, lines: OrderLine[]) {
  const net = made.items.reduce((sum, item) => sum + netOf(lines, item.item_id, item.quantity), 0)
  return {
    id: made.id,
    order_id: made.order_id,
    user_id: 1,
    created: made.created.toISOString(),
    reason: made.reason,
    total_amount: euros(made.total_cents),
    total_tax: euros(Math.round(made.total_cents - net)),
    uses_merchant_override_values: false,
    items: made.items.map(item => ({
      item_type: 'PRODUCT',
      item_id: item.item_id,
      reason: item.reason,
      quantity: item.quantity,
      requested_amount: euros(item.cents),
      adjustments: [],
    })),
    payments: [
      {
        id: made.id,
        provider_id: 'testgateway',
        amount: euros(made.total_cents),
        offline: false,
        is_declined: false,
        declined_message: '',
        transaction_id: `refund-${made.id}`,
      },
    ],
  }
}

async function transactions(store: Store, c: Context): Promise<Response> {
  const order = await orderById(store.db, pathId(c, 'id'))
  if (order.payment_status === '') return c.body(null, 204)
  return data(c, [
    {
      id: order.id,
      order_id: String(order.id),
      event: order.payment_status === 'pending' ? 'pending' : 'purchase',
      method: order.payment_method === 'Gift Certificate' ? 'gift_certificate' : 'credit_card',
      amount: euros(order.total_cents),
      currency: 'EUR',
      gateway: order.payment_method === 'Gift Certificate' ? 'giftcertificate' : 'testgateway',
      gateway_transaction_id: `order-${order.id}`,
      test: true,
      status: order.payment_status === 'declined' ? 'error' : 'ok',
      fraud_review: false,
      date_created: order.created.toISOString(),
    },
  ])
}
