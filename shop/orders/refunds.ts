import { inTransaction, type Queryable } from '../database.ts'
import { ShopError, type Store } from '../store.ts'
import { emitOrderEvent } from '../webhooks.ts'
import { certificateRefundCents, restoreCertificateBalance, revokeCertificates } from './gift-certificates.ts'
import { emitStatusChange } from './order-changes.ts'
import {
  findOrderLines,
  getOrder,
  type Order,
  type OrderFee,
  type OrderLine,
  PARTIALLY_REFUNDED,
  REFUNDED,
} from './orders.ts'
import { addTransaction } from './transactions.ts'

interface RefundedUnits {
  lineId: number
  quantity: number
  reason?: string
}

/** An amount of the order as a whole, of what its delivery cost, or of a fee. */
interface RefundedAmount {
  type: 'ORDER' | 'SHIPPING' | 'HANDLING' | 'FEE'
  /** Of the fee in the order. */
  feeId?: number
  cents: number
  reason?: string
}

export interface RefundRequest {
  items: (RefundedUnits | RefundedAmount)[]
  /** Instead of items: only tax is given back. */
  taxCents?: number
  /** What staff give back in all, whatever the items come to. */
  overrideCents?: number
}

export interface Refund {
  id: number
  order_id: number
  total_cents: number
  items: RefundItem[]
  is_tax_adjustment: boolean
  is_overridden: boolean
  /** The payment provider would not give the money back. */
  is_declined: boolean
  created: Date
}

export interface RefundItem {
  type: 'PRODUCT' | RefundedAmount['type']
  item_id: number
  quantity: number
  reason: string
  cents: number
}

const unpaidStatuses = ['pending', 'declined', 'authorized', 'void']

/** Refunds what is requested. Throws 422 when it is more than is left, or when the order is not paid. */
export function refundOrder(store: Store, id: number, request: RefundRequest): Promise<Refund> {
  return inTransaction(store.db, async tx => {
    const order = await getOrder(tx, id, 'for update')
    const { items, totalCents } = await planRefund(tx, order, request)
    const isDeclined = store.faults.declinesRefunds === true
    const { rows } = await tx.query<Refund>(
      `insert into shop.refund
         (order_id, reason, total_cents, items, is_tax_adjustment, is_overridden, is_declined, created)
       values ($1, '', $2, $3, $4, $5, $6, $7) returning *`,
      [
        ...[id, totalCents, JSON.stringify(items), request.taxCents !== undefined],
        ...[request.overrideCents !== undefined, isDeclined, store.now()],
      ],
    )
    if (isDeclined)
      await emitOrderEvent(store, tx, 'refund/created', id, { refund: { refund_id: rows[0]!.id } })
    else await finishRefund(store, tx, order, rows[0]!)
    return rows[0]!
  })
}

/** What a refund would give back. Throws as `refundOrder` does. */
export async function planRefund(
  db: Queryable,
  order: Order,
  request: RefundRequest,
): Promise<{ items: RefundItem[]; totalCents: number; lines: OrderLine[]; fees: OrderFee[] }> {
  if (unpaidStatuses.includes(order.payment_status)) throw new ShopError(422, 'This order has not been paid.')
  const lines = await findOrderLines(db, order.id)
  const earlier = (await findRefunds(db, order.id)).filter(refund => !refund.is_declined)
  const refunded = earlier.flatMap(refund => refund.items)
  const items: RefundItem[] = []
  // One by one, because the same line or cost may be in a request twice.
  for (const item of request.items)
    items.push('lineId' in item ? refundUnits(lines, item) : refundPart(order, [...refunded, ...items], item))
  const itemCents = items.reduce((sum, item) => sum + item.cents, 0)
  const totalCents = request.overrideCents ?? request.taxCents ?? itemCents
  const left = order.total_cents - order.refunded_cents
  if (!Number.isInteger(totalCents) || totalCents < 1 || totalCents > left)
    throw new ShopError(422, 'Refund is not possible.', { items: `Only ${left} cents are left.` })
  return { items, totalCents, lines, fees: order.fees }
}

/** The refunds of an order, declined ones too; those of the first version get their types. */
export async function findRefunds(db: Queryable, orderId: number): Promise<Refund[]> {
  const { rows } = await db.query<Refund>('select * from shop.refund where order_id = $1 order by id', [
    orderId,
  ])
  return rows.map(refund => ({
    ...refund,
    items: refund.items.map(item => ({
      ...item,
      type: item.type ?? (item.quantity > 0 ? 'PRODUCT' : 'ORDER'),
    })),
  }))
}

/** What `units` of a line have cost after its discounts; the last unit takes the rounding. */
export const discountedCents = (line: OrderLine, units: number): number =>
  Math.round(((line.price_cents * line.quantity - line.discount_cents) * units) / line.quantity)

/** Units of one line, which are counted as refunded on it. */
function refundUnits(lines: OrderLine[], { lineId, quantity, reason = '' }: RefundedUnits): RefundItem {
  const line = lines.find(candidate => candidate.id === lineId)
  const unitsLeft = line ? line.quantity - line.quantity_refunded : 0
  if (!line || !Number.isInteger(quantity) || quantity < 1 || quantity > unitsLeft) {
    throw new ShopError(422, 'Refund is not possible.', {
      items: `Only ${unitsLeft} of item ${lineId} left.`,
    })
  }
  const before = discountedCents(line, line.quantity_refunded)
  line.quantity_refunded += quantity
  const cents = discountedCents(line, line.quantity_refunded) - before
  return { type: 'PRODUCT', item_id: line.id, quantity, reason, cents }
}

function refundPart(
  order: Order,
  earlier: RefundItem[],
  { type, feeId, cents, reason = '' }: RefundedAmount,
): RefundItem {
  const itemId = feeId ?? order.id
  const total = {
    ORDER: order.total_cents,
    SHIPPING: order.shipping_cents,
    HANDLING: order.handling_cents,
    FEE: order.fees.find(({ id }) => id === feeId)?.priceCents ?? 0,
  }[type]
  const refunded = earlier.reduce(
    (sum, item) => (item.type === type && item.item_id === itemId ? sum + item.cents : sum),
    0,
  )
  if (!Number.isInteger(cents) || cents < 1 || cents > total - refunded) {
    throw new ShopError(422, 'Refund is not possible.', {
      items: `Only ${total - refunded} cents of ${type} left.`,
    })
  }
  return { type, item_id: itemId, quantity: 0, reason, cents }
}

/** Books a refund on the order, its lines, certificate and gift cards, and emits the events. */
async function finishRefund(store: Store, tx: Queryable, order: Order, refund: Refund): Promise<void> {
  for (const item of refund.items.filter(({ type }) => type === 'PRODUCT')) {
    await tx.query(
      `update shop.order_line set quantity_refunded = quantity_refunded + $2,
         refunded_cents = refunded_cents + $3 where id = $1`,
      [item.item_id, item.quantity, item.cents],
    )
    await revokeCertificates(tx, item.item_id, item.quantity)
  }
  await addTransaction(store, tx, order.id, {
    event: 'refund',
    method: 'credit_card',
    cents: refund.total_cents,
  })
  const refundedCents = order.refunded_cents + refund.total_cents
  await restoreCertificateBalance(
    tx,
    order,
    certificateRefundCents(order, refundedCents) - certificateRefundCents(order, order.refunded_cents),
  )
  const lines = await findOrderLines(tx, order.id)
  const isFullyRefunded =
    lines.every(line => line.quantity_refunded === line.quantity) || refundedCents >= order.total_cents
  const status = isFullyRefunded ? REFUNDED : PARTIALLY_REFUNDED
  // An order without a status of payment must not look paid after a refund of a part.
  const partlyRefunded = order.payment_status === '' ? '' : 'partially refunded'
  await tx.query(
    `update shop."order" set refunded_cents = refunded_cents + $2, status_id = $3,
       payment_status = $4, modified = $5 where id = $1`,
    [order.id, refund.total_cents, status, isFullyRefunded ? 'refunded' : partlyRefunded, store.now()],
  )
  await emitOrderEvent(store, tx, 'refund/created', order.id, { refund: { refund_id: refund.id } })
  if (order.status_id !== status) await emitStatusChange(store, tx, order.id, order.status_id, status)
}
