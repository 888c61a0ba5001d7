import type { Cart } from '../../carts/carts.ts'
import { type DiscountedCart, discountedCart } from '../../promotions/apply-promotions.ts'
import type { QueryContext } from '../common-nodes.ts'

/** The cart after its promotions and its coupon, found out when it is first asked for. */
export function discountedOnce(ctx: QueryContext, cart: Cart): () => Promise<DiscountedCart> {
  let discounted: Promise<DiscountedCart> | undefined
  return () => {
    discounted ??= discountedCart(ctx.store, cart)
    return discounted
  }
}
