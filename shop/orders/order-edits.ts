import { inTransaction, type Queryable, updateRow } from '../database.ts'
import { ShopError, type Store } from '../store.ts'
import { emitOrderEvent } from '../webhooks.ts'
import { manualDiscount, takeOff } from './discounts.ts'
import { isGiftCardLine } from './gift-certificates.ts'
import {
  findOrderLines,
  getOrder,
  insertOrderLines,
  type NewLine,
  type Order,
  type OrderFee,
  type OrderLine,
  orderTotals,
  toNewLine,
} from './orders.ts'
import { findRefunds } from './refunds.ts'
import { moveStock } from './stock.ts'

/** A line that staff change; without a quantity or a price it keeps its own, and with quantity 0 it goes. */
export interface LineEdit {
  lineId: number
  quantity?: number
  priceCents?: number
  /** The same without tax. */
  netCents?: number
  name?: string
}

/** What staff change of an order's lines and costs. Payments and refunds stay as they are. */
export interface OrderEdit {
  lines?: LineEdit[]
  newLines?: NewLine[]
  /** In place of those that it had. */
  fees?: OrderFee[]
  /** Taken off the whole order, in place of what staff took off before. */
  discountCents?: number
  shippingCents?: number
  handlingCents?: number
}

/** Changes lines and costs of an order, its total and its stock. Throws 400 for what can't be, 404 for no order. */
export function editOrder(store: Store, id: number, edit: OrderEdit): Promise<void> {
  return inTransaction(store.db, async tx => {
    const order = await getOrder(tx, id, 'for update')
    const before = await findOrderLines(tx, id)
    const edited = (edit.lines ?? []).reduce(editLine, before)
    if (edited.length + (edit.newLines?.length ?? 0) === 0)
      throw new ShopError(400, 'An order must keep one of its products.')
    const fees = edit.fees ?? order.fees
    await checkRefundedFees(tx, id, fees)
    const discountCents = edit.discountCents ?? order.discount_cents
    const withoutManual = edited.map(line => withoutDiscount(line, manualDiscount.id))
    await replaceLines(tx, before, withoutManual, edit.newLines ?? [])
    await discountLines(tx, id, discountCents)
    if (order.stock_taken) await moveStock(store, tx, movedUnits(before, withoutManual, edit.newLines ?? []))
    await updateTotals(store, tx, { ...order, fees, discount_cents: discountCents }, edit)
    await emitOrderEvent(store, tx, 'updated', id)
  })
}

/** What of an order is not money and may be written over. */
export type OrderColumns = Partial<
  Pick<
    Order,
    | 'staff_notes'
    | 'customer_message'
    | 'external_order_id'
    | 'external_source'
    | 'customer_id'
    | 'payment_method'
    | 'locale'
    | 'email'
    | 'first_name'
    | 'last_name'
    | 'address'
    | 'shipping_addresses'
  >
>

/** Writes columns of an order and emits the event, for an empty change too, as the platform does. */
export function updateOrderColumns(store: Store, id: number, columns: OrderColumns): Promise<void> {
  return inTransaction(store.db, async tx => {
    const { shipping_addresses: addresses, ...others } = columns
    await updateRow(tx, 'shop."order"', id, {
      ...others,
      ...(addresses && { shipping_addresses: JSON.stringify(addresses) }),
      modified: store.now(),
    })
    await emitOrderEvent(store, tx, 'updated', id)
  })
}

/** Throws 400 for a fee that is less, or gone, after it was refunded. */
async function checkRefundedFees(tx: Queryable, orderId: number, fees: OrderFee[]): Promise<void> {
  const refunded = (await findRefunds(tx, orderId))
    .filter(refund => !refund.is_declined)
    .flatMap(({ items }) => items.filter(({ type }) => type === 'FEE'))
  for (const [id, items] of Map.groupBy(refunded, ({ item_id }) => item_id)) {
    const cents = items.reduce((sum, item) => sum + item.cents, 0)
    if ((fees.find(fee => fee.id === id)?.priceCents ?? 0) < cents)
      throw new ShopError(400, `${cents} cents of fee ${id} have been refunded.`)
  }
}

function editLine(
  lines: OrderLine[],
  { lineId, quantity, priceCents, netCents, name }: LineEdit,
): OrderLine[] {
  const line = lines.find(candidate => candidate.id === lineId)
  if (!line) throw new ShopError(400, `The order has no product with the id ${lineId}.`)
  const units = quantity ?? line.quantity
  if (units < line.quantity_refunded)
    throw new ShopError(400, `${line.quantity_refunded} of product ${lineId} have been refunded.`)
  if (isGiftCardLine(line) && units !== line.quantity)
    throw new ShopError(400, 'The number of gift cards of an order is not changed here.')
  if (units === 0) return lines.filter(other => other !== line)
  // The platform takes the discounts off what is changed.
  const changed = {
    ...line,
    quantity: units,
    price_cents: priceCents ?? line.price_cents,
    net_cents: netCents ?? (priceCents === undefined ? line.net_cents : null),
    name: name ?? line.name,
    ...(quantity === undefined && priceCents === undefined
      ? {}
      : { discount_cents: 0, applied_discounts: [] }),
  }
  return lines.map(other => (other === line ? changed : other))
}

function withoutDiscount(line: OrderLine, id: string): OrderLine {
  const kept = line.applied_discounts.filter(discount => discount.id !== id)
  const cents = kept.reduce((sum, discount) => sum + Math.round(Number(discount.amount) * 100), 0)
  return { ...line, discount_cents: cents, applied_discounts: kept }
}

async function replaceLines(
  tx: Queryable,
  before: OrderLine[],
  after: OrderLine[],
  added: NewLine[],
): Promise<void> {
  const removed = before.filter(line => !after.some(other => other.id === line.id))
  await tx.query('delete from shop.order_line where id = any($1)', [removed.map(line => line.id)])
  for (const line of after) {
    await tx.query(
      `update shop.order_line set quantity = $2, price_cents = $3, name = $4, discount_cents = $5,
         applied_discounts = $6, net_cents = $7 where id = $1`,
      [
        ...[line.id, line.quantity, line.price_cents, line.name, line.discount_cents],
        JSON.stringify(line.applied_discounts),
        line.net_cents,
      ],
    )
  }
  await insertOrderLines(tx, before[0]!.order_id, added)
}

/** Spreads what staff take off the order over its lines. */
async function discountLines(tx: Queryable, orderId: number, cents: number): Promise<void> {
  if (cents === 0) return
  const lines = await findOrderLines(tx, orderId)
  const discounted = takeOff(lines.map(toNewLine), cents, manualDiscount)
  for (const [index, line] of lines.entries()) {
    await tx.query('update shop.order_line set discount_cents = $2, applied_discounts = $3 where id = $1', [
      line.id,
      discounted[index]!.discountCents,
      JSON.stringify(discounted[index]!.appliedDiscounts),
    ])
  }
}

/** Units that go back into stock, by variant; negative ones are sold. */
function movedUnits(before: OrderLine[], after: OrderLine[], added: NewLine[]): Map<number, number> {
  const units = new Map<number, number>()
  const move = (variantId: number, quantity: number) =>
    units.set(variantId, (units.get(variantId) ?? 0) + quantity)
  for (const line of before) move(line.variant_id, line.quantity)
  for (const line of after) move(line.variant_id, -line.quantity)
  for (const line of added) move(line.variantId, -line.quantity)
  return units
}

async function updateTotals(store: Store, tx: Queryable, order: Order, edit: OrderEdit): Promise<void> {
  const lines = await findOrderLines(tx, order.id)
  const { total, tax } = orderTotals([...lines.map(toNewLine), ...order.fees])
  const couponCents = lines
    .flatMap(line => line.applied_discounts)
    .filter(discount => discount.code !== null)
    .reduce((sum, discount) => sum + Math.round(Number(discount.amount) * 100), 0)
  const [shipping, handling] = [
    edit.shippingCents ?? order.shipping_cents,
    edit.handlingCents ?? order.handling_cents,
  ]
  await tx.query(
    `update shop."order" set total_cents = $2, tax_cents = $3, shipping_cents = $4, handling_cents = $5,
       discount_cents = $6, coupon_cents = $7, modified = $8, fees = $9 where id = $1`,
    [
      ...[order.id, total + shipping + handling, tax, shipping, handling],
      ...[order.discount_cents, couponCents, store.now(), JSON.stringify(order.fees)],
    ],
  )
}
