import { type Shop, ShopFailure } from '../port.ts'
import type { HostOrderLine, HostOrderRequest } from '../port-orders.ts'
import type { ShopConnection } from './connection.ts'
import { getJson, type RestClient } from './rest-client.ts'
import { fetchTaxClassIds, findTaxClass, type TaxBook } from './tax.ts'
import * as wire from './wire.ts'

const statusAwaitingFulfillment = 11
/** The platform requires a postcode even for digital goods. */
const placeholderPostcode = '00000'

/**
 * Orders placed for hosts, over orders v2. Our id is sent as `external_order_id`, by which orders can be searched;
 * the platform's `external_id` is read-only.
 */
export function hostOrderOperations(
  connection: ShopConnection,
  rest: RestClient,
  tax: TaxBook,
): Pick<Shop, 'placeOrder' | 'findOrderByExternalId'> {
  return {
    async placeOrder(order) {
      const body = await orderBody(order, connection, { rest, tax })
      const { id } = await rest(wire.placedOrderSchema, {
        method: 'POST',
        path: '/v2/orders',
        body,
        repeatable: false,
      })
      return id
    },
    async findOrderByExternalId(externalId) {
      const path = `/v2/orders?external_order_id=${encodeURIComponent(externalId)}`
      // An archived order was placed all the same; the platform lists those apart.
      for (const list of [path, `${path}&is_deleted=true`]) {
        const orders = await getJson(rest, wire.placedOrdersSchema, list)
        const order = orders.find(one => one.external_order_id === externalId)
        if (order) return order.id
      }
      return null
    },
  }
}

async function orderBody(
  order: HostOrderRequest,
  { channels, hostOrderTax }: ShopConnection,
  shop: TaxSource,
) {
  // Where the money was taxed when it was given, the goods bought with it are not taxed again (R416).
  const multiplierOf =
    hostOrderTax === 'none'
      ? () => 1
      : await fetchProductMultipliers(
          shop,
          order.lines.map(line => line.productId),
        )
  return {
    status_id: statusAwaitingFulfillment,
    channel_id: channels[order.language],
    customer_locale: order.language,
    customer_id: order.customerId,
    external_order_id: order.externalId,
    external_source: 'gift registry',
    payment_method: 'Gift registry',
    staff_notes: order.staffNote,
    billing_address: billingAddress(order),
    ...(order.shipTo && { shipping_addresses: [shippingAddress(order)] }),
    products: order.lines.map(line => productBody(line, multiplierOf(line.productId))),
  }
}

interface TaxSource {
  rest: RestClient
  tax: TaxBook
}

/** The factors from net to gross by product (R304: tax); an unknown one throws ShopFailure `invalid`. */
async function fetchProductMultipliers(
  { rest, tax }: TaxSource,
  productIds: number[],
): Promise<(productId: number) => number> {
  const [taxClasses, facts] = await Promise.all([fetchTaxClassIds(rest, productIds), tax.current()])
  if (!facts) throw new ShopFailure('unavailable', 'tax rates: none were read yet')
  return productId => {
    const taxClass = taxClasses.get(productId)
    if (taxClass === undefined) throw new ShopFailure('invalid', `product ${productId} is not in the shop`)
    const multiplier = findTaxClass(facts, String(taxClass))?.factor
    if (multiplier == null) throw new ShopFailure('invalid', `tax class ${taxClass} has no rate`)
    return multiplier
  }
}

function productBody(
  { productId, variantId, quantity, cents, options, modifiers }: HostOrderLine,
  taxMultiplier: number,
) {
  return {
    product_id: productId,
    ...(variantId !== 0 && { variant_id: variantId }),
    quantity,
    price_inc_tax: cents / 100,
    price_ex_tax: Math.round((cents * 100) / taxMultiplier) / 10_000,
    ...(options.length + modifiers.length > 0 && {
      product_options: [
        ...options.map(({ option_id, value_id }) => ({ id: option_id, value: String(value_id) })),
        // Unlike carts, orders take dates as they are kept here.
        ...modifiers.map(({ option_id, value }) => ({ id: option_id, value })),
      ],
    }),
  }
}

function billingAddress({ customer, shipTo }: HostOrderRequest) {
  return {
    first_name: customer.name,
    last_name: customer.surname,
    email: customer.email,
    phone: customer.phone ?? shipTo?.phone ?? '',
    ...addressFields(shipTo),
  }
}

function shippingAddress({ customer, shipTo }: HostOrderRequest) {
  return {
    first_name: shipTo?.name ?? customer.name,
    last_name: shipTo?.surname ?? customer.surname,
    email: customer.email,
    phone: shipTo?.phone ?? '',
    ...addressFields(shipTo),
  }
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' })

function addressFields(shipTo: HostOrderRequest['shipTo']) {
  const country = shipTo?.country ?? 'GR'
  return {
    street_1: shipTo?.street ?? '',
    city: shipTo?.city ?? '',
    state: shipTo?.region ?? '',
    zip: shipTo?.postcode || placeholderPostcode,
    country: countryNames.of(country) ?? country,
    country_iso2: country,
  }
}
