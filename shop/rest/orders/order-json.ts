import { languageOf } from '../../channels.ts'
import { storeCurrency } from '../../currencies.ts'
import { splitTax, toDecimalString } from '../../money.ts'
import { deliveryNames, shopAddress } from '../../orders/delivery.ts'
import {
  emptyAddress,
  netOfFee,
  netOfLine,
  type Order,
  type OrderFee,
  type OrderLine,
  orderStatuses,
  type ShippingAddress,
} from '../../orders/orders.ts'
import type { Store } from '../../store.ts'
import { taxClasses } from '../../tax/taxes.ts'
import { formatRfc2822 } from '../responses.ts'
import { addressId, zeroAmount } from './order-line-json.ts'

/** An order as `GET /v2/orders/{id}` shows it: money as strings with four decimals, dates RFC 2822. */
export function orderJson(store: Store, order: Order, lines: OrderLine[]) {
  const link = (resource: string) => ({
    url: `${store.baseUrl}/stores/${store.credentials.storeHash}/v2/orders/${order.id}/${resource}`,
    resource: `/orders/${order.id}/${resource}`,
  })
  return {
    id: order.id,
    customer_id: order.customer_id,
    date_created: formatRfc2822(order.created),
    date_modified: formatRfc2822(order.modified),
    date_shipped: '',
    cart_id: order.cart_id ?? '',
    status_id: order.status_id,
    status: orderStatuses[order.status_id],
    ...totalFields(order, lines),
    items_total: lines.reduce((sum, line) => sum + line.quantity, 0),
    items_shipped: lines.reduce((sum, line) => sum + line.quantity_shipped, 0),
    payment_method: order.payment_method,
    payment_provider_id: '',
    payment_status: order.payment_status,
    refunded_amount: '0.0000',
    order_is_digital: lines.every(line => line.type !== 'physical'),
    ...currencyFields(order),
    billing_address: { ...billingAddressJson(order), form_fields: [] },
    is_deleted: order.is_deleted,
    is_email_opt_in: false,
    is_tax_inclusive_pricing: true,
    order_source: order.cart_id ? 'www' : 'external',
    channel_id: order.channel_id,
    customer_locale: order.locale,
    customer_message: order.customer_message,
    staff_notes: order.staff_notes,
    external_id: order.external_id,
    external_merchant_id: null,
    external_source: order.external_source,
    external_order_id: order.external_order_id,
    shipping_address_count: lines.some(line => line.type === 'physical') ? addressesOf(order).length : 0,
    tax_provider_id: 'BasicTaxProvider',
    ...originFields,
    products: link('products'),
    shipping_addresses: link('shipping_addresses'),
    coupons: link('coupons'),
  }
}

/** The subtotal is that of the lines before anything is taken off. */
function totalFields(order: Order, lines: OrderLine[]) {
  const subtotal = lines.reduce((sum, line) => sum + line.price_cents * line.quantity, 0)
  const net = lines.reduce((sum, line) => sum + netOfLine(line, line.price_cents * line.quantity), 0)
  return {
    subtotal_ex_tax: toDecimalString(net),
    subtotal_inc_tax: toDecimalString(subtotal),
    subtotal_tax: toDecimalString(subtotal - net),
    total_ex_tax: toDecimalString(order.total_cents - order.tax_cents),
    total_inc_tax: toDecimalString(order.total_cents),
    total_tax: toDecimalString(order.tax_cents),
    ...costFields('shipping', order.shipping_cents),
    ...costFields('handling', order.handling_cents),
    ...costFields('wrapping', 0),
    gift_certificate_amount: toDecimalString(order.certificate_cents),
    store_credit_amount: zeroAmount,
    discount_amount: toDecimalString(discountedCents(lines)),
    coupon_discount: toDecimalString(order.coupon_cents),
  }
}

/** What was taken off without a coupon: by promotions that need none, and by staff. */
const discountedCents = (lines: OrderLine[]): number =>
  lines
    .flatMap(line => line.applied_discounts)
    .filter(discount => discount.code === null)
    .reduce((sum, discount) => sum + Math.round(Number(discount.amount) * 100), 0)

/** Delivery and handling are not taxed here. */
const costFields = (kind: string, cents: number) => ({
  [`base_${kind}_cost`]: toDecimalString(cents),
  [`${kind}_cost_ex_tax`]: toDecimalString(cents),
  [`${kind}_cost_inc_tax`]: toDecimalString(cents),
  [`${kind}_cost_tax`]: zeroAmount,
  [`${kind}_cost_tax_class_id`]: 0,
})

/** All amounts are in `default_currency_code`, despite its name; `currency_code` is what the buyer saw. */
const currencyFields = (order: Order) => ({
  currency_id: order.currency_code === storeCurrency.code ? 1 : 2,
  currency_code: order.currency_code,
  currency_exchange_rate: order.currency_exchange_rate,
  default_currency_id: order.default_currency_code === storeCurrency.code ? 1 : 2,
  default_currency_code: order.default_currency_code,
  store_default_currency_code: storeCurrency.code,
  store_default_to_transactional_exchange_rate: '1.0000000000',
})

const originFields = {
  ip_address: '',
  ip_address_v6: '',
  geoip_country: '',
  geoip_country_iso2: '',
  ebay_order_id: '0',
}

export const billingAddressJson = (order: Order) => ({
  ...emptyAddress,
  ...order.address,
  first_name: order.first_name,
  last_name: order.last_name,
  email: order.email,
})

/** An address of an order; what is delivered to the hosts has the shop's own, theirs comes as a staff note (R421). */
export function shippingAddressJson(order: Order, lines: OrderLine[], number: number) {
  const goods = lines.filter(line => line.type === 'physical' && line.address_number === number)
  const { delivery: _, ...own } = addressesOf(order)[number]!
  const delivery = deliveryTo(order, number)
  const person = delivery === 'hosts' ? { ...own, ...shopAddress } : own
  // What the order costs to be sent stands on its first address.
  const cents = number === 0 ? order.shipping_cents : 0
  return {
    id: addressId(order.id, number),
    order_id: order.id,
    ...person,
    items_total: goods.reduce((sum, line) => sum + line.quantity, 0),
    items_shipped: goods.reduce((sum, line) => sum + line.quantity_shipped, 0),
    shipping_method: deliveryNames[delivery][languageOf(order)],
    base_cost: toDecimalString(cents),
    cost_ex_tax: toDecimalString(cents),
    cost_inc_tax: toDecimalString(cents),
    cost_tax: zeroAmount,
    cost_tax_class_id: 0,
    base_handling_cost: zeroAmount,
    handling_cost_ex_tax: zeroAmount,
    handling_cost_inc_tax: zeroAmount,
    handling_cost_tax: zeroAmount,
    handling_cost_tax_class_id: 0,
    shipping_zone_id: 1,
    shipping_zone_name: 'Greece',
    form_fields: [],
  }
}

/** Where an order goes: to its buyer, unless it says otherwise. */
export const addressesOf = (order: Order): ShippingAddress[] =>
  order.shipping_addresses.length > 0 ? order.shipping_addresses : [billingAddressJson(order)]

/** How an order is sent to one of its addresses. */
export const deliveryTo = (order: Order, number: number): 'courier' | 'hosts' =>
  addressesOf(order)[number]?.delivery ?? (order.deliver_to_hosts ? 'hosts' : 'courier')

export const orderTaxesJson = (order: Order, lines: OrderLine[]) =>
  lines.flatMap(line => {
    const gross = line.price_cents * line.quantity - line.discount_cents
    const net = netOfLine(line, gross)
    return splitTax(gross - net, line.tax_rates).map(({ rate, cents }, index) => ({
      id: line.id * 10 + index,
      order_id: order.id,
      order_address_id: line.type === 'physical' ? addressId(order.id, line.address_number) : 0,
      order_pickup_method_id: 0,
      tax_rate_id: rate.id,
      tax_class_id: line.tax_class,
      name: rate.name,
      class: taxClasses.find(({ id }) => id === line.tax_class)?.name ?? '',
      rate: (line.net_cents === null || net === 0 ? rate.rate : (cents / net) * 100).toFixed(4),
      priority: rate.priority,
      priority_amount: toDecimalString(cents),
      line_amount: toDecimalString(cents),
      order_product_id: String(line.id),
      line_item_type: 'item',
    }))
  })

export const orderFeeJson = (fee: OrderFee) => {
  const { priceCents } = fee
  const net = netOfFee(fee, priceCents)
  return {
    id: fee.id,
    type: 'custom_fee',
    display_name_customer: fee.display_name,
    display_name_merchant: fee.name,
    source: fee.source,
    base_cost: toDecimalString(priceCents),
    cost_ex_tax: toDecimalString(net),
    cost_inc_tax: toDecimalString(priceCents),
    cost_tax: toDecimalString(priceCents - net),
    tax_class_id: fee.tax_class_id,
  }
}
