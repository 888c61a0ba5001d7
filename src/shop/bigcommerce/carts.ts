import type { Shop } from '../port.ts'
import type { CartRequest, CartRequestLine } from '../port-orders.ts'
import type { GroupGiftProduct, ShopConnection } from './connection.ts'
import { nullIfMissing, type RestClient } from './rest-client.ts'
import * as wire from './wire.ts'

type CartOperations = Pick<Shop, 'createCart' | 'createCartRedirects'>

/** Carts v3, each with one-time URLs of its cart page and its checkout. */
export function cartOperations(connection: ShopConnection, rest: RestClient): CartOperations {
  return {
    async createCart(cart) {
      const { data } = await rest(wire.cartSchema, {
        method: 'POST',
        path: '/v3/carts?include=redirect_urls',
        body: cartBody(cart, connection),
        repeatable: false,
      })
      const { cart_url, checkout_url } = data.redirect_urls
      return { id: data.id, cartUrl: cart_url, checkoutUrl: checkout_url }
    },
    createCartRedirects: cartId =>
      nullIfMissing(async () => {
        const { data } = await rest(wire.redirectUrlsSchema, {
          method: 'POST',
          path: `/v3/carts/${encodeURIComponent(cartId)}/redirect_urls`,
          body: {},
          // Another pair of one-time URLs does no harm.
          repeatable: true,
        })
        return { cartUrl: data.cart_url, checkoutUrl: data.checkout_url }
      }),
  }
}

function cartBody(cart: CartRequest, { channels, groupGift }: ShopConnection) {
  return {
    customer_id: cart.customerId,
    channel_id: channels[cart.language],
    locale: cart.language,
    currency: { code: 'EUR' },
    line_items: cart.lines.map(line => lineBody(line, groupGift)),
  }
}

function lineBody(line: CartRequestLine, { productId, options }: GroupGiftProduct) {
  if (line.kind === 'product')
    return {
      quantity: line.quantity,
      product_id: line.productId,
      ...(line.variantId !== 0 && { variant_id: line.variantId }),
      ...(line.options.length > 0 && {
        option_selections: line.options.map(({ option_id, value_id }) => ({
          option_id,
          option_value: value_id,
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
