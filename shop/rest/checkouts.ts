import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { cartTotalCents } from '../carts/cart-lines.ts'
import { type Cart, type Consignment, getCart } from '../carts/carts.ts'
import {
  applyCoupon,
  type CheckoutChange,
  changeCheckout,
  replaceConsignment,
  withoutCode,
  withShippingOption,
} from '../carts/checkout-changes.ts'
import { hostsOptionId, shippingOptions } from '../carts/shipping-options.ts'
import { netOfTax, toEuros } from '../money.ts'
import { taxesByName } from '../orders/orders.ts'
import { type Buyer, placeOrder } from '../orders/place-order.ts'
import { toPlace } from '../orders/shipping.ts'
import { discountedCart, grandTotals } from '../promotions/apply-promotions.ts'
import { ShopError, type Store } from '../store.ts'
import { accepts } from './accepts.ts'
import { cartJson } from './cart-json.ts'
import { createAdjustmentsApi, feeJson } from './checkouts/adjustments.ts'
import {
  isJsonObject,
  type JsonObject,
  objectsIn,
  parseRequiredText,
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

/** v3 checkouts: where a cart's bill and goods go, its coupon, and the order that becomes of it. */
export function createCheckoutsApi(store: Store): Hono {
  const app = new Hono()
  const include = [optionsInclude]
  const send = async (c: Context, cart: Cart) => sendData(c, await checkoutJson(store, c, cart))
  const cartOf = (c: Context) => getCart(store, c.req.param('id') ?? '')
  const changed = async (c: Context, toChange: (cart: Cart, input: JsonObject) => CheckoutChange) => {
    const [cart, input] = [await cartOf(c), await readBody(c)]
    return send(c, await changeCheckout(store, cart, toChange(cart, input), versionIn(input)))
  }
  app.get('/:id', accepts({ include }), async c => send(c, await cartOf(c)))
  app.put('/:id', accepts({ body: ['customer_message', 'version'] }), c =>
    changed(c, (_, input) => ({ customer_message: toText(input.customer_message) })),
  )
  app.post('/:id/billing-address', accepts({ body: [...addressFields, 'version'] }), c =>
    changed(c, (_, input) => ({ billing: { id: randomUUID(), ...parseAddress(input, ['email']) } })),
  )
  app.put('/:id/billing-address/:address', accepts({ body: [...addressFields, 'version'] }), c =>
    changed(c, ({ billing }, input) => {
      const id = c.req.param('address')
      if (billing?.id !== id) throw new ShopError(404, 'The billing address was not found.')
      return { billing: { id, ...parseAddress({ ...billing, ...input }, ['email']) } }
    }),
  )
  app.post('/:id/consignments', accepts({ include, body: consignmentFields }), async c => {
    const inputs = await readObjects(c)
    const cart = await cartOf(c)
    const added = inputs.map(input => parseConsignment(input, cart))
    return send(c, await changeCheckout(store, cart, { consignments: [...cart.consignments, ...added] }))
  })
  const one = '/:id/consignments/:consignment'
  const changedFields = [...consignmentFields, 'shipping_option_id', 'version']
  app.put(one, accepts({ include, body: changedFields }), c =>
    changed(c, (cart, input) => ({
      consignments: replaceConsignment(cart, c.req.param('consignment'), before => {
        const isMoved = input.address !== undefined || input.line_items !== undefined
        const consignment = isMoved ? { ...parseConsignment(input, cart), id: before.id } : before
        const option = toText(input.shipping_option_id)
        return option ? withShippingOption(cart, consignment, option) : consignment
      }),
    })),
  )
  app.delete(one, accepts({ body: ['version'] }), c =>
    changed(c, cart => ({ consignments: withoutConsignment(cart, c.req.param('consignment')) })),
  )
  app.post('/:id/coupons', accepts({ body: ['coupon_code', 'version'] }), async c => {
    const input = await readBody(c)
    const code = parseRequiredText(input, 'coupon_code')
    return send(c, await applyCoupon(store, await cartOf(c), code, versionIn(input)))
  })
  app.delete('/:id/coupons/:code', accepts({ body: ['version'] }), c =>
    changed(c, cart => ({ coupon_code: withoutCode(cart.coupon_code, c.req.param('code')) })),
  )
  app.route('/', createAdjustmentsApi(store, send))
  app.post('/:id/orders', accepts(), async c => {
    const cart = await cartOf(c)
    return sendData(c, { id: (await placeOrder(store, cart.id, buyerOf(cart), 'none')).id })
  })
  return app
}

/** A body is not needed where all is said by the path. */
const readBody = async (c: Context): Promise<JsonObject> => {
  const body: unknown = await c.req.json().catch(() => undefined)
  return isJsonObject(body) ? body : {}
}

const versionIn = ({ version }: JsonObject) =>
  version === undefined ? undefined : parseWholeNumber(version, 'version')

function withoutConsignment({ consignments }: Cart, id: string): Consignment[] {
  const kept = consignments.filter(consignment => consignment.id !== id)
  if (kept.length === consignments.length) throw new ShopError(404, 'The consignment was not found.')
  return kept
}

/** Throws 422 for fields that are missing. */
function parseAddress(address: JsonObject, required: string[], prefix = ''): Record<string, string> {
  const isMissing = (field: string) =>
    typeof address[field] !== 'string' || (field === 'email' && address.email === '')
  const missing = required.filter(isMissing)
  if (missing.length > 0)
    throw new ShopError(
      422,
      'The address is incomplete.',
      Object.fromEntries(missing.map(field => [`${prefix}${field}`, 'required'])),
    )
  return Object.fromEntries(addressFields.map(field => [field, toText(address[field])]))
}

/** Who buys by this checkout. Throws 422 while it isn't known where the bill goes, and how all goods are sent. */
function buyerOf(cart: Cart): Buyer {
  const { billing, consignments } = cart
  if (!billing) throw new ShopError(422, 'The billing address is missing.', { billing_address: 'required' })
  const sent = consignments.filter(({ optionId }) => optionId).flatMap(({ lineIds }) => lineIds)
  if (cart.lines.some(({ id, type }) => type === 'physical' && !sent.includes(id)))
    throw new ShopError(422, 'It is not chosen how all goods are sent.', { consignments: 'required' })
  const { email = '', first_name = '', last_name = '', ...address } = billing
  return {
    email,
    firstName: first_name,
    lastName: last_name,
    message: cart.customer_message,
    deliverToHosts: consignments.some(({ optionId }) => optionId === hostsOptionId),
    consignments,
    address: toPlace(address),
  }
}

function parseConsignment(input: JsonObject, cart: Cart): Consignment {
  const address = parseAddress(
    isJsonObject(input.address) ? input.address : {},
    requiredAddressFields,
    'address.',
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
  return { id: randomUUID(), address, lineIds, quantities }
}

async function checkoutJson(store: Store, c: Context, cart: Cart) {
  const discounted = await discountedCart(store, cart)
  const { total: grandTotal, tax } = grandTotals(discounted)
  const total = cartTotalCents(cart.lines)
  const net = discounted.lines.reduce(
    (sum, line) => sum + netOfTax(line.priceCents * line.quantity, line.taxRates),
    0,
  )
  const { cart_amount: _, ...cartFields } = cartJson(store, cart, discounted, false)
  return {
    id: cart.id,
    cart: { ...cartFields, cart_amount_inc_tax: toEuros(total), cart_amount_ex_tax: toEuros(net) },
    billing_address: cart.billing ?? {},
    consignments: cart.consignments.map(one => consignmentJson(c, cart, one)),
    taxes: taxesByName([...discounted.lines, ...discounted.fees]).map(({ name, cents }) => ({
      name,
      amount: toEuros(cents),
    })),
    coupons: cartFields.coupons,
    fees: discounted.fees.map(feeJson),
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
    customer_message: cart.customer_message,
    version: cart.version,
  }
}

function consignmentJson(c: Context, cart: Cart, { id, address, lineIds, optionId }: Consignment) {
  const includesOptions = c.req.query('include') === optionsInclude
  const { phone, ...otherFields } = address
  return {
    id,
    address: { id, ...otherFields, ...(phone && { phone }) },
    ...(includesOptions && { available_shipping_options: optionsJson(cart, address) }),
    ...(optionId && {
      selected_shipping_option: optionsJson(cart, address).find(option => option.id === optionId),
    }),
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
