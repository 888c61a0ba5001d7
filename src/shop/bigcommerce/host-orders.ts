import type { Shop } from '../port.ts'
import { ShopFailure } from '../port.ts'
import type { HostOrderLine, HostOrderRequest } from '../port-orders.ts'
import type { ShopConnection } from './connection.ts'
import { getJson, type RestClient } from './rest-client.ts'
import { fetchTaxMultipliers } from './tax.ts'
import * as wire from './wire.ts'

const awaitingFulfillment = 11
/** An order for digital goods goes nowhere, but the platform demands a postcode. */
const noPostcode = '00000'

/**
 * Orders placed for hosts, over orders v2. Our id travels as `external_order_id`: the platform's `external_id` is
 * read-only, and this is the one it can be searched by.
 */
export function hostOrderOperations(
  address: ShopConnection,
  ask: RestClient,
): Pick<Shop, 'placeOrder' | 'findOrderByExternalId'> {
  return {
    async placeOrder(wanted) {
      const body = await orderBody(wanted, address, ask)
      const { id } = await ask(wire.placedOrderSchema, {
        method: 'POST',
        path: '/v2/orders',
        body,
        repeatable: false,
      })
      return id
    },
    async findOrderByExternalId(externalId) {
      const path = `/v2/orders?external_order_id=${encodeURIComponent(externalId)}`
      const orders = await getJson(ask, wire.placedOrdersSchema, path)
      return orders.find(one => one.external_order_id === externalId && !one.is_deleted)?.id ?? null
    },
  }
}

async function orderBody(wanted: HostOrderRequest, { channels }: ShopConnection, ask: RestClient) {
  const taxOf = await taxes(
    ask,
    wanted.lines.map(line => line.productId),
  )
  return {
    status_id: awaitingFulfillment,
    channel_id: channels[wanted.language],
    customer_locale: wanted.language,
    customer_id: wanted.customerId,
    external_order_id: wanted.externalId,
    external_source: 'gift registry',
    payment_method: 'Gift registry',
    staff_notes: wanted.staffNote,
    billing_address: billingAddress(wanted),
    ...(wanted.shipTo && { shipping_addresses: [shippingAddress(wanted)] }),
    products: wanted.lines.map(line => productBody(line, taxOf(line.productId))),
  }
}

/** What a net price of each product is multiplied by. Throws ShopFailure `invalid` for one that is not in the shop. */
async function taxes(ask: RestClient, productIds: number[]): Promise<(productId: number) => number> {
  const ids = [...new Set(productIds)]
  const path = `/v3/catalog/products?id:in=${ids.join(',')}&include_fields=tax_class_id&limit=250`
  const [{ data }, rates] = await Promise.all([
    getJson(ask, wire.taxedProductsSchema, path),
    fetchTaxMultipliers(ask),
  ])
  const classes = new Map(data.map(one => [one.id, one.tax_class_id]))
  return productId => {
    const taxClass = classes.get(productId)
    if (taxClass === undefined) throw new ShopFailure('invalid', `product ${productId} is not in the shop`)
    const rate = rates.get(taxClass)
    if (rate === undefined) throw new ShopFailure('invalid', `tax class ${taxClass} has no rate`)
    return rate
  }
}

function productBody({ productId, variantId, quantity, cents, options }: HostOrderLine, tax: number) {
  return {
    product_id: productId,
    ...(variantId !== 0 && { variant_id: variantId }),
    quantity,
    price_inc_tax: cents / 100,
    price_ex_tax: Math.round((cents * 100) / tax) / 10_000,
    ...(options.length > 0 && {
      product_options: options.map(({ option_id, value_id }) => ({ id: option_id, value: String(value_id) })),
    }),
  }
}

function billingAddress({ customer, shipTo }: HostOrderRequest) {
  return {
    first_name: customer.name,
    last_name: customer.surname,
    email: customer.email,
    phone: customer.phone ?? shipTo?.phone ?? '',
    ...placeOf(shipTo),
  }
}

function shippingAddress({ customer, shipTo }: HostOrderRequest) {
  return {
    first_name: shipTo?.name ?? customer.name,
    last_name: shipTo?.surname ?? customer.surname,
    email: customer.email,
    phone: shipTo?.phone ?? '',
    ...placeOf(shipTo),
  }
}

const countries = new Intl.DisplayNames('en', { type: 'region' })

function placeOf(shipTo: HostOrderRequest['shipTo']) {
  const country = shipTo?.country ?? 'GR'
  return {
    street_1: shipTo?.street ?? '',
    city: shipTo?.city ?? '',
    state: shipTo?.region ?? '',
    zip: shipTo?.postcode || noPostcode,
    country: countries.of(country) ?? country,
    country_iso2: country,
  }
}
