/** The shop's orders, refunds and gift certificates as its REST interface tells them, in cents; without code of the product. */

export interface WireOrder {
  id: number
  status_id: number
  external_order_id: string
  total_inc_tax: string
  total_tax: string
  date_created: string
  billing_address: { email: string }
}
export interface WireLine {
  id: number
  product_id: number
  quantity: number
  quantity_refunded: number
  discounted_total_inc_tax: string
}
export interface WireRefund {
  id: number
  total_amount: number
  items: { item_type: string; item_id: number; requested_amount: number }[]
}
export interface WireCertificate {
  id: number
  code: string
  amount: string
  balance: string
  to_email: string
  expiry_date: string
}

/** Everything that the shop lists at a path, from all its pages. */
export type ReadShop = <T>(path: string) => Promise<T[]>

/** A line of an order after its refunds. */
export interface ShopLine {
  id: number
  productId: number
  units: number
  cents: number
}
/** A refund of a whole order, of which staff have said whose line it is. */
export interface PlacedRefund {
  refund: number
  line: number
  cents: number
}

export const toCents = (euro: string | number) => Math.round(Number(euro) * 100)
export const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0)

/** Refunded, cancelled, declined. */
export const endedStatuses = [4, 5, 6]
const unpaidStatuses = [0, 1, 7, 12]

/** The lines of an order, without those that cost nothing. */
export async function readPaidLines(readShop: ReadShop, orderId: number): Promise<WireLine[]> {
  const lines = await readShop<WireLine>(`/v2/orders/${orderId}/products`)
  return lines.filter(line => toCents(line.discounted_total_inc_tax) > 0)
}

/** What is left of an order's lines after its refunds; nothing of one that ended or is not paid. */
export async function readLinesLeft(
  readShop: ReadShop,
  { id, status_id }: Pick<WireOrder, 'id' | 'status_id'>,
  placed: PlacedRefund[],
): Promise<ShopLine[]> {
  if (endedStatuses.includes(status_id) || unpaidStatuses.includes(status_id)) return []
  const lines = await readPaidLines(readShop, id)
  const refunds = await readShop<WireRefund>(`/v3/orders/${id}/payment_actions/refunds`)
  const items = refunds.flatMap(refund => refund.items)
  return lines.map(line => {
    const ofOrder = items.filter(item => item.item_type === 'ORDER' && lines.length === 1)
    const ofLine = items.filter(item => item.item_type === 'PRODUCT' && item.item_id === line.id)
    const byStaff = placed.filter(one => one.line === line.id).map(one => one.cents)
    const refunded = [...ofOrder, ...ofLine].map(item => toCents(item.requested_amount))
    const cents = Math.max(0, toCents(line.discounted_total_inc_tax) - sum(refunded) - sum(byStaff))
    return { id: line.id, productId: line.product_id, units: line.quantity - line.quantity_refunded, cents }
  })
}
