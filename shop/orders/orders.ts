import type { PricedFee } from '../carts/cart-fees.ts'
import type { CartLine } from '../carts/cart-lines.ts'
import type { ChosenOption } from '../carts/line-request.ts'
import type { Queryable } from '../database.ts'
import { netOfTax, splitTax, type TaxRate } from '../money.ts'
import { ShopError } from '../store.ts'

/** The platform's order statuses; the index is the status id. */
export const orderStatuses = [
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
export const SHIPPED = 2
export const PARTIALLY_SHIPPED = 3
export const REFUNDED = 4
export const CANCELLED = 5
export const DECLINED = 6
export const AWAITING_PAYMENT = 7
export const COMPLETED = 10
export const AWAITING_FULFILLMENT = 11
export const DISPUTED = 13
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

export const emptyAddress: Address = {
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

export interface ShippingAddress extends Address {
  first_name: string
  last_name: string
  email: string
  /** How it is sent there; undefined for the way of the whole order. */
  delivery?: 'courier' | 'hosts'
}

export interface Order {
  id: number
  /** Secret part of the order page's address. */
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
  /** Where the order goes; none when all of it goes to its buyer. */
  shipping_addresses: ShippingAddress[]
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
  shipping_cents: number
  handling_cents: number
  /** What a program added at the checkout, or staff. */
  fees: OrderFee[]
  /** Taken off the whole order by staff, not off its lines. */
  discount_cents: number
  /** Taken off its lines by a coupon. */
  coupon_cents: number
  certificate_cents: number
  certificate_code: string
  refunded_cents: number
  stock_taken: boolean
  is_deleted: boolean
  /** What its buyer saw prices in, and the rate from the currency that it is paid in. */
  currency_code: string
  currency_exchange_rate: string
  default_currency_code: string
  /** Created through the API, not in the storefront. */
  from_api: boolean
  created: Date
  modified: Date
}

/** Counts like a line of one unit; its id is its number in the order. */
export interface OrderFee extends Omit<PricedFee, 'id' | 'cost'> {
  id: number
  /** What it is without tax, where staff said so. */
  netCents?: number
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
  /** Those of its class when the order was made. */
  tax_rates: TaxRate[]
  quantity: number
  price_cents: number
  /** Its price without tax, where that is not what its rates make of it. */
  net_cents: number | null
  options: ChosenOption[]
  /** To which of the order's addresses it goes, from 0. */
  address_number: number
  /** Taken off the line as a whole. */
  discount_cents: number
  applied_discounts: AppliedDiscount[]
  quantity_refunded: number
  /** Units in its shipments. */
  quantity_shipped: number
  refunded_cents: number
}

/** What a promotion or staff took off a line. */
export interface AppliedDiscount {
  id: string
  /** With a decimal point, in euro. */
  amount: string
  name: string
  code: string | null
  target: 'order' | 'product'
}

/** The fields an order line is written from. */
export type NewLine = Pick<
  CartLine,
  'productId' | 'variantId' | 'name' | 'sku' | 'type' | 'taxClass' | 'quantity' | 'priceCents' | 'options'
> & {
  taxRates: TaxRate[]
  netCents?: number
  discountCents?: number
  appliedDiscounts?: AppliedDiscount[]
  addressNumber?: number
}

/** A line as it would be written anew. */
export const toNewLine = (line: OrderLine): NewLine => ({
  productId: line.product_id,
  variantId: line.variant_id,
  name: line.name,
  sku: line.sku,
  type: line.type === 'physical' ? 'physical' : 'digital',
  taxClass: line.tax_class,
  taxRates: line.tax_rates,
  quantity: line.quantity,
  priceCents: line.price_cents,
  options: line.options,
  addressNumber: line.address_number,
  netCents: line.net_cents ?? undefined,
  discountCents: line.discount_cents,
  appliedDiscounts: line.applied_discounts,
})

/** What an amount of a line is without its tax: by its own prices, or else by its rates. */
export const netOfLine = (
  line: Pick<OrderLine, 'price_cents' | 'net_cents' | 'tax_rates'>,
  cents: number,
): number =>
  line.net_cents === null || line.price_cents === 0
    ? netOfTax(cents, line.tax_rates)
    : (cents * line.net_cents) / line.price_cents

export const netOfFee = ({ priceCents, netCents, taxRates }: OrderFee, cents: number): number =>
  netOfLine({ price_cents: priceCents, net_cents: netCents ?? null, tax_rates: taxRates }, cents)

/** Total and VAT of lines after their discounts, in cents. */
export function orderTotals(lines: Taxed[]): { total: number; tax: number } {
  const total = lines.reduce((sum, line) => sum + centsOf(line), 0)
  const tax = lines.reduce((sum, line) => sum + taxOfLine(line), 0)
  return { total, tax: Math.round(tax) }
}

/** What of a line its cost and tax follow from. */
type Taxed = Pick<NewLine, 'priceCents' | 'quantity' | 'taxRates' | 'netCents' | 'discountCents'>

const centsOf = (line: Taxed): number => line.priceCents * line.quantity - (line.discountCents ?? 0)

function taxOfLine(line: Taxed): number {
  const { priceCents, netCents = null, taxRates } = line
  const prices = { price_cents: priceCents, net_cents: netCents, tax_rates: taxRates }
  return centsOf(line) - netOfLine(prices, centsOf(line))
}

/** The tax of lines by the names of its rates, in cents with fractions. */
export function taxesByName(lines: Taxed[]): { name: string; cents: number }[] {
  const parts = lines.flatMap(line => splitTax(taxOfLine(line), line.taxRates))
  return [...Map.groupBy(parts, ({ rate }) => rate.name)].map(([name, own]) => ({
    name,
    cents: own.reduce((sum, { cents }) => sum + cents, 0),
  }))
}

/** The order. Throws 404 when there is none. */
export async function getOrder(db: Queryable, id: number, lock = ''): Promise<Order> {
  const { rows } = await db.query<Order>(`select * from shop."order" where id = $1 ${lock}`, [id])
  if (!rows[0]) throw new ShopError(404, 'The requested resource was not found.')
  return rows[0]
}

export const findOrderLines = async (db: Queryable, orderId: number): Promise<OrderLine[]> =>
  (await findLinesByOrder(db, [orderId])).get(orderId) ?? []

export async function findLinesByOrder(db: Queryable, orderIds: number[]): Promise<Map<number, OrderLine[]>> {
  const { rows } = await db.query<OrderLine>(
    `select line.*, coalesce((
       select sum((item ->> 'quantity')::int) from shop.record cross join jsonb_array_elements(data -> 'items') item
       where kind = 'shipment' and parent_id = line.order_id and (item ->> 'order_product_id')::int = line.id
     ), 0)::int quantity_shipped
     from shop.order_line line where order_id = any($1) order by id`,
    [orderIds],
  )
  return Map.groupBy(rows, line => line.order_id)
}

export async function insertOrderLines(tx: Queryable, orderId: number, lines: NewLine[]): Promise<void> {
  await tx.query(
    `insert into shop.order_line
       (order_id, product_id, variant_id, name, sku, type, tax_class, quantity, price_cents, options,
        discount_cents, applied_discounts, net_cents, tax_rates, address_number)
     select $1, "productId", "variantId", name, sku, type, "taxClass", quantity, "priceCents", options,
       coalesce("discountCents", 0), coalesce("appliedDiscounts", '[]'), "netCents", "taxRates", coalesce("addressNumber", 0)
     from jsonb_to_recordset($2) as l("productId" int, "variantId" int, name text, sku text, type text,
       "taxClass" int, quantity int, "priceCents" int, options jsonb, "discountCents" int,
       "appliedDiscounts" jsonb, "netCents" float, "taxRates" jsonb, "addressNumber" int)`,
    [orderId, JSON.stringify(lines)],
  )
}
