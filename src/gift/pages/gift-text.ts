import type { Cents } from '../../base/money.ts'
import { m } from '../../paraglide/messages.js'
import type { GiftListItem } from '../gift.contract.ts'
import type { GiftCounts, PriceBand } from '../gift.rules.ts'

/** “12 gifts · 1 gift card · 1 no longer sold”, counted as everywhere (one meaning of “given”, R319). */
export function giftCountText({ gifts, cards, unavailable }: GiftCounts): string {
  return [
    (gifts > 0 || cards + unavailable === 0) && m.common_gift_count({ count: gifts }),
    cards > 0 && m.common_card_count({ count: cards }),
    unavailable > 0 && m.gift_count_gone({ count: unavailable }),
  ]
    .filter(Boolean)
    .join('\u00a0· ')
}

export const priceBandLabels: Record<PriceBand['field'], () => string> = {
  dollar050: m.gift_band_0,
  dollar50100: m.gift_band_50,
  dollar100150: m.gift_band_100,
  dollar150plus: m.gift_band_150,
}

/** Collected amount and number of givers; an open group gift without money invites the first share. */
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
