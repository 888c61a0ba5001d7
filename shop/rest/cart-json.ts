import type { CartLine } from '../carts/cart-lines.ts'
import type { Cart } from '../carts/carts.ts'
import { catalogue } from '../catalogue/index.ts'
import { toEnteredCents, toEuros } from '../money.ts'
import {
  type AppliedCoupon,
  couponTypeOf,
  type DiscountedCart,
  discountedTotalCents,
} from '../promotions/apply-promotions.ts'
import type { Store } from '../store.ts'
import { storefrontUrlOf } from '../storefronts.ts'

/** A cart as v3 shows it, with the options of its lines if requested. */
export function cartJson(store: Store, cart: Cart, discounted: DiscountedCart, withOptions: boolean) {
  const { coupon, discounts } = discounted
  const offCents = discounts.reduce((sum, { cents }) => sum + cents, 0)
  const items = (type: CartLine['type']) =>
    discounted.lines
      .filter(line => line.type === type)
      .map(line => cartLineJson(store, cart, line, withOptions))
  return {
    id: cart.id,
    customer_id: cart.customer_id,
    channel_id: cart.channel_id,
    email: cart.email,
    currency: { code: 'EUR' },
    tax_included: store.pricesEnteredWithTax,
    base_amount: toEuros(
      discounted.lines.reduce(
        (sum, line) => sum + toEnteredCents(store, line.priceCents, line.taxRates) * line.quantity,
        0,
      ),
    ),
    discount_amount: toEuros(offCents - (coupon?.cents ?? 0)),
    manual_discount_amount: toEuros(cart.manual_discounts ? offCents - (coupon?.cents ?? 0) : 0),
    cart_amount: toEuros(discountedTotalCents(discounted)),
    coupons: coupon ? [couponJson(coupon)] : [],
    discounts: [],
    line_items: {
      physical_items: items('physical'),
      digital_items: items('digital'),
      gift_certificates: [],
      custom_items: [],
    },
    created_time: cart.created.toISOString(),
    updated_time: cart.updated.toISOString(),
    locale: cart.locale,
    version: cart.version,
  }
}

const couponJson = ({ code, rule, cents }: AppliedCoupon) => ({
  id: String(code.id),
  code: code.code,
  coupon_type: couponTypeOf(rule),
  discounted_amount: toEuros(cents),
})

type DiscountedLine = DiscountedCart['lines'][number]

function cartLineJson(store: Store, cart: Cart, line: DiscountedLine, withOptions: boolean) {
  const unitCents = toEnteredCents(store, line.priceCents, line.taxRates)
  const unitPrice = toEuros(unitCents)
  const lineTotal = toEuros(unitCents * line.quantity)
  const product = catalogue.products.find(candidate => candidate.id === line.productId)
  return {
    id: line.id,
    variant_id: line.variantId,
    product_id: line.productId,
    sku: line.sku,
    name: line.name,
    url: `${storefrontUrlOf(store, cart.channel_id)}/${product?.slug ?? ''}/`,
    quantity: line.quantity,
    taxable: true,
    image_url: `${store.baseUrl}/images/${product?.image ?? ''}`,
    discounts: [],
    coupons: [],
    discount_amount: 0,
    coupon_amount: 0,
    original_price: toEuros(toEnteredCents(store, line.originalCents, line.taxRates)),
    list_price: unitPrice,
    sale_price: unitPrice,
    extended_list_price: lineTotal,
    extended_sale_price: lineTotal,
    is_require_shipping: line.type === 'physical',
    is_mutable: true,
    added_by_promotion: false,
    ...(withOptions ? { options: line.options.map(cartLineOptionJson) } : {}),
  }
}

const cartLineOptionJson = (option: CartLine['options'][number]) => ({
  name: option.name,
  nameId: option.id,
  value: option.value,
  valueId: option.valueId,
})
