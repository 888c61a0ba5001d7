import { type Context, Hono } from 'hono'
import { netOfTax, parseCents, toEuros } from '../money.ts'
import { type Refund, refundAmount, refundOrder } from '../orders/order-changes.ts'
import { findOrderLines, getOrder, type OrderLine } from '../orders/orders.ts'
import { ShopError, type Store } from '../store.ts'
import { type JsonObject, objectsIn, parsePathId, parseWholeNumber, readObject, toText } from './requests.ts'
import { sendData } from './responses.ts'

/** v3 refunds of order lines (`payment_actions/refunds`), and an order's transactions. */
export function createRefundsApi(store: Store): Hono {
  const app = new Hono()
  app.post('/:id/payment_actions/refunds', c => createRefund(store, c))
  app.post('/:id/payment_actions/refund_quotes', c => quoteRefund(store, c))
  app.get('/:id/payment_actions/refunds', c => listRefunds(store, c))
  app.get('/:id/transactions', c => listTransactions(store, c))
  return app
}

function parseRefundItems(input: JsonObject) {
  const items = objectsIn(input.items)
  if (items.length === 0 || items.some(item => item.item_type !== 'PRODUCT')) {
    throw new ShopError(422, 'Only items of type PRODUCT, or one of type ORDER, can be refunded here.', {
      items: 'invalid',
    })
  }
  return items.map(item => ({
    lineId: parseWholeNumber(item.item_id, 'item_id'),
    quantity: parseWholeNumber(item.quantity, 'quantity'),
    reason: toText(item.reason),
  }))
}

async function createRefund(store: Store, c: Context): Promise<Response> {
  const id = parsePathId(c, 'id')
  const input = await readObject(c)
  const [item, ...others] = objectsIn(input.items)
  const refund =
    item?.item_type === 'ORDER' && others.length === 0
      ? await refundAmount(store, id, parseCents(item.amount), toText(item.reason))
      : await refundOrder(store, id, parseRefundItems(input), toText(input.reason))
  return sendData(c, refundJson(refund, await findOrderLines(store.db, id)), 201)
}

async function quoteRefund(store: Store, c: Context): Promise<Response> {
  const id = parsePathId(c, 'id')
  const items = parseRefundItems(await readObject(c))
  const lines = await findOrderLines(store.db, (await getOrder(store.db, id)).id)
  const totalCents = items.reduce(
    (sum, item) => sum + (findLine(lines, item.lineId)?.price_cents ?? 0) * item.quantity,
    0,
  )
  const net = items.reduce((sum, item) => sum + netCents(lines, item.lineId, item.quantity), 0)
  return sendData(
    c,
    {
      order_id: id,
      total_refund_amount: toEuros(totalCents),
      total_refund_tax_amount: toEuros(Math.round(totalCents - net)),
      order_level_refund_amount: 0,
      rounding: 0,
      adjustment: 0,
      tax_inclusive: true,
      refund_methods: [[refundMethodJson(totalCents)]],
    },
    201,
  )
}

const refundMethodJson = (totalCents: number) => ({
  provider_id: 'testgateway',
  provider_description: 'Test Payment Provider',
  amount: toEuros(totalCents),
  offline: false,
  offline_provider: false,
  offline_reason: '',
})

const findLine = (lines: OrderLine[], id: number) => lines.find(line => line.id === id)

/** The net amount of units of a line, in cents; 0 when there is no such line. */
function netCents(lines: OrderLine[], id: number, quantity: number): number {
  const line = findLine(lines, id)
  return line ? netOfTax(line.price_cents * quantity, line.tax_class) : 0
}

async function listRefunds(store: Store, c: Context): Promise<Response> {
  const order = await getOrder(store.db, parsePathId(c, 'id'))
  const { rows } = await store.db.query<Refund>('select * from shop.refund where order_id = $1 order by id', [
    order.id,
  ])
  const lines = await findOrderLines(store.db, order.id)
  return sendData(
    c,
    rows.map(refund => refundJson(refund, lines)),
  )
}

function refundJson(refund: Refund, lines: OrderLine[]) {
  const net = refund.items.reduce((sum, item) => sum + netCents(lines, item.item_id, item.quantity), 0)
  return {
    id: refund.id,
    order_id: refund.order_id,
    user_id: 1,
    created: refund.created.toISOString(),
    reason: refund.reason,
    total_amount: toEuros(refund.total_cents),
    total_tax: toEuros(Math.round(refund.total_cents - net)),
    uses_merchant_override_values: false,
    items: refund.items.map(item => ({
      item_type: item.quantity > 0 ? 'PRODUCT' : 'ORDER',
      item_id: item.item_id,
      reason: item.reason,
      quantity: Math.max(1, item.quantity),
      requested_amount: toEuros(item.cents),
      adjustments: [],
    })),
    payments: [
      {
        id: refund.id,
        provider_id: 'testgateway',
        amount: toEuros(refund.total_cents),
        offline: false,
        is_declined: false,
        declined_message: '',
        transaction_id: `refund-${refund.id}`,
      },
    ],
  }
}

async function listTransactions(store: Store, c: Context): Promise<Response> {
  const order = await getOrder(store.db, parsePathId(c, 'id'))
  if (order.payment_status === '') return c.body(null, 204)
  return sendData(c, [
    {
      id: order.id,
      order_id: String(order.id),
      event: order.payment_status === 'pending' ? 'pending' : 'purchase',
      method: order.payment_method === 'Gift Certificate' ? 'gift_certificate' : 'credit_card',
      amount: toEuros(order.total_cents),
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
