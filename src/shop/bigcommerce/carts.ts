import type { Shop } from '../port.ts'
import type { CartRequest, CartRequestLine } from '../port-orders.ts'
import type { GroupGiftProduct, ShopConnection } from './connection.ts'
import type { HttpClient } from './http-client.ts'
import { addStaffNote, fetchChangedOrders, fetchOrder, isDeliveredToHosts } from './orders.ts'
import { createRestClient, getJson, nullIfMissing, type RestClient } from './rest-client.ts'
import { fetchTaxMultipliers, taxMultiplier } from './tax.ts'
import { webhookSecretHeader } from './webhook-signature.ts'
import * as wire from './wire.ts'

type Writing = Pick<
  Shop,
  | 'fetchChangedProductIds'
  | 'fetchTaxRates'
  | 'createCart'
  | 'createCartRedirects'
  | 'fetchOrder'
  | 'fetchOrderIdsOfCart'
  | 'fetchChangedOrders'
  | 'isDeliveredToHosts'
  | 'addStaffNote'
  | 'fetchWebhooks'
  | 'createWebhook'
  | 'activateWebhook'
>
/** The other half of the shop: changes, carts, orders, webhooks and tax, over the REST Management API. */
export function managementOperations(address: ShopConnection, door: HttpClient): Writing {
  const ask = createRestClient(address, door)
  return {
    fetchChangedProductIds: moment => changedProducts(ask, moment),
    fetchTaxRates: () => taxRates(address, ask, door),
    createCart: async wanted => {
      const body = cartBody(wanted, address)
      const { data } = await ask(wire.cartSchema, {
        method: 'POST',
        path: '/v3/carts?include=redirect_urls',
        body,
        repeatable: false,
      })
      return {
        id: data.id,
        cartUrl: data.redirect_urls.cart_url,
        checkoutUrl: data.redirect_urls.checkout_url,
      }
    },
    createCartRedirects: cartId =>
      nullIfMissing(async () => {
        // Another pair of one-time addresses does no harm, so this POST may be repeated.
        const path = `/v3/carts/${encodeURIComponent(cartId)}/redirect_urls`
        const { data } = await ask(wire.redirectUrlsSchema, {
          method: 'POST',
          path,
          body: {},
          repeatable: true,
        })
        return { cartUrl: data.cart_url, checkoutUrl: data.checkout_url }
      }),
    fetchOrder: id => nullIfMissing(() => fetchOrder(ask, id, address.groupGift)),
    fetchOrderIdsOfCart: async cartId =>
      (await fetchChangedOrders(ask, `cart_id=${encodeURIComponent(cartId)}`)).map(order => order.id),
    fetchChangedOrders: async moment =>
      fetchChangedOrders(ask, `min_date_modified=${encodeURIComponent(moment.toISOString())}`),
    isDeliveredToHosts: id => isDeliveredToHosts(ask, id, address.hostsDeliveryMethod),
    addStaffNote: (id, note) => addStaffNote(ask, id, note),
    fetchWebhooks: async () => {
      const { data } = await getJson(ask, wire.webhooksSchema, `/v3/hooks?limit=250`)
      return data.map(({ id, scope, destination, is_active }) => ({
        id,
        scope,
        destination,
        active: is_active,
      }))
    },
    createWebhook: async hook => {
      const headers = { [webhookSecretHeader]: address.webhooks.secret }
      const body = { ...hook, headers, is_active: true }
      await ask(wire.ignoredReplySchema, { method: 'POST', path: '/v3/hooks', body, repeatable: false })
    },
    activateWebhook: async id => {
      const body = { is_active: true }
      await ask(wire.ignoredReplySchema, { method: 'PUT', path: `/v3/hooks/${id}`, body, repeatable: true })
    },
  }
}

const productsPerPage = 250

async function changedProducts(ask: RestClient, moment: Date): Promise<number[]> {
  const filter = `date_modified:min=${encodeURIComponent(moment.toISOString())}&include_fields=date_modified`
  const ids: number[] = []
  for (let page = 1; ; page++) {
    const path = `/v3/catalog/products?${filter}&sort=id&limit=${productsPerPage}&page=${page}`
    const { data } = await getJson(ask, wire.changedProductsSchema, path)
    ids.push(...data.map(product => product.id))
    if (data.length < productsPerPage) return ids
  }
}

/** By lower-cased class name, from the shop or, where one is configured, from the service of its own. */
async function taxRates(
  address: ShopConnection,
  ask: RestClient,
  door: HttpClient,
): Promise<Record<string, number>> {
  if (address.taxRates) {
    const { url, authorization } = address.taxRates
    const answer = await door({ method: 'GET', url, headers: { authorization }, repeatable: true })
    const { rates } = wire.parseReply(wire.externalTaxRatesSchema, answer, 'tax rates')
    return Object.fromEntries(
      Object.entries(rates).map(([name, rate]) => [name.toLowerCase(), taxMultiplier(rate)]),
    )
  }
  const [classes, byClass] = await Promise.all([
    getJson(ask, wire.taxClassesSchema, '/v2/tax_classes'),
    fetchTaxMultipliers(ask),
  ])
  return Object.fromEntries(
    [{ id: 0, name: 'Default Tax Class' }, ...classes].flatMap(({ id, name }) => {
      const known = byClass.get(id)
      return known === undefined ? [] : [[name.toLowerCase(), known]]
    }),
  )
}

function cartBody(wanted: CartRequest, { channels, groupGift }: ShopConnection) {
  return {
    customer_id: wanted.customerId,
    channel_id: channels[wanted.language],
    locale: wanted.language,
    currency: { code: 'EUR' },
    line_items: wanted.lines.map(line => lineBody(line, groupGift)),
  }
}

function lineBody(line: CartRequestLine, { productId, options }: GroupGiftProduct) {
  if (line.kind === 'product')
    return {
      quantity: line.quantity,
      product_id: line.productId,
      ...(line.variantId !== 0 && { variant_id: line.variantId }),
      ...(line.options.length > 0 && {
        option_selections: line.options.map(one => ({
          option_id: one.option_id,
          option_value: one.value_id,
        })),
      }),
    }
  return {
    quantity: 1,
    product_id: productId,
    list_price: line.cents / 100,
    name: line.name,
    option_selections: [
      { option_id: options.product, option_value: String(line.productId) },
      { option_id: options.variant, option_value: String(line.variantId) },
      { option_id: options.reference, option_value: line.reference },
    ],
  }
}
