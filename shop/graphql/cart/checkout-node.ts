import { cartTotalCents } from '../../carts/cart-lines.ts'
import type { Cart, Consignment } from '../../carts/carts.ts'
import { shippingOptions } from '../../carts/shipping-options.ts'
import { findUsableCertificate } from '../../orders/gift-certificates.ts'
import { taxesByName } from '../../orders/orders.ts'
import { type DiscountedCart, grandTotals } from '../../promotions/apply-promotions.ts'
import { inBothCurrencies, moneyNode, type QueryContext } from '../common-nodes.ts'
import { cartNode } from './cart-node.ts'
import { discountedOnce } from './discounted-cart.ts'

/** What a cart comes to; it has the cart's id. */
export function checkoutNode(ctx: QueryContext, cart: Cart) {
  const discounted = discountedOnce(ctx, cart)
  const money = (cents: number) => moneyNode(ctx, cents)
  const total = async () => grandTotals(await discounted()).total
  const taxTotal = async () => money(grandTotals(await discounted()).tax)
  const hasGoods = cart.lines.some(line => line.type === 'physical')
  return {
    __typename: 'Checkout',
    id: Buffer.from(`Checkout:${cart.id}`).toString('base64'),
    entityId: cart.id,
    currencyCode: 'EUR',
    displayCurrencyCode: ctx.displayCurrency.code,
    cart: () => cartNode(ctx, cart),
    shippingConsignments: () =>
      hasGoods ? cart.consignments.map(consignment => consignmentNode(ctx, cart, consignment)) : null,
    shippingCostTotal: money(0),
    handlingCostTotal: money(0),
    taxTotal,
    taxes: async () =>
      taxesOf(await discounted()).map(({ name, cents }) => ({
        name,
        ...inBothCurrencies(ctx, { amount: money(cents) }),
      })),
    subtotal: money(cartTotalCents(cart.lines)),
    grandTotal: async () => money(await total()),
    outstandingBalance: async () => {
      const used = (await certificates(ctx, cart, await total())).reduce(
        (sum, each) => sum + each.usedCents,
        0,
      )
      return money((await total()) - used)
    },
    createdAt: { utc: cart.created.toISOString() },
    updatedAt: { utc: cart.updated.toISOString() },
    customerMessage: null,
    coupons: async () => couponNodes(ctx, await discounted()),
    giftCertificates: async () => certificates(ctx, cart, await total()),
    version: cart.version,
  }
}

const taxesOf = ({ lines, fees }: DiscountedCart) => taxesByName([...lines, ...fees])

const couponNodes = (ctx: QueryContext, { coupon }: DiscountedCart) =>
  coupon
    ? [
        {
          entityId: coupon.code.id,
          code: coupon.code.code,
          couponType: 'PROMOTION',
          ...inBothCurrencies(ctx, { discountedAmount: moneyNode(ctx, coupon.cents) }),
        },
      ]
    : []

/** The gift card that the checkout is to be paid with, as far as it goes. */
async function certificates(ctx: QueryContext, cart: Cart, totalCents: number) {
  const certificate = cart.certificate_code
    ? await findUsableCertificate(ctx.store, cart.certificate_code)
    : undefined
  if (!certificate) return []
  const usedCents = Math.min(certificate.balance_cents, totalCents)
  return [
    {
      code: certificate.code,
      usedCents,
      ...inBothCurrencies(ctx, {
        balance: moneyNode(ctx, certificate.balance_cents),
        remaining: moneyNode(ctx, certificate.balance_cents - usedCents),
        used: moneyNode(ctx, usedCents),
      }),
      purchaseDate: { utc: certificate.purchased.toISOString() },
    },
  ]
}

function consignmentNode(ctx: QueryContext, cart: Cart, consignment: Consignment) {
  const { address } = consignment
  const options = shippingOptions(cart, address.country_code ?? '').map(option => ({
    entityId: option.id,
    description: option.name,
    type: 'shipping_flatrate',
    transitTime: null,
    image: null,
    isRecommended: option.id === '1',
    ...inBothCurrencies(ctx, { cost: moneyNode(ctx, 0) }),
  }))
  return {
    entityId: consignment.id,
    address: {
      firstName: address.first_name,
      lastName: address.last_name,
      email: address.email,
      company: address.company,
      address1: address.address1,
      address2: address.address2,
      city: address.city,
      stateOrProvince: address.state_or_province,
      stateOrProvinceCode: address.state_or_province_code,
      countryCode: address.country_code,
      postalCode: address.postal_code,
      phone: address.phone,
    },
    availableShippingOptions: options,
    selectedShippingOption: options.find(option => option.entityId === consignment.optionId) ?? null,
    shippingCost: moneyNode(ctx, 0),
    handlingCost: moneyNode(ctx, 0),
    lineItemIds: consignment.lineIds,
  }
}
