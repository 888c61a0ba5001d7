import { formatDay } from '../../base/dates.ts'
import type { Language } from '../../base/language.ts'
import type { ShownQuantityRules } from '../../catalogue/quantity.rules.ts'
import { m } from '../../paraglide/messages.js'
import type { GiftListItem } from '../gift.contract.ts'

/** Why guests don't see a gift, for its hosts (R312). */
export function UnavailableText({ gift }: { gift: Pick<GiftListItem, 'state' | 'unavailable_reason'> }) {
  if (gift.state !== 'unavailable') return null
  const { unavailable_reason: reason } = gift
  const texts = { price: m.gift_no_price, file: m.gift_needs_file }
  return <span className="text-soft">{reason ? texts[reason]() : m.gift_not_available()}</span>
}

/** That something is sold before it is released, with the day where the shop says it (R1370). */
export function describePreorder({ from }: { from: string | null }, language: Language): string {
  return from === null ? m.gift_preorder() : m.gift_preorder_from({ day: formatDay(from, language) })
}

/** So few that visitors are told how many are left. */
const fewLeft = 10

/** What the shop sells in one order, and that few are left of it, as sentences; empty for most products. */
export function describeQuantityRules(rules: ShownQuantityRules): string {
  return [orderLimitsText(rules), fewLeftText(rules)].filter(Boolean).join(' ')
}

function orderLimitsText({ min_quantity: least, max_quantity: most }: ShownQuantityRules): string {
  if (least > 1 && most !== null) return m.shop_least_most({ least, most })
  if (least > 1) return m.shop_least({ count: least })
  return most === null ? '' : m.shop_most({ count: most })
}

/** Also said where fewer are left than `wanted`; empty when that is not known, or enough are left. */
export function fewLeftText({ stock }: Pick<ShownQuantityRules, 'stock'>, wanted = 0): string {
  return stock !== null && (stock <= fewLeft || stock < wanted) ? m.shop_stock({ count: stock }) : ''
}
