import { type Context, Hono } from 'hono'
import { parseCents, toEuros } from '../money.ts'
import { settlePayment } from '../orders/order-changes.ts'
import {
  findOrderLines,
  getOrder,
  netOfFee,
  netOfLine,
  type OrderFee,
  type OrderLine,
} from '../orders/orders.ts'
import {
  findRefunds,
  planRefund,
  type Refund,
  type RefundItem,
  type RefundRequest,
  refundOrder,
} from '../orders/refunds.ts'
import { findTransactions, type OrderTransaction } from '../orders/transactions.ts'
import { ShopError, type Store } from '../store.ts'
import { accepts, pagingQuery } from './accepts.ts'
import {
  isJsonObject,
  type JsonObject,
  objectsIn,
  parsePathId,
  parseWholeNumber,
  queryIds,
  readObject,
  toText,
} from './requests.ts'
import { sendData, sendRequestedPage } from './responses.ts'

const itemFields = ['item_type', 'item_id', 'quantity', 'amount', 'reason'].map(field => `items.${field}`)
const quoteFields = [...itemFields, 'tax_adjustment_amount']
const refundFields = [
  ...quoteFields,
  ...['provider_id', 'amount', 'offline'].map(field => `payments.${field}`),
  'merchant_calculated_override.total_amount',
]

/** v3 refunds (`payment_actions`), and an order's transactions. */
export function createRefundsApi(store: Store): Hono {
  const app = new Hono()
  const path = '/:id/payment_actions/refunds'
  app.post(path, accepts({ body: refundFields }), c => createRefund(store, c))
  app.post('/:id/payment_actions/refund_quotes', accepts({ body: quoteFields }), c => quoteRefund(store, c))
  app.get(path, accepts(), c => listRefunds(store, c))
  app.get('/payment_actions/refunds/:refund', accepts(), c => sendRefund(store, c))
  for (const [action, status] of [
    ['capture', 'captured'],
    ['void', 'void'],
  ] as const)
    app.post(`/:id/payment_actions/${action}`, accepts(), async c => {
      await settlePayment(store, parsePathId(c, 'id'), status)
      return c.body(null, 201)
    })
  app.get('/payment_actions/refunds', accepts({ query: [...pagingQuery, 'order_id:in', 'id:in'] }), c =>
    listAllRefunds(store, c),
  )
  app.get('/:id/transactions', accepts(), c => listTransactions(store, c))
  return app
}

const invalid = (field: string, message: string): ShopError =>
  new ShopError(422, message, { [field]: message })

function parseRequest(input: JsonObject): RefundRequest {
  const items = objectsIn(input.items).map(parseItem)
  const override = isJsonObject(input.merchant_calculated_override)
    ? { overrideCents: parseCents(input.merchant_calculated_override.total_amount) }
    : {}
  if (input.tax_adjustment_amount === undefined) {
    if (items.length === 0) throw invalid('items', 'items is required.')
    return { items, ...override }
  }
  const taxCents = parseCents(input.tax_adjustment_amount)
  if (items.length > 0 && taxCents !== 0) throw invalid('items', 'A tax adjustment has no items.')
  return { items, ...(items.length === 0 ? { taxCents } : {}), ...override }
}

function parseItem(item: JsonObject): RefundRequest['items'][number] {
  const reason = toText(item.reason)
  const type = item.item_type
  if (type === 'PRODUCT') {
    if (item.amount !== undefined) throw invalid('amount', 'An item of type PRODUCT has no amount here.')
    return {
      lineId: parseWholeNumber(item.item_id, 'item_id'),
      quantity: parseWholeNumber(item.quantity, 'quantity'),
      reason,
    }
  }
  if (type === 'FEE')
    return { type, feeId: parseWholeNumber(item.item_id, 'item_id'), cents: parseCents(item.amount), reason }
  // There is no gift wrapping here.
  if (type !== 'ORDER' && type !== 'SHIPPING' && type !== 'HANDLING') {
    throw invalid('item_type', 'This order has nothing of that item_type to refund.')
  }
  return { type, cents: parseCents(item.amount), reason }
}

async function createRefund(store: Store, c: Context): Promise<Response> {
  const id = parsePathId(c, 'id')
  const input = await readObject(c)
  const request = parseRequest(input)
  const payments = objectsIn(input.payments)
  if (payments.length > 0) {
    const order = await getOrder(store.db, id)
    const { totalCents } = await planRefund(store.db, order, request)
    const paidCents = payments.reduce((sum, payment) => sum + parseCents(payment.amount), 0)
    if (paidCents !== totalCents) throw invalid('payments', 'The payments do not add up to the refund.')
  }
  const refund = await refundOrder(store, id, request)
  return sendData(c, refundJson(refund, await chargedBy(store, id)), 201)
}

async function quoteRefund(store: Store, c: Context): Promise<Response> {
  const order = await getOrder(store.db, parsePathId(c, 'id'))
  const plan = await planRefund(store.db, order, parseRequest(await readObject(c)))
  const left = order.total_cents - order.refunded_cents
  return sendData(
    c,
    {
      order_id: order.id,
      total_refund_amount: toEuros(plan.totalCents),
      total_refund_tax_amount: toEuros(taxCents(plan, plan.totalCents)),
      order_level_refund_amount: toEuros(left),
      rounding: 0,
      adjustment: 0,
      tax_inclusive: true,
      refund_methods: [[refundMethodJson(plan.totalCents)]],
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

/** What an order was charged for with tax. */
interface Charged {
  lines: OrderLine[]
  fees: OrderFee[]
}
const chargedBy = async ({ db }: Store, orderId: number): Promise<Charged> => ({
  lines: await findOrderLines(db, orderId),
  fees: (await getOrder(db, orderId)).fees,
})

/** The tax in a refund: that of its units and fees, in proportion where staff give back another total. */
function taxCents({ items, lines, fees }: Charged & { items: RefundItem[] }, totalCents: number): number {
  const itemCents = items.reduce((sum, item) => sum + item.cents, 0)
  const tax = items.reduce((sum, item) => {
    const line = lines.find(candidate => item.type === 'PRODUCT' && candidate.id === item.item_id)
    const fee = fees.find(candidate => item.type === 'FEE' && candidate.id === item.item_id)
    if (fee) return sum + item.cents - netOfFee(fee, item.cents)
    return line ? sum + item.cents - netOfLine(line, item.cents) : sum
  }, 0)
  return itemCents === 0 ? 0 : Math.round((tax * totalCents) / itemCents)
}

async function listRefunds(store: Store, c: Context): Promise<Response> {
  const order = await getOrder(store.db, parsePathId(c, 'id'))
  const charged = await chargedBy(store, order.id)
  const refunds = await findRefunds(store.db, order.id)
  return sendData(
    c,
    refunds.map(refund => refundJson(refund, charged)),
  )
}

async function listAllRefunds(store: Store, c: Context): Promise<Response> {
  const { rows } = await store.db.query<Pick<Refund, 'order_id'>>(
    'select distinct order_id from shop.refund order by order_id',
  )
  const all: ReturnType<typeof refundJson>[] = []
  for (const { order_id } of rows) {
    const charged = await chargedBy(store, order_id)
    all.push(...(await findRefunds(store.db, order_id)).map(refund => refundJson(refund, charged)))
  }
  const [orderIds, ids] = [queryIds(c, 'order_id:in'), queryIds(c, 'id:in')]
  return sendRequestedPage(
    c,
    all.filter(
      ({ id, order_id }) => (!ids || ids.includes(id)) && (!orderIds || orderIds.includes(order_id)),
    ),
  )
}

async function sendRefund(store: Store, c: Context): Promise<Response> {
  const id = parsePathId(c, 'refund')
  const { rows } = await store.db.query<Pick<Refund, 'order_id'>>(
    'select order_id from shop.refund where id = $1',
    [id],
  )
  if (!rows[0]) throw new ShopError(404, 'The requested resource was not found.')
  const refunds = await findRefunds(store.db, rows[0].order_id)
  const charged = await chargedBy(store, rows[0].order_id)
  return sendData(c, refundJson(refunds.find(refund => refund.id === id)!, charged))
}

function refundJson(refund: Refund, charged: Charged) {
  const total = toEuros(refund.total_cents)
  const tax = refund.is_tax_adjustment
    ? refund.total_cents
    : taxCents({ items: refund.items, ...charged }, refund.total_cents)
  return {
    id: refund.id,
    order_id: refund.order_id,
    user_id: 1,
    created: refund.created.toISOString(),
    reason: refund.items[0]?.reason ?? '',
    total_amount: total,
    total_tax: toEuros(tax),
    uses_merchant_override_values: refund.is_overridden,
    items: refund.items.map(item => ({
      item_type: item.type,
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
        amount: total,
        offline: false,
        is_declined: refund.is_declined,
        declined_message: refund.is_declined ? 'The card was refused.' : '',
        transaction_id: `refund-${refund.id}`,
      },
    ],
  }
}

async function listTransactions(store: Store, c: Context): Promise<Response> {
  const order = await getOrder(store.db, parsePathId(c, 'id'))
  const transactions = await findTransactions(store.db, order.id)
  return transactions.length === 0 ? c.body(null, 204) : sendData(c, transactions.map(transactionJson))
}

const gateways = { credit_card: 'testgateway', gift_certificate: 'giftcertificate', offline: 'custom' }

const transactionJson = ({ id, order_id, certificate, ...transaction }: OrderTransaction) => ({
  id,
  order_id: String(order_id),
  event: transaction.event,
  method: transaction.method,
  amount: toEuros(transaction.cents),
  currency: 'EUR',
  gateway: gateways[transaction.method],
  gateway_transaction_id: `order-${order_id}-${id}`,
  test: true,
  status: transaction.status,
  fraud_review: false,
  date_created: transaction.created.toISOString(),
  gift_certificate: certificate && {
    code: certificate.code,
    original_balance: toEuros(certificate.amount_cents),
    starting_balance: toEuros(certificate.starting_cents),
    remaining_balance: toEuros(certificate.remaining_cents),
    status: 'active',
  },
})
