import type { Cart } from '../../carts/carts.ts'
import { type DiscountedCart, discountedCart } from '../../promotions/apply-promotions.ts'
import type { QueryContext } from '../common-nodes.ts'

/** The cart after its promotions and its coupon, calculated at the first call. */
export function discountedOnce(ctx: QueryContext, cart: Cart): () => Promise<DiscountedCart> {
  let discounted: Promise<DiscountedCart> | undefined
  return () => {
    discounted ??= discountedCart(ctx.store, cart)
    return discounted
  }
}
