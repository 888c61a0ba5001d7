import type { Cents } from '../../base/money.ts'
import type { ModifierAnswer } from '../../base/shop-modifiers.ts'
import { type Shop, ShopFailure } from '../port.ts'
import type { CartRedirects, CartRequest, CartRequestLine } from '../port-orders.ts'
import type { GroupGiftProduct, ShopConnection } from './connection.ts'
import { deleteOne, nullIfMissing, type RestClient } from './rest-client.ts'
import { findTaxClass, type TaxBook } from './tax.ts'
import * as wire from './wire.ts'

/** Carts v3, each with one-time URLs of its cart page and its checkout. */
export function cartOperations(connection: ShopConnection, rest: RestClient, tax: TaxBook) {
  return {
    async createCart(cart) {
      const { data } = await rest(wire.cartSchema, {
        method: 'POST',
        path: '/v3/carts?include=redirect_urls',
        body: cartBody(cart, connection, await readContributionPrice(cart, connection, tax)),
        repeatable: false,
      })
      return { id: data.id, ...redirectsFrom(data.redirect_urls, connection) }
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
        return redirectsFrom(data, connection)
      }),
    async deleteCart(cartId) {
      await nullIfMissing(() => deleteOne(rest, `/v3/carts/${encodeURIComponent(cartId)}`))
    },
  } satisfies Partial<Shop>
}

/** The addresses of a cart. Throws ShopFailure for one on an origin that isn't known as this shop's (R425). */
function redirectsFrom(
  urls: { cart_url: string; checkout_url: string },
  { checkoutOrigins }: ShopConnection,
): CartRedirects {
  const known = Object.values(checkoutOrigins).flat()
  for (const url of [urls.checkout_url, urls.cart_url]) {
    const origin = URL.parse(url)?.origin ?? 'no web address'
    if (!known.includes(origin))
      throw new ShopFailure(
        'origin',
        `carts: the shop named a checkout at ${origin}; if that is the shop's own, add it to SHOP_CHECKOUT_ORIGINS`,
      )
  }
  return { cartUrl: urls.cart_url, checkoutUrl: urls.checkout_url }
}

/** The price (euro) of a cart line by which the giver pays exactly these cents: with tax, or without it. */
type ContributionPrice = (cents: Cents) => number

/**
 * The platform takes a price as the merchant enters prices. A product that is free of tax has the same either way.
 * Throws ShopFailure when the rate of its class isn't known: another amount would be charged.
 */
async function readContributionPrice(
  { lines }: CartRequest,
  { groupTaxClass }: ShopConnection,
  tax: TaxBook,
): Promise<ContributionPrice> {
  const isTaxed = groupTaxClass !== undefined && lines.some(line => line.kind === 'contribution')
  if (!isTaxed) return toEuros
  const facts = await tax.current()
  if (!facts) throw new ShopFailure('unavailable', 'tax rates: none were read yet')
  if (facts.pricesIncludeTax) return toEuros
  const factor = findTaxClass(facts, groupTaxClass)?.factor
  if (factor == null) throw new ShopFailure('invalid', `tax class ${groupTaxClass} has no rate`)
  return cents => Math.round((cents * 100) / factor) / 10_000
}

const toEuros: ContributionPrice = cents => cents / 100

function cartBody(cart: CartRequest, { channels, groupGift }: ShopConnection, priceOf: ContributionPrice) {
  return {
    customer_id: cart.customerId,
    channel_id: channels[cart.language],
    locale: cart.language,
    currency: { code: wire.shopCurrency },
    line_items: cart.lines.map(line => lineBody(line, groupGift, priceOf)),
  }
}

function lineBody(
  line: CartRequestLine,
  { productId, options }: GroupGiftProduct,
  priceOf: ContributionPrice,
) {
  if (line.kind === 'product')
    return {
      quantity: line.quantity,
      product_id: line.productId,
      ...(line.variantId !== 0 && { variant_id: line.variantId }),
      ...(line.options.length + line.modifiers.length > 0 && {
        option_selections: [
          ...line.options.map(({ option_id, value_id }) => ({ option_id, option_value: value_id })),
          ...line.modifiers.map(answer => ({
            option_id: answer.option_id,
            option_value: optionValue(answer),
          })),
        ],
      }),
    }
  return {
    quantity: 1,
    product_id: productId,
    list_price: priceOf(line.cents),
    name: line.name,
    option_selections: [
      { option_id: options.product, option_value: String(line.productId) },
      { option_id: options.variant, option_value: String(line.variantId) },
      { option_id: options.reference, option_value: line.reference },
    ],
  }
}

/** Ids of values as numbers; a date in parts, so that no time zone can move it. */
function optionValue({ kind, value }: ModifierAnswer) {
  if (kind === 'choice') return Number(value)
  if (kind !== 'date') return value
  const [year, month, day] = value.split('-')
  return { day, month, year }
}
