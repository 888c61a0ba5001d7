import type { Cents } from '../../../base/money.ts'
import { m } from '../../../paraglide/messages.js'
import type { GiftListItem } from '../contract.ts'

/** How much of a group gift's price is collected, and from how many people; an open one without money invites the first. */
export function describeCollected(
  gift: GiftListItem,
  isOpen: boolean,
  euro: (cents: Cents) => string,
): string[] {
  if (gift.collected === 0 && isOpen && gift.state === 'open') return [m.gift_first_share()]
  return [
    m.gift_collected_of({ collected: euro(gift.collected), price: euro(gift.price) }),
    m.gift_givers({ count: gift.givers }),
  ]
}
