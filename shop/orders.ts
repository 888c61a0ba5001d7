import type { CartLine, ChosenOption } from './carts.ts'
import { withoutTax } from './money.ts'
import { touchShelf } from './shelf.ts'
import { inTransaction, type Queries, ShopError, type Store } from './store.ts'
import { emitOrder } from './webhooks.ts'

/** The platform's order statuses by their numbers. */
export const STATUSES = [
  'Incomplete',
  'Pending',
  'Shipped',
  'Partially Shipped',
  'Refunded',
  'Cancelled',
  'Declined',
  'Awaiting Payment',
  'Awaiting Pickup',
  'Awaiting Shipment',
  'Completed',
  'Awaiting Fulfillment',
  'Manual Verification Required',
  'Disputed',
  'Partially Refunded',
]
export const INCOMPLETE = 0
export const PENDING = 1
export const REFUNDED = 4
export const CANCELLED = 5
export const DECLINED = 6
export const COMPLETED = 10
export const AWAITING_FULFILLMENT = 11
export const PARTIALLY_REFUNDED = 14

export interface Address {
  street_1: string
  street_2: string
  city: string
  state: string
  zip: string
  country: string
  country_iso2: string
  phone: string
  company: string
}

export const noAddress: Address = {
  street_1: '',
  street_2: '',
  city: '',
  state: '',
  zip: '',
  country: 'Greece',
  country_iso2: 'GR',
  phone: '',
  company: '',
}

export interface Order {
  id: number
  /** Unguessable part of the order page's address. */
  key: string
  cart_id: string | null
  channel_id: number
  customer_id: number
  status_id: number
  payment_status: string
  payment_method: string
  email: string
  first_name: string
  last_name: string
  address: Address
  deliver_to_hosts: boolean
  customer_message: string
  staff_notes: string
  external_id: string | null
  external_order_id: string
  external_source: string | null
  locale: string
  query: Record<string, string>
  total_cents: number
  tax_cents: number
  certificate_cents: number
  refunded_cents: number
  stock_taken: boolean
  is_deleted: boolean
  created: Date
  modified: Date
}

export interface OrderLine {
  id: number
  order_id: number
  product_id: number
  variant_id: number
  name: string
  sku: string
  type: 'physical' | 'digital' | 'giftcertificate'
  tax_class: number
  quantity: number
  price_cents: number
  options: ChosenOption[]
  quantity_refunded: number
  refunded_cents: number
}

/** What a line needs to know to be written. */
export type NewLine = Pick<
  CartLine,
  'productId' | 'variantId' | 'name' | 'sku' | 'type' | 'taxClass' | 'quantity' | 'priceCents' | 'options'
>

/** Total and VAT of lines, in cents. */
export function sums(lines: NewLine[]): { total: number; tax: number } {
  const total = lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0)
  const net = lines.reduce((sum, line) => sum + withoutTax(line.priceCents * line.quantity, line.taxClass), 0)
  return { total, tax: Math.round(total - net) }
}

export async function orderById(db: Queries, id: number, lock = ''): Promise<Order> {
  const { rows } = await db.query<Order>(`select * from shop."order" where id = $1 ${lock}`, [id])
  if (!rows[0]) throw new ShopError(404, 'The requested resource was not found.')
  return rows[0]
}

export async function linesOf(db: Queries, orderId: number): Promise<OrderLine[]> {
  const { rows } = await db.query<OrderLine>(
    'select * from shop.order_line where order_id = $1 order by id',
    [orderId],
  )
  return rows
}

export async function writeLines(tx: Queries, orderId: number, lines: NewLine[]): Promise<void> {
  await tx.query(
    `insert into shop.order_line
       (order_id, product_id, variant_id, name, sku, type, tax_class, quantity, price_cents, options)
     select $1, "productId", "variantId", name, sku, type, "taxClass", quantity, "priceCents", options
     from jsonb_to_recordset($2) as l("productId" int, "variantId" int, name text, sku text, type text,
       "taxClass" int, quantity int, "priceCents" int, options jsonb)`,
    [orderId, JSON.stringify(lines)],
  )
}

/** Takes the order's units off the stock. Throws 409 when one has been sold to somebody else. */
export async function takeStock(tx: Queries, orderId: number, lines: NewLine[]): Promise<void> {
  const wanted = new Map<number, number>()
  for (const line of lines) wanted.set(line.variantId, (wanted.get(line.variantId) ?? 0) + line.quantity)
  // Always in the same order, so that two checkouts never wait for each other.
  for (const [variant, quantity] of [...wanted].sort(([one], [other]) => one - other)) {
    const { rows } = await tx.query<{ left: number | null }>(
      'select stock "left" from shop.variant where id = $1 for update',
      [variant],
    )
    const left = rows[0]?.left ?? null
    if (left !== null && left < quantity) {
      const name = lines.find(line => line.variantId === variant)?.name ?? ''
      throw new ShopError(409, `${name}: sold out`, { stock: name })
    }
    await tx.query('update shop.variant set stock = stock - $2 where id = $1', [variant, quantity])
  }
  await tx.query('update shop."order" set stock_taken = true where id = $1', [orderId])
  await touchShelf(tx)
}

async function returnStock(tx: Queries, order: Order): Promise<void> {
  if (!order.stock_taken) return
  await tx.query(
    `update shop.variant v set stock = stock + l.units from (
       select variant_id, sum(quantity - quantity_refunded)::int units from shop.order_line
       where order_id = $1 group by variant_id) l where v.id = l.variant_id`,
    [order.id],
  )
  await tx.query('update shop."order" set stock_taken = false where id = $1', [order.id])
  await touchShelf(tx)
}

/** Moves an order to another status, puts stock back when it is cancelled or declined, and tells the hooks. */
export function changeStatus(store: Store, id: number, status: number): Promise<void> {
  if (!STATUSES[status]) throw new ShopError(400, 'The field status_id is invalid.')
  return inTransaction(store.db, async tx => {
    const order = await orderById(tx, id, 'for update')
    if (order.status_id === status) return
    if (status === CANCELLED || status === DECLINED) await returnStock(tx, order)
    const paid = status === COMPLETED || status === AWAITING_FULFILLMENT
    await tx.query(
      `update shop."order" set status_id = $2, modified = $3,
         payment_status = case when $4 and payment_status = 'pending' then 'captured' else payment_status end
       where id = $1`,
      [id, status, store.now(), paid],
    )
    await tellStatus(store, tx, id, order.status_id, status)
  })
}

/** The hooks of a changed status: `statusUpdated` with both numbers, and `updated`. */
export async function tellStatus(
  store: Store,
  tx: Queries,
  id: number,
  before: number,
  after: number,
): Promise<void> {
  const status = { previous_status_id: before, new_status_id: after }
  await emitOrder(store, tx, 'statusUpdated', id, { status })
  await emitOrder(store, tx, 'updated', id)
}

export interface RefundItem {
  lineId: number
  quantity: number
  reason?: string
}

export interface Refund {
  id: number
  order_id: number
  reason: string
  total_cents: number
  items: { item_id: number; quantity: number; reason: string; cents: number }[]
  created: Date
}

/** Refunds units of lines. Throws 422 when more is asked than is left. */
export function refundOrder(store: Store, id: number, wanted: RefundItem[], reason = ''): Promise<Refund> {
  return inTransaction(store.db, async tx => {
    const order = await orderById(tx, id, 'for update')
    const lines = await linesOf(tx, id)
    const items = wanted.map(item => refundedItem(lines, item))
    const total = items.reduce((sum, item) => sum + item.cents, 0)
    const { rows } = await tx.query<Refund>(
      'insert into shop.refund (order_id, reason, total_cents, items, created) values ($1, $2, $3, $4, $5) returning *',
      [id, reason, total, JSON.stringify(items), store.now()],
    )
    for (const item of items) {
      await tx.query(
        `update shop.order_line set quantity_refunded = quantity_refunded + $2,
           refunded_cents = refunded_cents + $3 where id = $1`,
        [item.item_id, item.quantity, item.cents],
      )
    }
    await finishRefund(store, tx, order, rows[0]!)
    return rows[0]!
  })
}

function refundedItem(lines: OrderLine[], wanted: RefundItem): Refund['items'][number] {
  const line = lines.find(candidate => candidate.id === wanted.lineId)
  const left = line ? line.quantity - line.quantity_refunded : 0
  if (!line || !Number.isInteger(wanted.quantity) || wanted.quantity < 1 || wanted.quantity > left) {
    throw new ShopError(422, 'Refund is not possible.', {
      items: `Only ${left} of item ${wanted.lineId} left.`,
    })
  }
  // One line twice in the same request must not pass the check twice.
  line.quantity_refunded += wanted.quantity
  return {
    item_id: line.id,
    quantity: wanted.quantity,
    reason: wanted.reason ?? '',
    cents: line.price_cents * wanted.quantity,
  }
}

async function finishRefund(store: Store, tx: Queries, order: Order, refund: Refund): Promise<void> {
  const lines = await linesOf(tx, order.id)
  const whole = lines.every(line => line.quantity_refunded === line.quantity)
  const status = whole ? REFUNDED : PARTIALLY_REFUNDED
  await tx.query(
    `update shop."order" set refunded_cents = refunded_cents + $2, status_id = $3, payment_status = $4,
       modified = $5 where id = $1`,
    [order.id, refund.total_cents, status, whole ? 'refunded' : 'partially refunded', store.now()],
  )
  await emitOrder(store, tx, 'refund/created', order.id, { refund: { refund_id: refund.id } })
  if (order.status_id !== status) await tellStatus(store, tx, order.id, order.status_id, status)
}
