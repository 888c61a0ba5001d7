import { type Context, Hono } from 'hono'
import { type CartLine, lineFrom } from '../cart-lines.ts'
import { languageOf } from '../channels.ts'
import { insertOrder } from '../checkout.ts'
import { cents } from '../money.ts'
import { changeStatus, tellStatus } from '../order-changes.ts'
import {
  AWAITING_FULFILLMENT,
  INCOMPLETE,
  linesByOrder,
  linesOf,
  noAddress,
  type Order,
  orderById,
  STATUSES,
  sums,
  writeLines,
} from '../orders.ts'
import { takeStock } from '../stock.ts'
import { inTransaction, ShopError, type Store } from '../store.ts'
import { emitOrder } from '../webhooks.ts'
import { type Body, bodies, body, isBody, paging, pathId, text, whole } from './answers.ts'
import { filters } from './order-filters.ts'
import { orderJson, shippingJson } from './order-json.ts'
import { lineJson } from './order-line-json.ts'

/** v2 orders: read, listed, made, and moved from status to status. */
export function ordersApi(store: Store): Hono {
  const app = new Hono()
  app.get('/', c => list(store, c))
  app.post('/', c => create(store, c))
  app.get('/:id', async c => show(store, c, await orderById(store.db, pathId(c, 'id'))))
  app.put('/:id', c => update(store, c))
  app.get('/:id/products', c => products(store, c))
  app.get('/:id/shipping_addresses', async c =>
    c.json([shippingJson(await orderById(store.db, pathId(c, 'id')))]),
  )
  app.get('/:id/coupons', async c => {
    await orderById(store.db, pathId(c, 'id'))
    return c.body(null, 204)
  })
  return app
}

export const statuses = STATUSES.map((name, id) => ({
  id,
  name,
  system_label: name,
  custom_label: name,
  order: id,
}))

async function show(store: Store, c: Context, order: Order): Promise<Response> {
  const lines = await linesOf(store.db, order.id)
  const includes = c.req.query('include')?.includes('consignments.line_items')
  const consignments = includes ? { consignments: consignmentsOf(lines.map(lineJson)) } : {}
  return c.json({ ...orderJson(store, order, lines), ...consignments })
}

const consignmentsOf = (lines: ReturnType<typeof lineJson>[]) => ({
  pickups: [],
  shipping: [{ line_items: lines.filter(line => line.type === 'physical') }],
  downloads: [{ line_items: lines.filter(line => line.type !== 'physical') }],
  email: { gift_certificates: [] },
})

async function list(store: Store, c: Context): Promise<Response> {
  const { page, limit } = paging(c)
  const [column, direction] = (c.req.query('sort') ?? 'id:asc').split(':')
  const sort = { id: 'id', date_created: 'created', date_modified: 'modified', status_id: 'status_id' }[
    column ?? ''
  ]
  if (!sort) throw new ShopError(400, 'The sort query parameter is invalid.')
  const { clause, values } = filters(c)
  const { rows } = await store.db.query<Order>(
    `select * from shop."order" where ${clause} order by ${sort} ${direction === 'desc' ? 'desc' : 'asc'}, id
     limit ${limit} offset ${(page - 1) * limit}`,
    values,
  )
  if (rows.length === 0) return c.body(null, 204)
  const lines = await linesByOrder(
    store.db,
    rows.map(order => order.id),
  )
  return c.json(rows.map(order => orderJson(store, order, lines.get(order.id) ?? [])))
}

async function products(store: Store, c: Context): Promise<Response> {
  const order = await orderById(store.db, pathId(c, 'id'))
  const { page, limit } = paging(c)
  const lines = (await linesOf(store.db, order.id)).slice((page - 1) * limit, page * limit)
  return lines.length === 0 ? c.body(null, 204) : c.json(lines.map(lineJson))
}

async function update(store: Store, c: Context): Promise<Response> {
  const id = pathId(c, 'id')
  const sent = await body(c)
  await orderById(store.db, id)
  await inTransaction(store.db, async tx => {
    for (const field of ['staff_notes', 'customer_message', 'external_order_id']) {
      if (sent[field] === undefined) continue
      if (String(sent[field]).length > 65_535) throw new ShopError(400, `The field ${field} is too long.`)
      await tx.query(`update shop."order" set ${field} = $2, modified = $3 where id = $1`, [
        id,
        String(sent[field]),
        store.now(),
      ])
    }
    await emitOrder(store, tx, 'updated', id)
  })
  if (sent.status_id !== undefined) await changeStatus(store, id, whole(sent.status_id, 'status_id'))
  return show(store, c, await orderById(store.db, id))
}

async function create(store: Store, c: Context): Promise<Response> {
  const sent = await body(c)
  const channelId = sent.channel_id === undefined ? 1 : whole(sent.channel_id, 'channel_id')
  const status = sent.status_id === undefined ? AWAITING_FULFILLMENT : whole(sent.status_id, 'status_id')
  const shelf = await store.shelf()
  const lines = bodies(sent.products).map(product => orderedLine(product, channelId, shelf))
  if (lines.length === 0) throw new ShopError(400, 'The field products is required.')
  const { total, tax } = sums(lines)
  const order = await inTransaction(store.db, async tx => {
    const made = await insertOrder(store, tx, {
      ...header(sent, channelId),
      status_id: status,
      total_cents: total,
      tax_cents: tax,
    })
    await writeLines(tx, made.id, lines)
    if (status !== INCOMPLETE) await takeStock(tx, made.id, lines)
    await emitOrder(store, tx, 'created', made.id)
    if (status !== INCOMPLETE) await tellStatus(store, tx, made.id, INCOMPLETE, status)
    return made
  })
  return show(store, c, await orderById(store.db, order.id))
}

function header(sent: Body, channelId: number) {
  const billing = isBody(sent.billing_address) ? sent.billing_address : {}
  const address = Object.fromEntries(
    Object.entries(noAddress).map(([key, empty]) => [key, text(billing[key], empty)]),
  )
  return {
    channel_id: channelId,
    customer_id: sent.customer_id === undefined ? 0 : whole(sent.customer_id, 'customer_id'),
    locale: text(sent.customer_locale) || languageOf(channelId),
    email: text(billing.email),
    first_name: text(billing.first_name),
    last_name: text(billing.last_name),
    address: { ...noAddress, ...address },
    payment_method: text(sent.payment_method, 'Manual'),
    staff_notes: text(sent.staff_notes),
    customer_message: text(sent.customer_message),
    external_source: text(sent.external_source) || null,
    external_order_id: text(sent.external_order_id),
  }
}

/** `product_options` here are `[{ id, value }]`; a price given incl. tax overrides the catalogue's. */
function orderedLine(sent: Body, channelId: number, shelf: Parameters<typeof lineFrom>[0]): CartLine {
  const priceCents = sent.price_inc_tax == null ? undefined : cents(sent.price_inc_tax)
  if (Number.isNaN(priceCents)) throw new ShopError(400, 'The field price_inc_tax is invalid.')
  return lineFrom(shelf, channelId, {
    productId: whole(sent.product_id, 'product_id'),
    variantId: sent.variant_id == null ? undefined : whole(sent.variant_id, 'variant_id'),
    quantity: Math.max(1, whole(sent.quantity, 'quantity')),
    priceCents,
    name: text(sent.name) || undefined,
    selections: bodies(sent.product_options).map(option => ({
      optionId: whole(option.id, 'product_options'),
      value: text(option.value),
    })),
  })
}
