import type { GiftView } from '../../gift/gift/contract.ts'
import type { CurrentGift } from './change-rules.ts'
import { isGivenAsAmount, type NewCartLine } from './rules.ts'

/** A gift as the cart takes it: so many units, or one contribution. */
export function toNewCartLine(gift: GiftView, units: number, cents: number | null): NewCartLine {
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
    ...(!isGivenAsAmount(gift) && { most: gift.open_units }),
  }
}

/** A gift as a cart is checked against it. */
export function toCurrentGift(gift: GiftView): CurrentGift {
  return {
    ...toNewCartLine(gift, 1, null),
    left_units: gift.quantity - gift.how_many_sale,
    left_amount: gift.remaining,
  }
}
