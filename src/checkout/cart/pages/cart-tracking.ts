import { centsToEuro, trackEvent } from '../../../ui/browser/analytics.ts'
import { type Cart, cartTotal, displayedPrice } from '../rules.ts'

/** Sends an analytics event (R811) with product ids and euro amounts, without names or messages. */
export function trackCartEvent(event: 'view_cart' | 'add_to_cart' | 'begin_checkout', cart: Cart): void {
  if (cart.lines.length === 0) return
  trackEvent(event, {
    currency: 'EUR',
    value: centsToEuro(cartTotal(cart)),
    items: cart.lines.map(line => {
      const { quantity, price } = displayedPrice(line)
      return { item_id: String(line.product_id), quantity, price: centsToEuro(price) }
    }),
  })
}
