import type { Cents } from '../base/money.ts'
import { capByShop, type ShownQuantityRules } from '../catalogue/quantity.rules.ts'
import type { GiftView } from '../gift/gift.contract.ts'
import { giftCardType } from '../gift/gift.rules.ts'
import { questionsOf } from '../gift/guest-answer.rules.ts'
import {
  type Cart,
  type CartLine,
  emptyCart,
  isAllSaid,
  isGivenAsAmount,
  type NewCartLine,
  pricesAt,
  type Question,
  sum,
  toNewCartLine,
  withQuantity,
  withSaid,
} from './cart.rules.ts'
import type { UnavailableLine } from './hand-off.rules.ts'

export interface GiveableGift extends ShownQuantityRules {
  is_group_gifting: boolean
  type: string
  open_units: number
  open_amount: Cents
  /** The amounts in cents that the shop offers of a gift card, smallest first. */
  amounts?: Cents[] | undefined
}

interface EnteredAmount {
  quantity: number | null
  cents: Cents | null
}

/** Zero for a gift that is not in the cart. */
export function countInCart(cart: Cart, giftId: number): InCart {
  const line = cart.lines.find(one => one.id === giftId)
  return { units: line && !isGivenAsAmount(line) ? line.quantity : 0, cents: line ? sum(line.parts) : 0 }
}

type AmountCheck =
  | { ok: true; units: number; cents: null }
  | { ok: true; units: 1; cents: Cents }
  | { ok: false; field: 'quantity' | 'amount'; key: AmountError }

type AmountError =
  | 'addition_gone'
  | 'addition_quantity'
  | 'addition_many'
  | 'addition_least'
  | 'addition_most'
  | 'addition_stock'
  | 'amount_wrong'
  | 'addition_small'
  | 'addition_large'
  | 'addition_in_cart'
  | 'card_amount'

export interface InCart {
  units: number
  cents: Cents
}

const nothingInCart: InCart = { units: 0, cents: 0 }

/** What a guest may still enter for a gift: cents where they choose the amount, else units. */
export interface GivingRange {
  field: 'quantity' | 'amount'
  least: number
  most: number
  /** What is neither given nor in the cart; `most` is less where the shop sells less in one order. */
  open: number
  suggested: Cents[]
  /** Whether nothing is open, or may be bought in one order, only because of what is in the cart. */
  isAllInCart: boolean
}

/**
 * What may still be put into the cart (R405), used by help texts, buttons and checks: units up to what is open and
 * within what the shop sells in one order (R321), a contribution between the minimum, or the rest when that is less,
 * and what is open (R314), a gift card's amount between the shop's bounds (R317).
 */
export function givingRange(gift: GiveableGift, minimum: Cents, inCart = nothingInCart): GivingRange {
  if (gift.type === giftCardType) return cardRange(gift.amounts ?? [])
  return gift.is_group_gifting
    ? contributionRange(gift, minimum, inCart.cents)
    : unitRange(gift, inCart.units)
}

function cardRange(amounts: Cents[]): GivingRange {
  const most = Math.max(...amounts)
  return {
    field: 'amount',
    least: Math.min(...amounts),
    most,
    open: most,
    suggested: amounts,
    isAllInCart: false,
  }
}

function contributionRange({ open_amount }: GiveableGift, minimum: Cents, inCart: Cents): GivingRange {
  const open = open_amount - inCart
  const least = Math.min(open, minimum)
  const suggested = suggestedContributions.filter(cents => cents >= least && cents < open)
  return { field: 'amount', least, most: open, open, suggested, isAllInCart: open < 1 && inCart > 0 }
}

function unitRange(gift: GiveableGift, inCart: number): GivingRange {
  const most = capByShop(gift.open_units, gift) - inCart
  return {
    field: 'quantity',
    least: Math.max(1, gift.min_quantity - inCart),
    most,
    open: gift.open_units - inCart,
    suggested: [],
    isAllInCart: most < 1 && inCart > 0,
  }
}

const suggestedContributions: Cents[] = [3000, 5000, 10_000]

export function checkAmount(
  gift: GiveableGift,
  entered: EnteredAmount,
  minimum: Cents,
  inCart = nothingInCart,
): AmountCheck {
  const range = givingRange(gift, minimum, inCart)
  const wrong = (key: AmountError): AmountCheck => ({ ok: false, field: range.field, key })
  if (range.isAllInCart) return wrong('addition_in_cart')
  if (range.open < 1) return wrong('addition_gone')
  if (range.field === 'quantity') return checkUnits(range, entered.quantity, gift, inCart.units)
  const { cents } = entered
  if (cents === null) return wrong('amount_wrong')
  const isCard = gift.type === giftCardType
  if (cents < range.least) return wrong(isCard ? 'card_amount' : 'addition_small')
  if (cents > range.most) return wrong(isCard ? 'card_amount' : 'addition_large')
  return { ok: true, units: 1, cents }
}

function checkUnits(
  range: GivingRange,
  quantity: number | null,
  rules: ShownQuantityRules,
  inCart: number,
): AmountCheck {
  const wrong = (key: AmountError): AmountCheck => ({ ok: false, field: 'quantity', key })
  const units = quantity ?? Number.NaN
  if (!Number.isInteger(units) || units < 1) return wrong('addition_quantity')
  if (units > range.open) return wrong('addition_many')
  if (rules.stock !== null && units + inCart > rules.stock) return wrong('addition_stock')
  if (units < range.least) return wrong('addition_least')
  return units > range.most ? wrong('addition_most') : { ok: true, units, cents: null }
}

type LeavingReason = 'removed' | 'unavailable' | 'given' | 'regrouped' | 'answers'

/**
 * What changed about a line since it was added. Its gift left the list (`removed`), isn't sold in the shop, was
 * `given` by others, became or is no longer a group gift (`regrouped`) or lacks required `answers`; or it has another
 * price, fewer units or a smaller share.
 */
export type CartChange =
  | { kind: LeavingReason; name: string }
  /** The registry can't be viewed any more. */
  | { kind: 'registry' }
  | { kind: 'price'; name: string; before: Cents; now: Cents }
  | { kind: 'units'; name: string; now: number }
  | { kind: 'contribution'; name: string; now: Cents }

export interface CurrentGift extends NewCartLine {
  /** Units, and cents of a group gift, that nobody has paid for; part of it may be reserved, also by this guest. */
  left_units: number
  left_amount: Cents
  /** What is neither paid for nor reserved. */
  open_units: number
  open_amount: Cents
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

/** Updates the cart to its gifts as they are now; `unavailable` has ids of gifts that the shop doesn't sell. */
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

/** Lines without a new price keep theirs. */
export function repriceCart(cart: Cart, prices: { gift_id: number; cents: Cents }[]): Cart {
  const priceOf = (line: CartLine) => prices.find(one => one.gift_id === line.id)?.cents ?? line.price
  return { ...cart, lines: cart.lines.map(line => ({ ...line, price: priceOf(line) })) }
}

/** Reduces lines to what is open. A gift with nothing open stays, so that the guest sees which one it is. */
export function capCartLines(
  cart: Cart,
  open: Pick<UnavailableLine, 'gift_id' | 'open_units' | 'open_cents'>[],
): Cart {
  const lines = cart.lines.map(line => {
    const { open_units: units = 0, open_cents: cents = 0 } = open.find(one => one.gift_id === line.id) ?? {}
    if (isGivenAsAmount(line))
      return cents > 0 && sum(line.parts) > cents ? withOneContribution(line, cents) : line
    return units > 0 ? { ...withQuantity(line, Math.min(line.quantity, units)), most: units } : line
  })
  return { ...cart, lines }
}

/** Sets the limits that the shop has just reported for lines; their quantities stay. */
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
    : refreshUnits({ ...updated, ...pricesAt(line, price) }, line, left_units, questions)
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
