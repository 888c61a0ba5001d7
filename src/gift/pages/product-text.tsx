import { formatDay } from '../../base/dates.ts'
import type { Language } from '../../base/language.ts'
import type { ShownQuantityRules } from '../../catalogue/quantity.rules.ts'
import { m } from '../../paraglide/messages.js'

/** Says that it is a pre-order (R1370), with the day where the shop gives one. */
export function describePreorder({ from }: { from: string | null }, language: Language): string {
  return from === null ? m.gift_preorder() : m.gift_preorder_from({ day: formatDay(from, language) })
}

/** Up to this many, visitors are told how many are left. */
const fewLeft = 10

/** Minimum and maximum in one order, and that few are left, as sentences; empty for most products. */
export function describeQuantityRules(rules: ShownQuantityRules): string {
  return [orderLimitsText(rules), fewLeftText(rules)].filter(Boolean).join(' ')
}

function orderLimitsText({ min_quantity: least, max_quantity: most }: ShownQuantityRules): string {
  if (least > 1 && most !== null) return m.shop_least_most({ least, most })
  if (least > 1) return m.shop_least({ count: least })
  return most === null ? '' : m.shop_most({ count: most })
}

/** Says how many are left if they are few or less than `wanted`; empty when enough are left or it is not known. */
export function fewLeftText({ stock }: Pick<ShownQuantityRules, 'stock'>, wanted = 0): string {
  return stock !== null && (stock <= fewLeft || stock < wanted) ? m.shop_stock({ count: stock }) : ''
}
