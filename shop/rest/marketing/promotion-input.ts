import { channels } from '../../channels.ts'
import { parseCents } from '../../money.ts'
import type { Discount, ItemMatcher, PromotionFields, PromotionRule } from '../../promotions/promotions.ts'
import { ShopError } from '../../store.ts'
import {
  isJsonObject,
  type JsonObject,
  objectsIn,
  parseRequiredText,
  parseWholeNumber,
  toText,
} from '../requests.ts'

const amounts = ['discount.fixed_amount', 'discount.percentage_amount']
const matchers = ['products', 'variants', 'categories', 'brands'] as const
export const promotionFields = [
  ...['name', 'display_name', 'channels.id', 'max_uses', 'status', 'start_date', 'end_date', 'currency_code'],
  ...amounts.map(amount => `rules.action.cart_value.${amount}`),
  'rules.action.cart_value.maximum_allowed_discount_amount',
  ...amounts.map(amount => `rules.action.cart_items.${amount}`),
  ...matchers.map(matcher => `rules.action.cart_items.items.${matcher}`),
  ...['minimum_spend', 'minimum_quantity'].map(field => `rules.condition.cart.${field}`),
  ...['rules.apply_once', 'rules.stop', 'stop', 'can_be_used_with_other_promotions'],
]
export const newPromotionFields = [...promotionFields, 'redemption_type']

const invalid = (field: string, message: string): ShopError =>
  new ShopError(422, message, { [field]: message })

/** The fields of a promotion, checked. Throws 422 by the field's name. */
export function parsePromotion(input: JsonObject, now: Date): PromotionFields {
  const type = input.redemption_type ?? 'AUTOMATIC'
  if (type !== 'AUTOMATIC' && type !== 'COUPON')
    throw invalid('redemption_type', 'redemption_type is invalid.')
  const status = input.status ?? 'ENABLED'
  if (status !== 'ENABLED' && status !== 'DISABLED') throw invalid('status', 'status is invalid.')
  const currency = input.currency_code ?? 'EUR'
  if (currency !== 'EUR' && currency !== '*') throw invalid('currency_code', 'The shop sells in EUR only.')
  return {
    redemption_type: type,
    name: parseRequiredText(input, 'name'),
    display_name: toText(input.display_name) || null,
    channel_ids: input.channels === undefined ? null : parseChannels(input),
    rules: parseRules(input),
    stop: input.stop === true,
    max_uses: input.max_uses == null ? null : parseWholeNumber(input.max_uses, 'max_uses'),
    status,
    start_date: input.start_date === undefined ? now : parseDate(input, 'start_date'),
    end_date: input.end_date == null ? null : parseDate(input, 'end_date'),
  }
}

function parseDate(input: JsonObject, field: string): Date {
  const date = new Date(toText(input[field]))
  if (Number.isNaN(date.getTime())) throw invalid(field, `${field} is not a date.`)
  return date
}

function parseChannels(input: JsonObject): number[] | null {
  const ids = objectsIn(input.channels).map(channel => parseWholeNumber(channel.id, 'channels'))
  if (!ids.every(id => channels.some(channel => channel.id === id)))
    throw invalid('channels', 'The channel does not exist.')
  return ids.length === 0 ? null : ids
}

function parseRules(input: JsonObject): PromotionRule[] {
  const rules = objectsIn(input.rules).map(parseRule)
  if (rules.length === 0) throw invalid('rules', 'A promotion needs a rule.')
  return rules
}

function parseRule(rule: JsonObject): PromotionRule {
  const action = isJsonObject(rule.action) ? rule.action : {}
  const { cart_value, cart_items } = action
  if (isJsonObject(cart_value) === isJsonObject(cart_items))
    throw invalid('rules', 'The action of a rule is cart_value or cart_items here.')
  const condition = {
    ...(isJsonObject(rule.condition) && { condition: parseCondition(rule.condition) }),
    ...(typeof rule.apply_once === 'boolean' && { apply_once: rule.apply_once }),
    ...(typeof rule.stop === 'boolean' && { stop: rule.stop }),
  }
  if (isJsonObject(cart_items)) {
    const items = isJsonObject(cart_items.items) ? { items: parseMatcher(cart_items.items) } : {}
    return { action: { cart_items: { discount: parseDiscount(cart_items), ...items } }, ...condition }
  }
  const value = cart_value as JsonObject
  const most = value.maximum_allowed_discount_amount
  const limit = most === undefined ? {} : { maximum_allowed_discount_amount: parseAmount(most) }
  return { action: { cart_value: { discount: parseDiscount(value), ...limit } }, ...condition }
}

function parseDiscount({ discount }: JsonObject): Discount {
  const { fixed_amount, percentage_amount } = isJsonObject(discount) ? discount : {}
  if ((fixed_amount === undefined) === (percentage_amount === undefined))
    throw invalid('discount', 'A discount has a fixed_amount or a percentage_amount.')
  if (fixed_amount !== undefined) return { fixed_amount: parseAmount(fixed_amount) }
  if (!(Number(percentage_amount) > 0 && Number(percentage_amount) <= 100))
    throw invalid('percentage_amount', 'percentage_amount must be above 0 and at most 100.')
  return { percentage_amount: String(percentage_amount) }
}

function parseAmount(value: unknown): string {
  if (!(parseCents(value) > 0)) throw invalid('discount', 'An amount must be above 0.')
  return String(value)
}

function parseCondition({ cart }: JsonObject): NonNullable<PromotionRule['condition']> {
  const { minimum_spend, minimum_quantity } = isJsonObject(cart) ? cart : {}
  return {
    cart: {
      ...(minimum_spend === undefined ? {} : { minimum_spend: parseAmount(minimum_spend) }),
      ...(minimum_quantity === undefined
        ? {}
        : { minimum_quantity: parseWholeNumber(minimum_quantity, 'minimum_quantity') }),
    },
  }
}

function parseMatcher(input: JsonObject): ItemMatcher {
  const given = matchers.filter(matcher => input[matcher] !== undefined)
  return Object.fromEntries(
    given.map(matcher => {
      const ids = input[matcher]
      if (!Array.isArray(ids)) throw invalid(matcher, `${matcher} must be a list of ids.`)
      return [matcher, ids.map(id => parseWholeNumber(id, matcher))]
    }),
  )
}
