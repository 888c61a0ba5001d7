import { m } from '../../../paraglide/messages.js'
import type { GiftListItem } from '../contract.ts'

/** Why guests don't see a gift, for its hosts (R312). */
export function UnavailableText({ gift }: { gift: Pick<GiftListItem, 'state' | 'unavailable_reason'> }) {
  if (gift.state !== 'unavailable') return null
  const { unavailable_reason: reason } = gift
  const texts = { price: m.gift_no_price, file: m.gift_needs_file }
  return <span className="text-soft">{reason ? texts[reason]() : m.gift_not_available()}</span>
}
