import { type Context, Hono } from 'hono'
import { type CartLine, createCartLine } from '../carts/cart-lines.ts'
import type { LiveCatalogue } from '../catalogue/live-catalogue.ts'
import { languageOfChannel } from '../channels.ts'
import { inTransaction } from '../database.ts'
import { parseCents } from '../money.ts'
import { archiveOrder, changeOrderStatus, emitStatusChange } from '../orders/order-changes.ts'
import {
  AWAITING_FULFILLMENT,
  emptyAddress,
  findLinesByOrder,
  findOrderLines,
  getOrder,
  INCOMPLETE,
  insertOrderLines,
  type Order,
  orderStatuses,
  orderTotals,
} from '../orders/orders.ts'
import { insertOrder } from '../orders/place-order.ts'
import { deductStock } from '../orders/stock.ts'
import { ShopError, type Store } from '../store.ts'
import { emitOrderEvent } from '../webhooks.ts'
import { parseOrderFilters } from './order-filters.ts'
import { orderJson, shippingAddressJson } from './order-json.ts'
import { orderLineJson } from './order-line-json.ts'
import {
  isJsonObject,
  type JsonObject,
  objectsIn,
  parsePathId,
  parseWholeNumber,
  queryPaging,
  readObject,
  toText,
} from './requests.ts'

/** v2 orders: list, create, read, and change their notes and status. */
export function createOrdersApi(store: Store): Hono {
  const app = new Hono()
  app.get('/', c => listOrders(store, c))
  app.post('/', c => createOrder(store, c))
  app.get('/:id', async c => sendOrder(store, c, await getOrder(store.db, parsePathId(c, 'id'))))
  app.put('/:id', c => updateOrder(store, c))
  app.delete('/:id', async c => {
    await archiveOrder(store, parsePathId(c, 'id'))
    return c.body(null, 204)
  })
  app.get('/:id/products', c => listOrderLines(store, c))
  app.get('/:id/shipping_addresses', async c =>
    c.json([shippingAddressJson(await getOrder(store.db, parsePathId(c, 'id')))]),
  )
  app.get('/:id/coupons', async c => {
    await getOrder(store.db, parsePathId(c, 'id'))
    return c.body(null, 204)
  })
  return app
}

/** The order statuses as v2 lists them. */
export const orderStatusesJson = orderStatuses.map((name, id) => ({
  id,
  name,
  system_label: name,
  custom_label: name,
  order: id,
}))

async function sendOrder(store: Store, c: Context, order: Order): Promise<Response> {
  const lines = await findOrderLines(store.db, order.id)
  const includes = c.req.query('include')?.includes('consignments.line_items')
  const consignments = includes ? { consignments: consignmentsJson(lines.map(orderLineJson)) } : {}
  return c.json({ ...orderJson(store, order, lines), ...consignments })
}

const consignmentsJson = (lines: ReturnType<typeof orderLineJson>[]) => ({
  pickups: [],
  shipping: [{ line_items: lines.filter(line => line.type === 'physical') }],
  downloads: [{ line_items: lines.filter(line => line.type !== 'physical') }],
  email: { gift_certificates: [] },
})

async function listOrders(store: Store, c: Context): Promise<Response> {
  const { page, limit } = queryPaging(c)
  const [column, direction] = (c.req.query('sort') ?? 'id:asc').split(':')
  const sort = { id: 'id', date_created: 'created', date_modified: 'modified', status_id: 'status_id' }[
    column ?? ''
  ]
  if (!sort) throw new ShopError(400, 'The sort query parameter is invalid.')
  const { clause, values } = parseOrderFilters(c)
  const { rows } = await store.db.query<Order>(
    `select * from shop."order" where ${clause} order by ${sort} ${direction === 'desc' ? 'desc' : 'asc'}, id
     limit ${limit} offset ${(page - 1) * limit}`,
    values,
  )
  if (rows.length === 0) return c.body(null, 204)
  const lines = await findLinesByOrder(
    store.db,
    rows.map(order => order.id),
  )
  return c.json(rows.map(order => orderJson(store, order, lines.get(order.id) ?? [])))
}

async function listOrderLines(store: Store, c: Context): Promise<Response> {
  const order = await getOrder(store.db, parsePathId(c, 'id'))
  const { page, limit } = queryPaging(c)
  const lines = (await findOrderLines(store.db, order.id)).slice((page - 1) * limit, page * limit)
  return lines.length === 0 ? c.body(null, 204) : c.json(lines.map(orderLineJson))
}

async function updateOrder(store: Store, c: Context): Promise<Response> {
  const id = parsePathId(c, 'id')
  const input = await readObject(c)
  await getOrder(store.db, id)
  await inTransaction(store.db, async tx => {
    for (const field of ['staff_notes', 'customer_message', 'external_order_id']) {
      if (input[field] === undefined) continue
      if (String(input[field]).length > 65_535) throw new ShopError(400, `The field ${field} is too long.`)
      await tx.query(`update shop."order" set ${field} = $2, modified = $3 where id = $1`, [
        id,
        String(input[field]),
        store.now(),
      ])
    }
    await emitOrderEvent(store, tx, 'updated', id)
  })
  if (input.is_deleted === true) await archiveOrder(store, id)
  if (input.status_id !== undefined)
    await changeOrderStatus(store, id, parseWholeNumber(input.status_id, 'status_id'))
  return sendOrder(store, c, await getOrder(store.db, id))
}

async function createOrder(store: Store, c: Context): Promise<Response> {
  const input = await readObject(c)
  const channelId = input.channel_id === undefined ? 1 : parseWholeNumber(input.channel_id, 'channel_id')
  const status =
    input.status_id === undefined ? AWAITING_FULFILLMENT : parseWholeNumber(input.status_id, 'status_id')
  const liveCatalogue = await store.liveCatalogue()
  const lines = objectsIn(input.products).map(product => parseOrderLine(product, channelId, liveCatalogue))
  if (lines.length === 0) throw new ShopError(400, 'The field products is required.')
  const { total, tax } = orderTotals(lines)
  const order = await inTransaction(store.db, async tx => {
    const created = await insertOrder(store, tx, {
      ...parseOrderFields(input, channelId),
      status_id: status,
      total_cents: total,
      tax_cents: tax,
    })
    await insertOrderLines(tx, created.id, lines)
    if (status !== INCOMPLETE) await deductStock(tx, created.id, lines)
    await emitOrderEvent(store, tx, 'created', created.id)
    if (status !== INCOMPLETE) await emitStatusChange(store, tx, created.id, INCOMPLETE, status)
    return created
  })
  return sendOrder(store, c, await getOrder(store.db, order.id))
}

function parseOrderFields(input: JsonObject, channelId: number) {
  const billing = isJsonObject(input.billing_address) ? input.billing_address : {}
  const address = Object.fromEntries(
    Object.entries(emptyAddress).map(([key, empty]) => [key, toText(billing[key], empty)]),
  )
  return {
    channel_id: channelId,
    customer_id: input.customer_id === undefined ? 0 : parseWholeNumber(input.customer_id, 'customer_id'),
    locale: toText(input.customer_locale) || languageOfChannel(channelId),
    email: toText(billing.email),
    first_name: toText(billing.first_name),
    last_name: toText(billing.last_name),
    address: { ...emptyAddress, ...address },
    payment_method: toText(input.payment_method, 'Manual'),
    staff_notes: toText(input.staff_notes),
    customer_message: toText(input.customer_message),
    external_source: toText(input.external_source) || null,
    external_order_id: toText(input.external_order_id),
  }
}

/** `product_options` here are `[{ id, value }]`; `price_inc_tax` replaces the catalogue's price. */
function parseOrderLine(input: JsonObject, channelId: number, liveCatalogue: LiveCatalogue): CartLine {
  const priceCents = input.price_inc_tax == null ? undefined : parseCents(input.price_inc_tax)
  if (Number.isNaN(priceCents)) throw new ShopError(400, 'The field price_inc_tax is invalid.')
  return createCartLine(liveCatalogue, channelId, {
    productId: parseWholeNumber(input.product_id, 'product_id'),
    variantId: input.variant_id == null ? undefined : parseWholeNumber(input.variant_id, 'variant_id'),
    quantity: Math.max(1, parseWholeNumber(input.quantity, 'quantity')),
    priceCents,
    name: toText(input.name) || undefined,
    selections: objectsIn(input.product_options).map(option => ({
      optionId: parseWholeNumber(option.id, 'product_options'),
      value: toText(option.value),
    })),
  })
}
