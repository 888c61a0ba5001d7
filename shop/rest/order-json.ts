import { toDecimalString } from '../money.ts'
import { emptyAddress, type Order, type OrderLine, orderStatuses } from '../orders/orders.ts'
import type { Store } from '../store.ts'
import { zeroAmount } from './order-line-json.ts'
import { formatRfc2822 } from './responses.ts'

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
    ...totalFields(order),
    ...unusedCostFields,
    items_total: lines.reduce((sum, line) => sum + line.quantity, 0),
    items_shipped: 0,
    payment_method: order.payment_method,
    payment_provider_id: '',
    payment_status: order.payment_status,
    refunded_amount: '0.0000',
    order_is_digital: lines.every(line => line.type !== 'physical'),
    ...currencyFields,
    billing_address: { ...addressFields(order), form_fields: [] },
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
    ...originFields,
    products: link('products'),
    shipping_addresses: link('shipping_addresses'),
    coupons: link('coupons'),
  }
}

function totalFields(order: Order) {
  const gross = toDecimalString(order.total_cents)
  const net = toDecimalString(order.total_cents - order.tax_cents)
  return {
    subtotal_ex_tax: net,
    subtotal_inc_tax: gross,
    subtotal_tax: toDecimalString(order.tax_cents),
    total_ex_tax: net,
    total_inc_tax: gross,
    total_tax: toDecimalString(order.tax_cents),
    gift_certificate_amount: toDecimalString(order.certificate_cents),
  }
}

const unusedCostFields = {
  ...Object.fromEntries(
    ['shipping', 'handling', 'wrapping'].flatMap(kind => [
      [`base_${kind}_cost`, zeroAmount],
      [`${kind}_cost_ex_tax`, zeroAmount],
      [`${kind}_cost_inc_tax`, zeroAmount],
      [`${kind}_cost_tax`, zeroAmount],
      [`${kind}_cost_tax_class_id`, 0],
    ]),
  ),
  store_credit_amount: zeroAmount,
  discount_amount: zeroAmount,
  coupon_discount: zeroAmount,
}

const currencyFields = {
  currency_id: 1,
  currency_code: 'EUR',
  currency_exchange_rate: '1.0000000000',
  default_currency_id: 1,
  default_currency_code: 'EUR',
  store_default_currency_code: 'EUR',
  store_default_to_transactional_exchange_rate: '1.0000000000',
}

const originFields = {
  ip_address: '',
  ip_address_v6: '',
  geoip_country: '',
  geoip_country_iso2: '',
  ebay_order_id: '0',
}

const addressFields = (order: Order) => ({
  ...emptyAddress,
  ...order.address,
  first_name: order.first_name,
  last_name: order.last_name,
  email: order.email,
})

/** The shipping address; delivery to the hosts has none, their address comes as a staff note (R420). */
export function shippingAddressJson(order: Order) {
  const person = order.deliver_to_hosts ? { ...addressFields(order), ...emptyAddress } : addressFields(order)
  return {
    id: order.id,
    order_id: order.id,
    ...person,
    items_total: 0,
    items_shipped: 0,
    shipping_method: order.deliver_to_hosts ? 'Deliver to the hosts' : 'Courier',
    base_cost: zeroAmount,
    cost_ex_tax: zeroAmount,
    cost_inc_tax: zeroAmount,
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
