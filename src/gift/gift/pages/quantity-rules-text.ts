import type { ShownQuantityRules } from '../../../catalogue/products/quantity-rules.ts'
import { m } from '../../../paraglide/messages.js'

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
