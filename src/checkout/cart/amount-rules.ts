import type { Cents } from '../../base/money.ts'
import { giftCardType } from '../../gift/gift/rules.ts'
import { type Cart, isGivenAsAmount, sum } from './rules.ts'

/** What of a gift a guest may still put into the cart. */
export interface GiveableGift {
  is_group_gifting: boolean
  type: string
  open_units: number
  /** Cents of a group gift that can still be given. */
  open_amount: Cents
  /** What the shop offers of a gift card, smallest first. */
  amounts?: Cents[] | undefined
}

/** What of a gift lies in the cart already. */
export function countInCart(held: Cart, id: number): { units: number; cents: Cents } {
  const line = held.lines.find(one => one.id === id)
  return { units: line && !isGivenAsAmount(line) ? line.quantity : 0, cents: line ? sum(line.parts) : 0 }
}

export type AmountCheck =
  | { ok: true; units: number; cents: null }
  | { ok: true; units: 1; cents: Cents }
  | { ok: false; field: 'quantity' | 'amount'; key: AmountError }

export type AmountError =
  | 'addition_gone'
  | 'addition_quantity'
  | 'addition_many'
  | 'amount_wrong'
  | 'addition_small'
  | 'addition_large'
  | 'addition_in_cart'
  | 'card_amount'

/** The smallest contribution that is taken: the configured minimum, or what remains when that is less. */
export function minimumContribution(open: Cents, minimum: Cents): Cents {
  return Math.min(open, minimum)
}

/**
 * Checks what a guest typed against what is open: whole units up to what is open; a contribution between the
 * minimum and what remains (product.md 14); an amount of a gift card between the shop's bounds. What lies in the
 * cart already is no longer open.
 */
export function checkAmount(
  gift: GiveableGift,
  typed: { quantity: number | null; cents: Cents | null },
  minimum: Cents,
  has: { units: number; cents: Cents } = { units: 0, cents: 0 },
): AmountCheck {
  if (gift.type === giftCardType) return wantedMoney(gift.amounts ?? [], typed.cents)
  const rest = {
    ...gift,
    open_units: gift.open_units - has.units,
    open_amount: gift.open_amount - has.cents,
  }
  const field = gift.is_group_gifting ? 'amount' : 'quantity'
  const isAllTaken = gift.is_group_gifting ? rest.open_amount < 1 : rest.open_units < 1
  if (isAllTaken && has.units + has.cents > 0) return { ok: false, field, key: 'addition_in_cart' }
  return wantedRest(rest, typed, minimum)
}

function wantedRest(
  gift: GiveableGift,
  typed: { quantity: number | null; cents: Cents | null },
  minimum: Cents,
): AmountCheck {
  if (gift.is_group_gifting) return wantedShare(gift, typed.cents, minimum)
  if (gift.open_units < 1) return { ok: false, field: 'quantity', key: 'addition_gone' }
  const units = typed.quantity ?? Number.NaN
  if (!Number.isInteger(units) || units < 1) return { ok: false, field: 'quantity', key: 'addition_quantity' }
  if (units > gift.open_units) return { ok: false, field: 'quantity', key: 'addition_many' }
  return { ok: true, units, cents: null }
}

function wantedMoney(amounts: Cents[], cents: Cents | null): AmountCheck {
  if (cents === null) return { ok: false, field: 'amount', key: 'amount_wrong' }
  const fits = cents >= Math.min(...amounts) && cents <= Math.max(...amounts)
  return fits ? { ok: true, units: 1, cents } : { ok: false, field: 'amount', key: 'card_amount' }
}

function wantedShare(gift: GiveableGift, cents: Cents | null, minimum: Cents): AmountCheck {
  if (gift.open_amount < 1) return { ok: false, field: 'amount', key: 'addition_gone' }
  if (cents === null) return { ok: false, field: 'amount', key: 'amount_wrong' }
  if (cents < minimumContribution(gift.open_amount, minimum))
    return { ok: false, field: 'amount', key: 'addition_small' }
  if (cents > gift.open_amount) return { ok: false, field: 'amount', key: 'addition_large' }
  return { ok: true, units: 1, cents }
}

/** Amounts to offer for a group gift: round ones that fit, and the rest. */
export function suggestContributions(open: Cents, minimum: Cents): Cents[] {
  const least = minimumContribution(open, minimum)
  return [2000, 4000, 5000, 10_000, 20_000].filter(cents => cents >= least && cents < open).slice(0, 3)
}
