import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { cartTotalCents } from '../carts/cart-lines.ts'
import { type Cart, type Consignment, getCart } from '../carts/carts.ts'
import { shippingOptions } from '../carts/shipping-options.ts'
import { netOfTax, toEuros } from '../money.ts'
import { orderTotals } from '../orders/orders.ts'
import { discountedCart } from '../promotions/apply-promotions.ts'
import { ShopError, type Store } from '../store.ts'
import { accepts } from './accepts.ts'
import { cartJson } from './cart-json.ts'
import {
  isJsonObject,
  type JsonObject,
  objectsIn,
  parseWholeNumber,
  readObjects,
  toText,
} from './requests.ts'
import { sendData } from './responses.ts'

const optionsInclude = 'consignments.available_shipping_options'
const addressFields = [
  ...['first_name', 'last_name', 'email', 'company', 'address1', 'address2', 'city', 'phone'],
  ...['state_or_province', 'state_or_province_code', 'country_code', 'postal_code'],
]
const consignmentFields = [
  ...addressFields.map(field => `address.${field}`),
  ...['line_items.item_id', 'line_items.quantity'],
]
const requiredAddressFields = ['email', 'country_code', 'state_or_province', 'postal_code']

/** v3 checkouts: reading one, and asking what it costs to send its goods somewhere. */
export function createCheckoutsApi(store: Store): Hono {
  const app = new Hono()
  const include = [optionsInclude]
  app.get('/:id', accepts({ include }), async c =>
    sendData(c, await checkoutJson(store, c, await getCart(store, c.req.param('id')))),
  )
  app.post('/:id/consignments', accepts({ include, body: consignmentFields }), c => addConsignments(store, c))
  return app
}

async function addConsignments(store: Store, c: Context): Promise<Response> {
  const inputs = await readObjects(c)
  const cart = await getCart(store, c.req.param('id') ?? '')
  const added = inputs.map(input => parseConsignment(input, cart))
  const { rows } = await store.db.query<Cart>(
    'update shop.cart set consignments = consignments || $2::jsonb, version = version + 1, updated = $3 where id = $1 returning *',
    [cart.id, JSON.stringify(added), store.now()],
  )
  return sendData(c, await checkoutJson(store, c, rows[0]!))
}

function parseConsignment(input: JsonObject, cart: Cart): Consignment {
  const address = isJsonObject(input.address) ? input.address : {}
  const missing = requiredAddressFields.filter(field => typeof address[field] !== 'string')
  if (missing.length > 0)
    throw new ShopError(
      422,
      'The address is incomplete.',
      Object.fromEntries(missing.map(field => [`address.${field}`, 'required'])),
    )
  const items = objectsIn(input.line_items)
  const quantities: Record<string, number> = {}
  for (const item of items) {
    const line = cart.lines.find(({ id, type }) => type === 'physical' && id === item.item_id)
    const units = parseWholeNumber(item.quantity, 'quantity') + (quantities[line?.id ?? ''] ?? 0)
    if (!line || units === 0 || units > line.quantity)
      throw new ShopError(422, 'There are not so many units of this line.', {
        line_items: String(item.item_id),
      })
    quantities[line.id] = units
  }
  const lineIds = Object.keys(quantities)
  if (lineIds.length === 0) throw new ShopError(422, 'There is nothing to send.', { line_items: 'required' })
  const texts = addressFields.map(field => [field, toText(address[field])])
  return { id: randomUUID(), address: Object.fromEntries(texts), lineIds, quantities }
}

async function checkoutJson(store: Store, c: Context, cart: Cart) {
  const discounted = await discountedCart(store, cart)
  const { total: grandTotal, tax } = orderTotals(discounted.lines)
  const total = cartTotalCents(cart.lines)
  const net = cart.lines.reduce(
    (sum, line) => sum + netOfTax(line.priceCents * line.quantity, line.taxClass),
    0,
  )
  const { cart_amount: _, ...cartFields } = cartJson(store, cart, discounted, false)
  return {
    id: cart.id,
    cart: { ...cartFields, cart_amount_inc_tax: toEuros(total), cart_amount_ex_tax: toEuros(net) },
    billing_address: {},
    consignments: cart.consignments.map(one => consignmentJson(c, cart, one)),
    taxes: [{ name: 'ΦΠΑ', amount: toEuros(tax) }],
    coupons: cartFields.coupons,
    fees: [],
    order_id: null,
    shipping_cost_total_inc_tax: 0,
    shipping_cost_total_ex_tax: 0,
    handling_cost_total_inc_tax: 0,
    handling_cost_total_ex_tax: 0,
    tax_total: toEuros(tax),
    subtotal_inc_tax: toEuros(total),
    subtotal_ex_tax: toEuros(net),
    grand_total: toEuros(grandTotal),
    created_time: cart.created.toISOString(),
    updated_time: cart.updated.toISOString(),
    customer_message: '',
    version: cart.version,
  }
}

function consignmentJson(c: Context, cart: Cart, { id, address, lineIds }: Consignment) {
  const includesOptions = c.req.query('include') === optionsInclude
  const { phone, ...otherFields } = address
  return {
    id,
    address: { id, ...otherFields, ...(phone && { phone }) },
    ...(includesOptions && { available_shipping_options: optionsJson(cart, address) }),
    coupon_discounts: [],
    discounts: [],
    shipping_cost_inc_tax: 0,
    shipping_cost_ex_tax: 0,
    handling_cost_inc_tax: 0,
    handling_cost_ex_tax: 0,
    line_item_ids: lineIds,
  }
}

const optionsJson = (cart: Cart, { country_code = '' }: Record<string, string>) =>
  shippingOptions(cart, country_code).map(({ id, name }) => ({
    description: name,
    id,
    type: 'shipping_flatrate',
    image_url: '',
    cost: 0,
    transit_time: '',
  }))
