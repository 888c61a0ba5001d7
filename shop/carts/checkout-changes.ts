import { applyPromotions } from '../promotions/apply-promotions.ts'
import { ShopError, type Store } from '../store.ts'
import { emitEvent } from '../webhooks.ts'
import type { Cart, Consignment } from './carts.ts'
import { shippingOptions } from './shipping-options.ts'

export type CheckoutChange = Partial<
  Pick<
    Cart,
    | 'billing'
    | 'certificate_code'
    | 'consignments'
    | 'coupon_code'
    | 'customer_message'
    | 'fees'
    | 'manual_discounts'
  >
>

/** Changes what was entered at a cart's checkout; throws 409 when it has another version by now. */
export async function changeCheckout(
  store: Store,
  cart: Cart,
  change: CheckoutChange,
  version: number = cart.version,
): Promise<Cart> {
  const changed = { ...cart, ...change }
  const { rows } = await store.db.query<Cart>(
    `update shop.cart set consignments = $3, coupon_code = $4, certificate_code = $5, billing = $6,
       customer_message = $7, version = version + 1, updated = $8, fees = $9, manual_discounts = $10 where id = $1 and version = $2 returning *`,
    [
      ...[cart.id, version, JSON.stringify(changed.consignments), changed.coupon_code],
      ...[changed.certificate_code, changed.billing && JSON.stringify(changed.billing)],
      ...[changed.customer_message, store.now(), JSON.stringify(changed.fees)],
      changed.manual_discounts && JSON.stringify(changed.manual_discounts),
    ],
  )
  if (!rows[0]) throw new ShopError(409, 'The checkout has been changed in the meantime.')
  return rows[0]
}

/** Throws 422 for a coupon that doesn't fit the cart. */
export async function applyCoupon(store: Store, cart: Cart, code: string, version?: number): Promise<Cart> {
  const { coupon } = await applyPromotions(store, store.db, cart, { code })
  const changed = await changeCheckout(store, cart, { coupon_code: code }, version)
  const data = { type: 'cart', id: cart.id, couponId: coupon?.code.id }
  await emitEvent(store, store.db, 'store/cart/couponApplied', data)
  return changed
}

export const withoutCode = (kept: string, removed: string): string =>
  kept.toUpperCase() === removed.trim().toUpperCase() ? '' : kept

/** The cart's consignments with another in place of one. Throws 404. */
export function replaceConsignment(
  { consignments }: Cart,
  id: string,
  replace: (consignment: Consignment) => Consignment,
): Consignment[] {
  if (!consignments.some(consignment => consignment.id === id))
    throw new ShopError(404, 'The consignment was not found.')
  return consignments.map(consignment => (consignment.id === id ? replace(consignment) : consignment))
}

/** A consignment that is sent in this way. Throws 422 where it can't be. */
export function withShippingOption(cart: Cart, consignment: Consignment, optionId: string): Consignment {
  const options = shippingOptions(cart, consignment.address.country_code ?? '')
  if (!options.some(({ id }) => id === optionId))
    throw new ShopError(422, 'The goods can not be sent in this way.', { shipping_option_id: optionId })
  return { ...consignment, optionId }
}
