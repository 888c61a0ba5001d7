import type { LiveCatalogue } from '../../catalogue/live-catalogue.ts'
import type { Modifier } from '../../catalogue/types.ts'
import { toDecimalString } from '../../money.ts'
import { netOfLine, type OrderLine } from '../../orders/orders.ts'

export const zeroAmount = '0.0000'

/** The first address of an order has the order's id. */
export const addressId = (orderId: number, number: number): number => orderId + number * 10_000_000

/** An order line as `GET /v2/orders/{id}/products` shows it. */
export function orderLineJson(line: OrderLine, { products }: Pick<LiveCatalogue, 'products'>) {
  const product = products.get(line.product_id)
  return {
    id: line.id,
    order_id: line.order_id,
    product_id: line.product_id,
    variant_id: line.variant_id,
    order_pickup_method_id: 0,
    order_address_id: line.type === 'physical' ? addressId(line.order_id, line.address_number) : 0,
    name: line.name,
    name_customer: line.name,
    name_merchant: product?.name.en ?? line.name,
    sku: line.sku,
    upc: '',
    type: line.type,
    ...amountFields('price', line, line.price_cents),
    base_price: toDecimalString(line.price_cents),
    base_total: toDecimalString(line.price_cents * line.quantity),
    ...amountFields('total', line, line.price_cents * line.quantity),
    discounted_total_inc_tax: toDecimalString(line.price_cents * line.quantity - line.discount_cents),
    quantity: line.quantity,
    quantity_refunded: line.quantity_refunded,
    is_refunded: line.quantity_refunded === line.quantity,
    refund_amount: '0.0000',
    quantity_shipped: line.quantity_shipped,
    ...unusedLineFields,
    applied_discounts: line.applied_discounts,
    brand: product?.brandName ?? '',
    gift_certificate_id: null,
    product_options: line.options.map(option => orderLineOptionJson(line, option)),
  }
}

function amountFields(kind: 'price' | 'total', line: OrderLine, gross: number) {
  const net = netOfLine(line, gross)
  return {
    [`${kind}_inc_tax`]: toDecimalString(gross),
    [`${kind}_ex_tax`]: toDecimalString(net),
    [`${kind}_tax`]: toDecimalString(gross - net),
  }
}

const unusedLineFields = {
  base_cost_price: zeroAmount,
  cost_price_inc_tax: zeroAmount,
  cost_price_ex_tax: zeroAmount,
  cost_price_tax: zeroAmount,
  weight: '0.0000',
  width: '0.0000',
  height: '0.0000',
  depth: '0.0000',
  return_id: 0,
  wrapping_id: 0,
  wrapping_name: null,
  base_wrapping_cost: zeroAmount,
  wrapping_cost_ex_tax: zeroAmount,
  wrapping_cost_inc_tax: zeroAmount,
  wrapping_cost_tax: zeroAmount,
  wrapping_message: '',
  event_name: null,
  event_date: null,
  fixed_shipping_cost: zeroAmount,
  ebay_item_id: '',
  ebay_transaction_id: '',
  option_set_id: null,
  parent_order_product_id: null,
  is_bundled_product: false,
  bin_picking_number: '',
  external_id: null,
  configurable_fields: [],
}

/** `product_option_id` is what carts call `option_id`; `option_id` here is an id of the platform's old catalogue. */
function orderLineOptionJson(line: OrderLine, option: OrderLine['options'][number]) {
  const hasValueId = option.valueId !== 0
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
    value: hasValueId ? String(option.valueId) : (option.stored ?? option.value),
    type: option.type ? optionTypeNames[option.type] : hasValueId ? 'Multiple choice' : 'Text field',
    name: option.name,
    display_style: hasValueId ? 'Pick list' : '',
  }
}

const optionTypeNames: Record<Modifier['type'], string> = {
  text: 'Text field',
  multi_line_text: 'Multi-line text field',
  numbers_only_text: 'Numbers only text field',
  date: 'Date field',
  checkbox: 'Checkbox',
  dropdown: 'Multiple choice',
  radio_buttons: 'Multiple choice',
  rectangles: 'Multiple choice',
  swatch: 'Swatch',
  file: 'File upload field',
}
