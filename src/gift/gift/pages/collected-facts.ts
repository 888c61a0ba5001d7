import type { Cents } from '../../../base/money.ts'
import { m } from '../../../paraglide/messages.js'
import type { GiftListItem } from '../contract.ts'

/** How far a group gift is: what came together of its price, and from how many; an invitation to the first guest. */
export function describeCollected(
  gift: GiftListItem,
  open: boolean,
  euro: (cents: Cents) => string,
): string[] {
  if (gift.collected === 0 && open && gift.state === 'open') return [m.gift_first_share()]
  return [
    m.gift_collected_of({ collected: euro(gift.collected), price: euro(gift.price) }),
    m.gift_givers({ count: gift.givers }),
  ]
}
