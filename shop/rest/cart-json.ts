import { type CartLine, cartTotalCents } from '../carts/cart-lines.ts'
import type { Cart } from '../carts/carts.ts'
import { catalogue } from '../catalogue/index.ts'
import { toEuros } from '../money.ts'
import type { Store } from '../store.ts'

/** A cart as v3 shows it, with the options of its lines if requested. */
export function cartJson(store: Store, cart: Cart, withOptions: boolean) {
  const total = toEuros(cartTotalCents(cart.lines))
  const items = (type: CartLine['type']) =>
    cart.lines.filter(line => line.type === type).map(line => cartLineJson(store, line, withOptions))
  return {
    id: cart.id,
    customer_id: cart.customer_id,
    channel_id: cart.channel_id,
    email: cart.email,
    currency: { code: 'EUR' },
    tax_included: true,
    base_amount: total,
    discount_amount: 0,
    manual_discount_amount: 0,
    cart_amount: total,
    coupons: [],
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

function cartLineJson(store: Store, line: CartLine, withOptions: boolean) {
  const unitPrice = toEuros(line.priceCents)
  const lineTotal = toEuros(line.priceCents * line.quantity)
  const product = catalogue.products.find(candidate => candidate.id === line.productId)
  return {
    id: line.id,
    variant_id: line.variantId,
    product_id: line.productId,
    sku: line.sku,
    name: line.name,
    url: `${store.baseUrl}/${product?.slug ?? ''}/`,
    quantity: line.quantity,
    taxable: true,
    image_url: `${store.baseUrl}/images/${product?.image ?? ''}.webp`,
    discounts: [],
    coupons: [],
    discount_amount: 0,
    coupon_amount: 0,
    original_price: toEuros(line.originalCents),
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
