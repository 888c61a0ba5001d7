import { createCartLine } from '../../carts/cart-lines.ts'
import type { LiveCatalogue } from '../../catalogue/live-catalogue.ts'
import { channels, languageOfChannel } from '../../channels.ts'
import { isTransactional } from '../../currencies.ts'
import { parseCents } from '../../money.ts'
import type { OrderColumns, OrderEdit } from '../../orders/order-edits.ts'
import { type Address, emptyAddress, type NewLine, type Order, type OrderFee } from '../../orders/orders.ts'
import { catalogueOfShopper } from '../../pricing.ts'
import { ShopError, type Store } from '../../store.ts'
import { findTaxClassOf, type TaxRates, taxClasses } from '../../tax/taxes.ts'
import { isJsonObject, type JsonObject, objectsIn, parseWholeNumber, toText } from '../requests.ts'
import { number, oneOf, parseFields, text, whole } from '../resources/fields.ts'

const addressFields = [...Object.keys(emptyAddress), 'first_name', 'last_name', 'email']
const lineFields = [
  ...['product_id', 'variant_id', 'quantity', 'name', 'price_inc_tax', 'price_ex_tax'],
  ...['product_options.id', 'product_options.value'],
]
const textFields = ['staff_notes', 'customer_message', 'external_order_id', 'external_source'] as const
const feeFields = {
  type: oneOf(['custom_fee']),
  display_name_customer: text(),
  display_name_merchant: text(),
  source: text(),
  cost_ex_tax: number(),
  cost_inc_tax: number(),
  cost_tax: number(),
  tax_class_id: whole(),
}
const orderFields = [
  ...['status_id', 'customer_id', 'customer_locale', 'payment_method', ...textFields],
  ...addressFields.map(field => `billing_address.${field}`),
  ...lineFields.map(field => `products.${field}`),
  ...Object.keys(feeFields).map(field => `fees.${field}`),
]
export const orderAddressFields = addressFields
const costFields = ['shipping', 'handling'].flatMap(kind => [`${kind}_cost_inc_tax`, `${kind}_cost_ex_tax`])

export const newOrderFields = [
  ...orderFields,
  'channel_id',
  'default_currency_code',
  ...addressFields.map(field => `shipping_addresses.${field}`),
]
export const changedOrderFields = [
  ...orderFields,
  'products.id',
  'fees.id',
  'discount_amount',
  'is_deleted',
  ...costFields,
]

const maxNoteLength = 65_535

/** What `POST /orders` asks for. Throws 400 and 422. */
export async function parseNewOrder(store: Store, input: JsonObject) {
  const channelId = input.channel_id === undefined ? 1 : parseWholeNumber(input.channel_id, 'channel_id')
  if (!channels.some(channel => channel.id === channelId))
    throw new ShopError(400, 'The field channel_id is invalid.')
  const locale = toText(input.customer_locale) || languageOfChannel(channelId)
  const customerId = input.customer_id === undefined ? 0 : parseWholeNumber(input.customer_id, 'customer_id')
  const liveCatalogue = await catalogueOfShopper(store, channelId, customerId)
  const place = { channel_id: channelId, locale }
  const lines = objectsIn(input.products).map(product => parseNewLine(product, place, liveCatalogue))
  if (lines.length === 0) throw new ShopError(400, 'The field products is required.')
  const fields = {
    channel_id: channelId,
    customer_id: customerId,
    locale,
    ...parseBuyer(isJsonObject(input.billing_address) ? input.billing_address : {}),
    shipping_addresses: objectsIn(input.shipping_addresses).map(parseShippingAddress),
    payment_method: toText(input.payment_method, 'Manual'),
    ...parseTextFields(input),
    external_source: toText(input.external_source) || null,
    ...(await parseCurrency(store, input)),
    fees: parseFees(input, liveCatalogue.taxRates, []) ?? [],
  }
  return { fields, lines }
}

/** What the order is paid in; the shop's own where nothing is said. Throws 400 for one that nobody can pay in. */
async function parseCurrency(store: Store, { default_currency_code: given }: JsonObject) {
  const code = toText(given)
  if (!code) return {}
  if (!(await isTransactional(store.db, code)))
    throw new ShopError(400, 'The field default_currency_code is invalid.')
  return { default_currency_code: code, currency_code: code }
}

/** The columns that `PUT /orders/{id}` writes; what is not sent stays. Throws 400 and 422. */
export function parseChangedColumns(order: Order, input: JsonObject): OrderColumns {
  const billing = isJsonObject(input.billing_address) ? input.billing_address : undefined
  const { first_name, last_name, email } = order
  return {
    ...parseTextFields(input),
    ...(input.customer_id === undefined
      ? {}
      : { customer_id: parseWholeNumber(input.customer_id, 'customer_id') }),
    ...(input.payment_method === undefined ? {} : { payment_method: toText(input.payment_method) }),
    ...(input.customer_locale === undefined ? {} : { locale: toText(input.customer_locale) }),
    ...(billing ? parseBuyer({ ...order.address, first_name, last_name, email, ...billing }) : {}),
  }
}

function parseTextFields(input: JsonObject): OrderColumns {
  const given = textFields.filter(field => input[field] !== undefined)
  for (const field of given)
    if (toText(input[field]).length > maxNoteLength)
      throw new ShopError(400, `The field ${field} is too long.`)
  return Object.fromEntries(given.map(field => [field, String(input[field] ?? '')]))
}

function parseBuyer(billing: JsonObject) {
  return {
    email: toText(billing.email),
    first_name: toText(billing.first_name),
    last_name: toText(billing.last_name),
    address: parseAddress(billing),
  }
}

export const parseShippingAddress = (input: JsonObject) => {
  const { address, ...person } = parseBuyer(input)
  return { ...address, ...person }
}

const parseAddress = (input: JsonObject): Address =>
  Object.fromEntries(
    Object.entries(emptyAddress).map(([key, empty]) => [key, toText(input[key], empty)]),
  ) as unknown as Address

/** What `PUT /orders/{id}` changes of lines and costs; undefined for nothing. Throws 400 and 422. */
export async function parseOrderEdit(
  store: Store,
  order: Order,
  input: JsonObject,
): Promise<OrderEdit | undefined> {
  const products = objectsIn(input.products)
  const liveCatalogue = await store.liveCatalogue()
  const lines = products
    .filter(product => product.id !== undefined)
    .map(product => ({
      lineId: parseWholeNumber(product.id, 'products.id'),
      quantity: product.quantity === undefined ? undefined : parseWholeNumber(product.quantity, 'quantity'),
      priceCents: parsePricePair(product, 'price'),
      netCents: product.price_ex_tax == null ? undefined : Number(product.price_ex_tax) * 100,
      name: toText(product.name) || undefined,
    }))
  const newLines = products
    .filter(product => product.id === undefined)
    .map(product => parseNewLine(product, order, liveCatalogue))
  const costs = {
    discountCents: input.discount_amount === undefined ? undefined : parseAmount(input, 'discount_amount'),
    shippingCents: parsePricePair(input, 'shipping_cost'),
    handlingCents: parsePricePair(input, 'handling_cost'),
  }
  const fees = parseFees(input, liveCatalogue.taxRates, order.fees)
  const isEmpty = products.length === 0 && !fees && Object.values(costs).every(cents => cents === undefined)
  return isEmpty ? undefined : { lines, newLines, fees, ...costs }
}

/** The fees that an order is to have; undefined where nothing is said. Those with an id replace the order's own. */
function parseFees(
  { fees: given }: JsonObject,
  taxRates: TaxRates,
  known: OrderFee[],
): OrderFee[] | undefined {
  if (given === undefined) return undefined
  if (!Array.isArray(given)) throw new ShopError(400, 'The field fees is invalid.')
  const fees = objectsIn(given)
  const ids = fees.flatMap(({ id }) => (id == null ? [] : [parseWholeNumber(id, 'fees.id')]))
  if (new Set(ids).size < ids.length || !ids.every(id => known.some(fee => fee.id === id)))
    throw new ShopError(400, 'The order has no such fee.')
  let lastId = Math.max(0, ...known.map(({ id }) => id))
  return fees.map(fee => ({ ...parseFee(fee, taxRates), id: fee.id == null ? ++lastId : Number(fee.id) }))
}

function parseFee(input: JsonObject, taxRates: TaxRates): Omit<OrderFee, 'id'> {
  const fee = parseFields(feeFields, input, { isNew: false, status: 400 })
  const [customer, merchant] = [toText(fee.display_name_customer), toText(fee.display_name_merchant)]
  if (!customer && !merchant)
    throw new ShopError(400, 'A fee needs display_name_customer or display_name_merchant.')
  const costs = [fee.cost_ex_tax, fee.cost_inc_tax, fee.cost_tax]
  const [net, gross, tax] = costs.map(cost => (cost == null ? Number.NaN : Number(cost) * 100)) as number[]
  if (costs.filter(cost => cost != null).length < 2)
    throw new ShopError(400, 'A fee needs two of cost_ex_tax, cost_inc_tax and cost_tax.')
  const priceCents = Math.round(fee.cost_inc_tax == null ? net! + tax! : gross!)
  const netCents = fee.cost_ex_tax == null ? gross! - tax! : net!
  if (!(netCents >= 0) || priceCents < Math.round(netCents))
    throw new ShopError(400, 'The cost of a fee is invalid.')
  const tax_class_id = fee.tax_class_id == null ? null : Number(fee.tax_class_id)
  if (tax_class_id !== null && !taxClasses.some(({ id }) => id === tax_class_id))
    throw new ShopError(400, 'The tax class does not exist.')
  return {
    name: merchant || customer,
    display_name: customer || merchant,
    source: toText(fee.source),
    tax_class_id,
    priceCents,
    netCents,
    quantity: 1,
    taxRates: taxRates.get(tax_class_id ?? 0) ?? [],
  }
}

function parseAmount(input: JsonObject, field: string): number {
  const cents = parseCents(input[field])
  if (!(cents >= 0)) throw new ShopError(400, `The field ${field} is invalid.`)
  return cents
}

/** An amount that comes with tax and without it; the platform takes neither alone. */
function parsePricePair(input: JsonObject, name: string): number | undefined {
  const [withTax, withoutTax] = [`${name}_inc_tax`, `${name}_ex_tax`]
  if (input[withTax] == null && input[withoutTax] == null) return undefined
  if (input[withTax] == null || input[withoutTax] == null)
    throw new ShopError(400, `The fields ${withTax} and ${withoutTax} go together.`)
  parseAmount(input, withoutTax)
  return parseAmount(input, withTax)
}

/** A line by its product, whose price may be another, or one that is made up with a name and a price. */
function parseNewLine(
  input: JsonObject,
  place: Parameters<typeof createCartLine>[1],
  liveCatalogue: LiveCatalogue,
): NewLine {
  const priceCents = parsePricePair(input, 'price')
  const quantity = parseWholeNumber(input.quantity, 'quantity')
  if (quantity === 0) throw new ShopError(400, 'The field quantity must be at least 1.')
  const name = toText(input.name) || undefined
  if (input.product_id === undefined) {
    if (!name || priceCents === undefined)
      throw new ShopError(400, 'A product without a product_id needs a name and a price.')
    return {
      productId: 0,
      variantId: 0,
      name,
      sku: '',
      type: 'physical',
      taxClass: 0,
      quantity,
      priceCents,
      options: [],
      taxRates: liveCatalogue.taxRates.get(0) ?? [],
      ...taxOfPair(input, liveCatalogue),
    }
  }
  const line = createCartLine(liveCatalogue, place, {
    productId: parseWholeNumber(input.product_id, 'product_id'),
    variantId: input.variant_id == null ? undefined : parseWholeNumber(input.variant_id, 'variant_id'),
    quantity,
    priceCents,
    name,
    selections: objectsIn(input.product_options).map(option => ({
      optionId: parseWholeNumber(option.id, 'product_options'),
      value: toText(option.value),
    })),
    hasIsoDates: true,
  })
  const taxRates = liveCatalogue.taxRates.get(line.taxClass) ?? []
  return { ...line, taxRates, ...taxOfPair(input, liveCatalogue) }
}

/** An order's prices may have another tax than the product: that of a class, or one of their own. */
function taxOfPair(
  input: JsonObject,
  { taxRates }: Pick<LiveCatalogue, 'taxRates'>,
): Partial<Pick<NewLine, 'taxClass' | 'taxRates' | 'netCents'>> {
  if (input.price_inc_tax == null) return {}
  const net = Number(input.price_ex_tax) * 100
  const found = findTaxClassOf(taxRates, parseAmount(input, 'price_inc_tax'), net)
  return found ?? { netCents: net }
}
