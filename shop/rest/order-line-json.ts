import { catalogue } from '../catalogue/index.ts'
import { decimals, withoutTax } from '../money.ts'
import type { OrderLine } from '../orders.ts'
import { brandName } from '../shelf.ts'

const NOTHING = '0.0000'

/** An order line as `GET /v2/orders/{id}/products` shows it. */
export function lineJson(line: OrderLine) {
  const product = catalogue.products.find(candidate => candidate.id === line.product_id)
  return {
    id: line.id,
    order_id: line.order_id,
    product_id: line.product_id,
    variant_id: line.variant_id,
    order_pickup_method_id: 0,
    order_address_id: line.type === 'physical' ? line.order_id : 0,
    name: line.name,
    name_customer: line.name,
    name_merchant: product?.name.en ?? line.name,
    sku: line.sku,
    upc: '',
    type: line.type,
    ...amounts('price', line.price_cents, line.tax_class),
    base_price: decimals(line.price_cents),
    base_total: decimals(line.price_cents * line.quantity),
    ...amounts('total', line.price_cents * line.quantity, line.tax_class),
    discounted_total_inc_tax: decimals(line.price_cents * line.quantity),
    quantity: line.quantity,
    quantity_refunded: line.quantity_refunded,
    is_refunded: line.quantity_refunded === line.quantity,
    refund_amount: decimals(line.refunded_cents),
    quantity_shipped: 0,
    ...unusedOfLine,
    brand: product ? brandName(product.brand) : '',
    gift_certificate_id: null,
    product_options: line.options.map(option => optionJson(line, option)),
  }
}

function amounts(kind: 'price' | 'total', gross: number, taxClass: number) {
  const net = withoutTax(gross, taxClass)
  return {
    [`${kind}_inc_tax`]: decimals(gross),
    [`${kind}_ex_tax`]: decimals(net),
    [`${kind}_tax`]: decimals(gross - net),
  }
}

const unusedOfLine = {
  base_cost_price: NOTHING,
  cost_price_inc_tax: NOTHING,
  cost_price_ex_tax: NOTHING,
  cost_price_tax: NOTHING,
  weight: '0.0000',
  width: '0.0000',
  height: '0.0000',
  depth: '0.0000',
  return_id: 0,
  wrapping_id: 0,
  wrapping_name: null,
  base_wrapping_cost: NOTHING,
  wrapping_cost_ex_tax: NOTHING,
  wrapping_cost_inc_tax: NOTHING,
  wrapping_cost_tax: NOTHING,
  wrapping_message: '',
  event_name: null,
  event_date: null,
  fixed_shipping_cost: NOTHING,
  ebay_item_id: '',
  ebay_transaction_id: '',
  option_set_id: null,
  parent_order_product_id: null,
  is_bundled_product: false,
  bin_picking_number: '',
  external_id: null,
  applied_discounts: [],
  configurable_fields: [],
}

/** `product_option_id` is the id the cart called `option_id`; `option_id` here is the old catalogue's own. */
function optionJson(line: OrderLine, option: OrderLine['options'][number]) {
  const written = option.valueId === 0
  return {
    id: line.id * 10 + line.options.indexOf(option),
    option_id: option.id + 100_000,
    order_product_id: line.id,
    product_option_id: option.id,
    display_name: option.name,
    display_name_customer: option.name,
    display_name_merchant: option.name,
    display_value: option.value,
    display_value_customer: option.value,
    display_value_merchant: option.value,
    value: written ? option.value : String(option.valueId),
    type: written ? 'Text field' : 'Multiple choice',
    name: option.name,
    display_style: written ? '' : 'Pick list',
  }
}
