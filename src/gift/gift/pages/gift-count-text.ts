import { m } from '../../../paraglide/messages.js'
import { countListedGifts } from '../rules.ts'

/** “12 gifts · 1 gift card · 1 no longer sold”: what a list holds, by the same count as everywhere (R319). */
export function giftCountText(gifts: Parameters<typeof countListedGifts>[0]): string {
  const { gifts: count, cards, unavailable } = countListedGifts(gifts)
  return [
    (count > 0 || gifts.length === 0) && m.gift_count({ count }),
    cards > 0 && m.gift_count_cards({ count: cards }),
    unavailable > 0 && m.gift_count_gone({ count: unavailable }),
  ]
    .filter(Boolean)
    .join('\u00a0· ')
}
