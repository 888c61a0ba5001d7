import type { CartRequest, CartRequestLine, Shop } from '../port.ts'
import type { GroupGift, ShopAddress } from './address.ts'
import { type Ask, asking, get, orNull } from './ask-rest.ts'
import type { Door } from './http.ts'
import { changedOrders, deliversToHosts, noteOrder, orderById } from './orders.ts'
import { secretHeader } from './signature.ts'
import { multiplier, multipliers } from './tax.ts'
import * as wire from './wire.ts'

type Writing = Pick<
  Shop,
  | 'productsChangedSince'
  | 'taxRates'
  | 'createCart'
  | 'cartRedirects'
  | 'order'
  | 'ordersOfCart'
  | 'ordersChangedSince'
  | 'deliversToHosts'
  | 'noteOrder'
  | 'hooks'
  | 'createHook'
  | 'activateHook'
>
/** The other half of the shop: changes, carts, orders, webhooks and tax, over the REST Management API. */
export function writing(address: ShopAddress, door: Door): Writing {
  const ask = asking(address, door)
  return {
    productsChangedSince: moment => changedProducts(ask, moment),
    taxRates: () => taxRates(address, ask, door),
    createCart: async wanted => {
      const body = cartBody(wanted, address)
      const { data } = await ask(wire.cart, {
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
    cartRedirects: cartId =>
      orNull(async () => {
        // Another pair of one-time addresses does no harm, so this POST may be repeated.
        const path = `/v3/carts/${encodeURIComponent(cartId)}/redirect_urls`
        const { data } = await ask(wire.redirectUrls, { method: 'POST', path, body: {}, repeatable: true })
        return { cartUrl: data.cart_url, checkoutUrl: data.checkout_url }
      }),
    order: id => orNull(() => orderById(ask, id, address.groupGift)),
    ordersOfCart: async cartId =>
      (await changedOrders(ask, `cart_id=${encodeURIComponent(cartId)}`)).map(order => order.id),
    ordersChangedSince: async moment =>
      changedOrders(ask, `min_date_modified=${encodeURIComponent(moment.toISOString())}`),
    deliversToHosts: id => deliversToHosts(ask, id, address.hostsDelivery),
    noteOrder: (id, note) => noteOrder(ask, id, note),
    hooks: async () => {
      const { data } = await get(ask, wire.hooks, `/v3/hooks?limit=250`)
      return data.map(({ id, scope, destination, is_active }) => ({
        id,
        scope,
        destination,
        active: is_active,
      }))
    },
    createHook: async hook => {
      const headers = { [secretHeader]: address.hooks.secret }
      const body = { ...hook, headers, is_active: true }
      await ask(wire.anything, { method: 'POST', path: '/v3/hooks', body, repeatable: false })
    },
    activateHook: async id => {
      const body = { is_active: true }
      await ask(wire.anything, { method: 'PUT', path: `/v3/hooks/${id}`, body, repeatable: true })
    },
  }
}

const productsPerPage = 250

async function changedProducts(ask: Ask, moment: Date): Promise<number[]> {
  const filter = `date_modified:min=${encodeURIComponent(moment.toISOString())}&include_fields=date_modified`
  const ids: number[] = []
  for (let page = 1; ; page++) {
    const path = `/v3/catalog/products?${filter}&sort=id&limit=${productsPerPage}&page=${page}`
    const { data } = await get(ask, wire.changedProducts, path)
    ids.push(...data.map(product => product.id))
    if (data.length < productsPerPage) return ids
  }
}

/** By lower-cased class name, from the shop or, where one is configured, from the service of its own. */
async function taxRates(address: ShopAddress, ask: Ask, door: Door): Promise<Record<string, number>> {
  if (address.taxRates) {
    const { url, authorization } = address.taxRates
    const answer = await door({ method: 'GET', url, headers: { authorization }, repeatable: true })
    const { rates } = wire.read(wire.rates, answer, 'tax rates')
    return Object.fromEntries(
      Object.entries(rates).map(([name, rate]) => [name.toLowerCase(), multiplier(rate)]),
    )
  }
  const [classes, byClass] = await Promise.all([
    get(ask, wire.taxClasses, '/v2/tax_classes'),
    multipliers(ask),
  ])
  return Object.fromEntries(
    [{ id: 0, name: 'Default Tax Class' }, ...classes].flatMap(({ id, name }) => {
      const known = byClass.get(id)
      return known === undefined ? [] : [[name.toLowerCase(), known]]
    }),
  )
}

function cartBody(wanted: CartRequest, { channels, groupGift }: ShopAddress) {
  return {
    customer_id: wanted.customerId,
    channel_id: channels[wanted.language],
    locale: wanted.language,
    currency: { code: 'EUR' },
    line_items: wanted.lines.map(line => lineBody(line, groupGift)),
  }
}

function lineBody(line: CartRequestLine, { productId, options }: GroupGift) {
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
