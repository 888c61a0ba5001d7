import type { Cents } from '../../base/money.ts'
import { capByShop, type ShownQuantityRules } from '../../catalogue/products/quantity-rules.ts'
import { giftCardType } from '../../gift/gift/rules.ts'
import { type Cart, isGivenAsAmount, sum } from './rules.ts'

/** What of a gift a guest may still put into the cart. */
export interface GiveableGift extends ShownQuantityRules {
  is_group_gifting: boolean
  type: string
  open_units: number
  /** Cents of a group gift that can still be given. */
  open_amount: Cents
  /** The amounts in cents that the shop offers of a gift card, smallest first. */
  amounts?: Cents[] | undefined
}

interface EnteredAmount {
  quantity: number | null
  cents: Cents | null
}

/** Units or cents of a gift that are in the cart. */
export function countInCart(cart: Cart, giftId: number): InCart {
  const line = cart.lines.find(one => one.id === giftId)
  return { units: line && !isGivenAsAmount(line) ? line.quantity : 0, cents: line ? sum(line.parts) : 0 }
}

/** A checked entry: what to put into the cart, or the wrong field and its message. */
export type AmountCheck =
  | { ok: true; units: number; cents: null }
  | { ok: true; units: 1; cents: Cents }
  | { ok: false; field: 'quantity' | 'amount'; key: AmountError }

export type AmountError =
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

/** What is in the cart of a gift. */
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
  /** What nobody has given and the cart doesn't hold; `most` is less where the shop sells less in one order. */
  open: number
  /** Round amounts in cents to offer. */
  suggested: Cents[]
  /** Whether nothing is open, or may be bought in one order, only because of what is in the cart. */
  isAllInCart: boolean
}

/**
 * What may still be entered beside what is in the cart (R405), for help, buttons, checks and their errors alike: units up
 * to what is open and within what the shop sells in one order (R321), a contribution between the minimum, or the rest when
 * that is less, and what is open (R314), a gift card's amount between the shop's bounds (R317).
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
  const suggested = suggestedContributions.filter(cents => cents >= least && cents < open).slice(0, 3)
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

const suggestedContributions: Cents[] = [2000, 4000, 5000, 10_000, 20_000]

/** Checks what a guest entered against what they may still enter. */
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
