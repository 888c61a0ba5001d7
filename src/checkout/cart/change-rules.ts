import type { Cents } from '../../base/money.ts'
import { capByShop } from '../../catalogue/products/quantity-rules.ts'
import type { GiftView } from '../../gift/gift/contract.ts'
import { questionsOf } from '../../gift/gift/guest-answer-rules.ts'
import { giftCardType } from '../../gift/gift/rules.ts'
import {
  type Cart,
  type CartLine,
  emptyCart,
  isGivenAsAmount,
  type NewCartLine,
  sum,
  toNewCartLine,
  withQuantity,
  withSaid,
} from './rules.ts'
import { isAllSaid, type Question } from './said-rules.ts'

/** Why a line leaves the cart. */
type LeavingReason = 'removed' | 'unavailable' | 'given' | 'regrouped' | 'answers'

/**
 * What changed about a line since it was added: its gift left the list, isn't sold in the shop, was paid for by others or
 * is given in another way; another price, fewer units, a smaller share, other questions of the shop.
 */
export type CartChange =
  | { kind: LeavingReason; name: string }
  /** The registry can't be opened any more, and nothing can be read of its gifts. */
  | { kind: 'registry' }
  | { kind: 'price'; name: string; before: Cents; now: Cents }
  | { kind: 'units'; name: string; now: number }
  | { kind: 'contribution'; name: string; now: Cents }

/** A gift as it is now, as far as it concerns a cart. */
export interface CurrentGift extends NewCartLine {
  /** Units, and cents of a group gift, that nobody has paid for; what is reserved may be this guest's own. */
  left_units: number
  left_amount: Cents
  /** What is neither paid for nor reserved. */
  open_units: number
  open_amount: Cents
  /** What the shop asks of its guests today. */
  questions: Question[]
}

export function toCurrentGift(gift: GiftView): CurrentGift {
  return {
    ...toNewCartLine(gift, 1, null),
    left_units: capByShop(gift.quantity - gift.how_many_sale, gift),
    left_amount: gift.remaining,
    open_units: gift.open_units,
    open_amount: gift.open_amount,
    questions: questionsOf(gift).map(({ id, required }) => ({ id, required })),
  }
}

/** The cart brought up to date with its gifts, and what that changed; `unavailable` are those that the shop doesn't sell. */
export function refreshCart(
  cart: Cart,
  gifts: CurrentGift[],
  unavailable: number[] = [],
): { cart: Cart; changes: CartChange[] } {
  const refreshed = cart.lines.map(line => {
    const gift = gifts.find(one => one.id === line.id)
    return gift
      ? refreshLine(line, gift)
      : withoutLine(line, unavailable.includes(line.id) ? 'unavailable' : 'removed')
  })
  const lines = refreshed.flatMap(one => one.line ?? [])
  return {
    cart: lines.length === 0 ? emptyCart : { ...cart, lines },
    changes: refreshed.flatMap(one => one.change ?? []),
  }
}

/** The cart with new unit prices, in cents by gift. */
export function repriceCart(cart: Cart, prices: { gift_id: number; cents: Cents }[]): Cart {
  const priceOf = (line: CartLine) => prices.find(one => one.gift_id === line.id)?.cents ?? line.price
  return { ...cart, lines: cart.lines.map(line => ({ ...line, price: priceOf(line) })) }
}

/**
 * The cart with at most the units or cents that are open, by gift. A gift of which nothing is open stays as it was, so
 * that the guest sees which one it is.
 */
export function capCartLines(cart: Cart, open: { gift_id: number; units: number; cents: Cents }[]): Cart {
  const lines = cart.lines.map(line => {
    const { units = 0, cents = 0 } = open.find(one => one.gift_id === line.id) ?? {}
    if (isGivenAsAmount(line))
      return cents > 0 && sum(line.parts) > cents ? withOneContribution(line, cents) : line
    return units > 0 ? { ...withQuantity(line, Math.min(line.quantity, units)), most: units } : line
  })
  return { ...cart, lines }
}

/** The cart with the limits that the shop has just told of its lines; what is in it stays. */
export function limitCartLines(
  cart: Cart,
  limits: { gift_id: number; reason: string; count: number | null }[],
): Cart {
  const lines = cart.lines.map(line => {
    const { reason, count } = limits.find(one => one.gift_id === line.id) ?? {}
    if (!count || isGivenAsAmount(line)) return line
    return reason === 'minimum' ? { ...line, least: count } : { ...line, most: count }
  })
  return { ...cart, lines }
}

const withOneContribution = (line: CartLine, cents: Cents): CartLine => ({
  ...line,
  quantity: 1,
  price: cents,
  parts: [cents],
})

interface RefreshedLine {
  /** Null when the line leaves the cart. */
  line: CartLine | null
  change?: CartChange
}

const withoutLine = ({ name }: CartLine, kind: LeavingReason): RefreshedLine => ({
  line: null,
  change: { kind, name },
})

function refreshLine(line: CartLine, gift: CurrentGift): RefreshedLine {
  if (isGivenAsAmount(gift) !== isGivenAsAmount(line)) return withoutLine(line, 'regrouped')
  const { left_units, left_amount, open_units, open_amount, questions, quantity: _, price, ...facts } = gift
  const updated = { ...line, ...facts, registry_id: line.registry_id }
  if (line.type === giftCardType) return { line: updated }
  return gift.is_group_gifting
    ? refreshContribution(updated, left_amount)
    : refreshUnits({ ...updated, price }, line, left_units, questions)
}

function refreshUnits(
  updated: CartLine,
  before: CartLine,
  left: number,
  questions: Question[],
): RefreshedLine {
  const { name, said = [] } = updated
  if (left < 1) return withoutLine(updated, 'given')
  if (!isAllSaid(said, before.quantity, questions)) return withoutLine(updated, 'answers')
  const line = { ...withSaid(updated, questions.length > 0 ? said : []), most: left }
  if (before.quantity > left)
    return { line: withQuantity(line, left), change: { kind: 'units', name, now: left } }
  if (before.price === updated.price) return { line }
  return { line, change: { kind: 'price', name, before: before.price, now: updated.price } }
}

function refreshContribution(updated: CartLine, left: Cents): RefreshedLine {
  const { name } = updated
  if (left < 1) return withoutLine(updated, 'given')
  if (sum(updated.parts) <= left) return { line: updated }
  return { line: withOneContribution(updated, left), change: { kind: 'contribution', name, now: left } }
}
