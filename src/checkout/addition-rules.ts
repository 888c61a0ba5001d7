import type { GiftView } from '../gift/contract.ts'
import type { Standing } from './cart-change-rules.ts'
import { type Addition, takesMoney } from './cart-rules.ts'

/** A gift as the cart takes it: so many units, or one contribution. */
export function additionOf(gift: GiftView, units: number, cents: number | null): Addition {
  const { id, product_id, variant_id, sku, name, url, tile, type, is_group_gifting } = gift
  return {
    id,
    product_id,
    variant_id,
    sku,
    name,
    url,
    tile,
    type,
    is_group_gifting,
    primary_image: gift.image,
    option_selections: gift.selected_options,
    quantity: units,
    price: cents ?? gift.price,
    ...(!takesMoney(gift) && { most: gift.open_units }),
  }
}

/** A gift as a cart is checked against it. */
export function standingOf(gift: GiftView): Standing {
  return {
    ...additionOf(gift, 1, null),
    left_units: gift.quantity - gift.how_many_sale,
    left_amount: gift.remaining,
  }
}
