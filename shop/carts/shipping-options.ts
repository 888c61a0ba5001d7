import { languageOf } from '../channels.ts'
import { deliveryNames } from '../orders/delivery.ts'
import type { Cart } from './carts.ts'

/** The shop sends to no other country. */
const homeCountry = 'GR'

export const hostsOptionId = '2'

/** How a cart's goods can be sent somewhere. Carts made through the API can be delivered to the hosts of a registry. */
export function shippingOptions(cart: Cart, countryCode: string): { id: string; name: string }[] {
  if (countryCode !== homeCountry) return []
  const names = cart.from_api ? [deliveryNames.courier, deliveryNames.hosts] : [deliveryNames.courier]
  return names.map((name, position) => ({ id: String(position + 1), name: name[languageOf(cart)] }))
}
