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
export function countInCart(cart: Cart, giftId: number): { units: number; cents: Cents } {
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

/** The smallest contribution in cents: the configured minimum, or what is open when that is less (R314). */
export function minimumContribution(open: Cents, minimum: Cents): Cents {
  return Math.min(open, minimum)
}

/**
 * Checks what a guest entered against what is open (R405): units up to what is open and within what the shop sells in one
 * order (R321), a contribution between the minimum
 * and what is open, a gift card's amount between the shop's bounds. What is in the cart is no longer open.
 */
export function checkAmount(
  gift: GiveableGift,
  entered: EnteredAmount,
  minimum: Cents,
  inCart: { units: number; cents: Cents } = { units: 0, cents: 0 },
): AmountCheck {
  if (gift.type === giftCardType) return checkCardAmount(gift.amounts ?? [], entered.cents)
  const openUnits = gift.open_units - inCart.units
  const openCents = gift.open_amount - inCart.cents
  const isNothingOpen = gift.is_group_gifting ? openCents < 1 : openUnits < 1
  const field = gift.is_group_gifting ? 'amount' : 'quantity'
  if (isNothingOpen && inCart.units + inCart.cents > 0) return { ok: false, field, key: 'addition_in_cart' }
  return gift.is_group_gifting
    ? checkContribution(openCents, entered.cents, minimum)
    : checkUnits(openUnits, entered.quantity, gift, inCart.units)
}

function checkCardAmount(amounts: Cents[], cents: Cents | null): AmountCheck {
  if (cents === null) return { ok: false, field: 'amount', key: 'amount_wrong' }
  const isOffered = cents >= Math.min(...amounts) && cents <= Math.max(...amounts)
  return isOffered ? { ok: true, units: 1, cents } : { ok: false, field: 'amount', key: 'card_amount' }
}

function checkUnits(
  open: number,
  quantity: number | null,
  rules: ShownQuantityRules,
  inCart: number,
): AmountCheck {
  const wrong = (key: AmountError): AmountCheck => ({ ok: false, field: 'quantity', key })
  if (open < 1) return wrong('addition_gone')
  const units = quantity ?? Number.NaN
  if (!Number.isInteger(units) || units < 1) return wrong('addition_quantity')
  if (units > open) return wrong('addition_many')
  const total = units + inCart
  if (rules.stock !== null && total > rules.stock) return wrong('addition_stock')
  if (total < rules.min_quantity) return wrong('addition_least')
  return total > capByShop(total, rules) ? wrong('addition_most') : { ok: true, units, cents: null }
}

function checkContribution(open: Cents, cents: Cents | null, minimum: Cents): AmountCheck {
  if (open < 1) return { ok: false, field: 'amount', key: 'addition_gone' }
  if (cents === null) return { ok: false, field: 'amount', key: 'amount_wrong' }
  if (cents < minimumContribution(open, minimum)) return { ok: false, field: 'amount', key: 'addition_small' }
  if (cents > open) return { ok: false, field: 'amount', key: 'addition_large' }
  return { ok: true, units: 1, cents }
}

/** Up to three round amounts in cents to offer for a group gift. */
export function suggestContributions(open: Cents, minimum: Cents): Cents[] {
  const smallest = minimumContribution(open, minimum)
  return [2000, 4000, 5000, 10_000, 20_000].filter(cents => cents >= smallest && cents < open).slice(0, 3)
}
