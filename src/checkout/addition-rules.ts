import type { GiftView } from '../gift/contract.ts'
import type { Addition } from './cart-rules.ts'

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
  }
}
