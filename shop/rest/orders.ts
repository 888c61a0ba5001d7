import { type Context, Hono } from 'hono'
import { inTransaction } from '../database.ts'
import { toEuros } from '../money.ts'
import { archiveOrder, changeOrderStatus, emitStatusChange } from '../orders/order-changes.ts'
import { editOrder, updateOrderColumns } from '../orders/order-edits.ts'
import {
  AWAITING_FULFILLMENT,
  findLinesByOrder,
  findOrderLines,
  getOrder,
  INCOMPLETE,
  insertOrderLines,
  type Order,
  type OrderLine,
  orderStatuses,
  orderTotals,
} from '../orders/orders.ts'
import { insertOrder } from '../orders/place-order.ts'
import { deductStock } from '../orders/stock.ts'
import { ShopError, type Store } from '../store.ts'
import { emitOrderEvent } from '../webhooks.ts'
import { accepts, pagingQuery } from './accepts.ts'
import { orderFilterNames, parseOrderFilters } from './orders/order-filters.ts'
import {
  changedOrderFields,
  newOrderFields,
  orderAddressFields,
  parseChangedColumns,
  parseNewOrder,
  parseOrderEdit,
  parseShippingAddress,
} from './orders/order-input.ts'
import {
  addressesOf,
  orderFeeJson,
  orderJson,
  orderTaxesJson,
  shippingAddressJson,
} from './orders/order-json.ts'
import { orderLineJson } from './orders/order-line-json.ts'
import { parsePathId, parseWholeNumber, queryPaging, readObject } from './requests.ts'
import { sendV2Page } from './responses.ts'

/** v2 orders: list, create, read, and change their notes and status. */
export function createOrdersApi(store: Store): Hono {
  const app = new Hono()
  app.get('/', accepts({ query: [...pagingQuery, 'sort', ...orderFilterNames] }), c => listOrders(store, c))
  const countFilters = orderFilterNames.filter(name => name !== 'is_deleted')
  app.get('/count', accepts({ query: countFilters }), c => countOrders(store, c))
  app.delete('/', accepts({ query: ['limit'] }), c => archiveAll(store, c))
  app.post('/', accepts({ body: newOrderFields }), c => createOrder(store, c))
  app.get(
    '/:id',
    accepts({ query: ['consignment_structure'], include: ['consignments.line_items'] }),
    async c => sendOrder(store, c, await getOrder(store.db, parsePathId(c, 'id'))),
  )
  app.put('/:id', accepts({ body: changedOrderFields }), c => updateOrder(store, c))
  app.delete('/:id', accepts(), async c => {
    await archiveOrder(store, parsePathId(c, 'id'))
    return c.body(null, 204)
  })
  app.get('/:id/products', accepts({ query: pagingQuery }), c => listOrderLines(store, c))
  app.get('/:id/products/:line', accepts(), async c => {
    const lines = await shownLines(store, await findOrderLines(store.db, parsePathId(c, 'id')))
    const line = lines.find(({ id }) => id === parsePathId(c, 'line'))
    if (!line) throw new ShopError(404, 'The requested resource was not found.')
    return c.json(line)
  })
  addAddressRoutes(app, store)
  app.get('/:id/consignments', accepts({ include: ['line_items'] }), async c => {
    const { id } = await getOrder(store.db, parsePathId(c, 'id'))
    return c.json(consignmentsJson(await shownLines(store, await findOrderLines(store.db, id))))
  })
  app.get('/:id/taxes', accepts({ query: [...pagingQuery, 'details'] }), async c => {
    const order = await getOrder(store.db, parsePathId(c, 'id'))
    return sendV2Page(c, orderTaxesJson(order, await findOrderLines(store.db, order.id)))
  })
  app.get('/:id/fees', accepts(), async c => {
    const { fees } = await getOrder(store.db, parsePathId(c, 'id'))
    return c.json({ fees: fees.map(orderFeeJson) })
  })
  app.get('/:id/coupons', accepts({ query: pagingQuery }), async c => {
    const { id } = await getOrder(store.db, parsePathId(c, 'id'))
    const { rows } = await store.db.query<OrderCoupon>(
      'select * from shop.order_coupon where order_id = $1',
      [id],
    )
    return sendV2Page(c, rows.map(couponJson))
  })
  return app
}

function addAddressRoutes(app: Hono, store: Store): void {
  const path = '/:id/shipping_addresses'
  const listed = async (c: Context) => {
    const order = await getOrder(store.db, parsePathId(c, 'id'))
    const lines = await findOrderLines(store.db, order.id)
    return {
      order,
      addresses: addressesOf(order).map((_, number) => shippingAddressJson(order, lines, number)),
    }
  }
  const requested = async (c: Context) => {
    const { order, addresses } = await listed(c)
    const number = addresses.findIndex(({ id }) => id === parsePathId(c, 'address'))
    if (number === -1) throw new ShopError(404, 'The requested resource was not found.')
    return { order, number, address: addresses[number]! }
  }
  app.get(path, accepts({ query: pagingQuery }), async c => sendV2Page(c, (await listed(c)).addresses))
  app.get(`${path}/:address`, accepts(), async c => c.json((await requested(c)).address))
  app.put(`${path}/:address`, accepts({ body: orderAddressFields }), async c => {
    const { order, number, address } = await requested(c)
    const { delivery } = addressesOf(order)[number]!
    const written = { ...parseShippingAddress({ ...address, ...(await readObject(c)) }), delivery }
    await updateOrderColumns(store, order.id, {
      shipping_addresses: addressesOf(order).with(number, written),
    })
    return c.json((await requested(c)).address)
  })
}

/** The number of orders by status. */
async function countOrders(store: Store, c: Context): Promise<Response> {
  const { clause, values } = parseOrderFilters(c)
  const { rows } = await store.db.query<{ status_id: number; count: number }>(
    `select status_id, count(*)::int from shop."order" where ${clause} group by 1`,
    values,
  )
  const countOf = (id: number) => rows.find(row => row.status_id === id)?.count ?? 0
  return c.json({
    statuses: orderStatusesJson.map(status => ({
      ...status,
      sort_order: status.id,
      count: countOf(status.id),
    })),
    count: rows.reduce((sum, { count }) => sum + count, 0),
  })
}

async function archiveAll(store: Store, c: Context): Promise<Response> {
  const { rows } = await store.db.query<Pick<Order, 'id'>>(
    'select id from shop."order" where not is_deleted order by id limit $1',
    [queryPaging(c).limit],
  )
  for (const { id } of rows) await archiveOrder(store, id)
  return c.body(null, 204)
}

interface OrderCoupon {
  id: number
  coupon_id: number
  order_id: number
  code: string
  amount: string
  type: number
  discount_cents: number
}

const couponJson = ({ discount_cents, ...coupon }: OrderCoupon) => ({
  ...coupon,
  discount: toEuros(discount_cents),
})

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
  const includes = c.req.query('include') === 'consignments.line_items'
  const structure = c.req.query('consignment_structure') ?? 'object'
  if (structure !== 'object')
    throw new ShopError(422, 'The consignment_structure is not implemented by this shop.')
  const consignments = includes ? { consignments: consignmentsJson(await shownLines(store, lines)) } : {}
  return c.json({ ...orderJson(store, order, lines), ...consignments })
}

async function shownLines(store: Store, lines: OrderLine[]) {
  const catalogue = await store.liveCatalogue()
  return lines.map(line => orderLineJson(line, catalogue))
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
  return sendV2Page(c, await shownLines(store, await findOrderLines(store.db, order.id)))
}

async function createOrder(store: Store, c: Context): Promise<Response> {
  const input = await readObject(c)
  const status =
    input.status_id === undefined ? AWAITING_FULFILLMENT : parseWholeNumber(input.status_id, 'status_id')
  const { fields, lines } = await parseNewOrder(store, input)
  const { total, tax } = orderTotals([...lines, ...fields.fees])
  const order = await inTransaction(store.db, async tx => {
    const created = await insertOrder(store, tx, {
      ...fields,
      status_id: status,
      total_cents: total,
      tax_cents: tax,
    })
    await insertOrderLines(tx, created.id, lines)
    if (status !== INCOMPLETE) await deductStock(store, tx, created.id, lines)
    await emitOrderEvent(store, tx, 'created', created.id)
    if (status !== INCOMPLETE) await emitStatusChange(store, tx, created.id, INCOMPLETE, status)
    return created
  })
  return sendOrder(store, c, await getOrder(store.db, order.id))
}

async function updateOrder(store: Store, c: Context): Promise<Response> {
  const id = parsePathId(c, 'id')
  const input = await readObject(c)
  const order = await getOrder(store.db, id)
  const columns = parseChangedColumns(order, input)
  const edit = await parseOrderEdit(store, order, input)
  const status = input.status_id === undefined ? undefined : parseWholeNumber(input.status_id, 'status_id')
  await updateOrderColumns(store, id, columns)
  if (edit) await editOrder(store, id, edit)
  if (status !== undefined) await changeOrderStatus(store, id, status)
  if (typeof input.is_deleted === 'boolean') await archiveOrder(store, id, input.is_deleted)
  return sendOrder(store, c, await getOrder(store.db, id))
}
