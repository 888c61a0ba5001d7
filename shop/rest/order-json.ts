import { decimals } from '../money.ts'
import { noAddress, type Order, type OrderLine, STATUSES } from '../orders.ts'
import type { Store } from '../store.ts'
import { rfc2822 } from './answers.ts'

const NOTHING = '0.0000'

/** An order as `GET /v2/orders/{id}` shows it: money as strings with four decimals, dates RFC 2822. */
export function orderJson(store: Store, order: Order, lines: OrderLine[]) {
  const link = (part: string) => ({
    url: `${store.base}/stores/${store.credentials.storeHash}/v2/orders/${order.id}/${part}`,
    resource: `/orders/${order.id}/${part}`,
  })
  return {
    id: order.id,
    customer_id: order.customer_id,
    date_created: rfc2822(order.created),
    date_modified: rfc2822(order.modified),
    date_shipped: '',
    cart_id: order.cart_id ?? '',
    status_id: order.status_id,
    status: STATUSES[order.status_id],
    ...totals(order),
    ...unusedCosts,
    items_total: lines.reduce((sum, line) => sum + line.quantity, 0),
    items_shipped: 0,
    payment_method: order.payment_method,
    payment_provider_id: '',
    payment_status: order.payment_status,
    refunded_amount: decimals(order.refunded_cents),
    order_is_digital: lines.every(line => line.type !== 'physical'),
    ...money,
    billing_address: { ...personOf(order), form_fields: [] },
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
    shipping_address_count: lines.some(line => line.type === 'physical') ? 1 : 0,
    tax_provider_id: 'BasicTaxProvider',
    ...origin,
    products: link('products'),
    shipping_addresses: link('shipping_addresses'),
    coupons: link('coupons'),
  }
}

function totals(order: Order) {
  const gross = decimals(order.total_cents)
  const net = decimals(order.total_cents - order.tax_cents)
  return {
    subtotal_ex_tax: net,
    subtotal_inc_tax: gross,
    subtotal_tax: decimals(order.tax_cents),
    total_ex_tax: net,
    total_inc_tax: gross,
    total_tax: decimals(order.tax_cents),
    gift_certificate_amount: decimals(order.certificate_cents),
  }
}

const unusedCosts = {
  ...Object.fromEntries(
    ['shipping', 'handling', 'wrapping'].flatMap(kind => [
      [`base_${kind}_cost`, NOTHING],
      [`${kind}_cost_ex_tax`, NOTHING],
      [`${kind}_cost_inc_tax`, NOTHING],
      [`${kind}_cost_tax`, NOTHING],
      [`${kind}_cost_tax_class_id`, 0],
    ]),
  ),
  store_credit_amount: NOTHING,
  discount_amount: NOTHING,
  coupon_discount: NOTHING,
}

const money = {
  currency_id: 1,
  currency_code: 'EUR',
  currency_exchange_rate: '1.0000000000',
  default_currency_id: 1,
  default_currency_code: 'EUR',
  store_default_currency_code: 'EUR',
  store_default_to_transactional_exchange_rate: '1.0000000000',
}

const origin = {
  ip_address: '',
  ip_address_v6: '',
  geoip_country: '',
  geoip_country_iso2: '',
  ebay_order_id: '0',
}

const personOf = (order: Order) => ({
  ...noAddress,
  ...order.address,
  first_name: order.first_name,
  last_name: order.last_name,
  email: order.email,
})

/** Where the order goes; "to the hosts" has no address here, the registry adds it as a staff note. */
export function shippingJson(order: Order) {
  const person = order.deliver_to_hosts ? { ...personOf(order), ...noAddress } : personOf(order)
  return {
    id: order.id,
    order_id: order.id,
    ...person,
    items_total: 0,
    items_shipped: 0,
    shipping_method: order.deliver_to_hosts ? 'Deliver to the hosts' : 'Courier',
    base_cost: NOTHING,
    cost_ex_tax: NOTHING,
    cost_inc_tax: NOTHING,
    cost_tax: NOTHING,
    cost_tax_class_id: 0,
    base_handling_cost: NOTHING,
    handling_cost_ex_tax: NOTHING,
    handling_cost_inc_tax: NOTHING,
    handling_cost_tax: NOTHING,
    handling_cost_tax_class_id: 0,
    shipping_zone_id: 1,
    shipping_zone_name: 'Greece',
    form_fields: [],
  }
}
