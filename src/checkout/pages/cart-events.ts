import { inEuro, track } from '../../ui/analytics.ts'
import { type Cart, cartTotal, shown } from '../cart-rules.ts'

/** Notes what happens with a cart: products by their numbers, amounts in euro; no names, no messages. */
export function trackCart(event: 'view_cart' | 'add_to_cart' | 'begin_checkout', cart: Cart): void {
  if (cart.lines.length === 0) return
  track(event, {
    currency: 'EUR',
    value: inEuro(cartTotal(cart)),
    items: cart.lines.map(line => {
      const { quantity, price } = shown(line)
      return { item_id: String(line.product_id), quantity, price: inEuro(price) }
    }),
  })
}
