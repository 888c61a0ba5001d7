import { m } from '../../../paraglide/messages.js'
import type { GiftCounts } from '../rules.ts'

/** “12 gifts · 1 gift card · 1 no longer sold”: what a list holds, by the same count as everywhere (R319). */
export function giftCountText({ gifts, cards, unavailable }: GiftCounts): string {
  return [
    (gifts > 0 || cards + unavailable === 0) && m.common_gift_count({ count: gifts }),
    cards > 0 && m.common_card_count({ count: cards }),
    unavailable > 0 && m.gift_count_gone({ count: unavailable }),
  ]
    .filter(Boolean)
    .join('\u00a0· ')
}
