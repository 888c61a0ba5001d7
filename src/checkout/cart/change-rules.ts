import type { Cents } from '../../base/money.ts'
import { giftCardType } from '../../gift/gift/rules.ts'
import { type Cart, type CartLine, emptyCart, isGivenAsAmount, type NewCartLine, sum } from './rules.ts'

/** What became of a line since it was put into the cart. */
export type CartChange =
  | { kind: 'gone'; name: string }
  | { kind: 'price'; name: string; before: Cents; now: Cents }
  | { kind: 'units'; name: string; now: number }
  | { kind: 'rest'; name: string; now: Cents }

/** A gift as it stands now, as far as a cart goes by it. */
export interface CurrentGift extends NewCartLine {
  /** Units that nobody has paid for yet, and cents of a group gift; what is held may be this guest's own. */
  left_units: number
  left_amount: Cents
}

/** The cart by what its gifts are and cost now, and what that changed. */
export function refreshCart(held: Cart, gifts: CurrentGift[]): { cart: Cart; changes: CartChange[] } {
  const checked = held.lines.map(line =>
    fitted(
      line,
      gifts.find(gift => gift.id === line.id),
    ),
  )
  const lines = checked.flatMap(one => one.line ?? [])
  return {
    cart: lines.length === 0 ? emptyCart : { ...held, lines },
    changes: checked.flatMap(one => one.change ?? []),
  }
}

/** The cart with what the shop asks for these gifts now. */
export function repriceCart(cart: Cart, moved: { gift_id: number; cents: Cents }[]): Cart {
  const priceOf = (line: CartLine) => moved.find(one => one.gift_id === line.id)?.cents ?? line.price
  return { ...cart, lines: cart.lines.map(line => ({ ...line, price: priceOf(line) })) }
}

/**
 * The cart with no more of these gifts than is open now (units or cents, by gift); one of which nothing is open stays
 * as it was, so that the guest sees what it is about.
 */
export function capCartLines(cart: Cart, open: { gift_id: number; units: number; cents: Cents }[]): Cart {
  const lines = cart.lines.map(line => {
    const { units = 0, cents = 0 } = open.find(one => one.gift_id === line.id) ?? {}
    if (isGivenAsAmount(line)) return cents > 0 && sum(line.parts) > cents ? shareOf(line, cents) : line
    return units > 0 ? { ...line, quantity: Math.min(line.quantity, units), most: units } : line
  })
  return { ...cart, lines }
}

const shareOf = (line: CartLine, cents: Cents): CartLine => ({
  ...line,
  quantity: 1,
  price: cents,
  parts: [cents],
})

interface Fitted {
  line: CartLine | null
  change?: CartChange
}

function fitted(line: CartLine, gift: CurrentGift | undefined): Fitted {
  if (!gift || isGivenAsAmount(gift) !== isGivenAsAmount(line))
    return { line: null, change: { kind: 'gone', name: line.name } }
  const { left_units, left_amount, quantity: _, price, ...facts } = gift
  const fresh = { ...line, ...facts, registry_id: line.registry_id }
  if (line.type === giftCardType) return { line: fresh }
  return gift.is_group_gifting
    ? fittedShare(fresh, left_amount)
    : fittedUnits({ ...fresh, price }, line, left_units)
}

function fittedUnits(fresh: CartLine, line: CartLine, left: number): Fitted {
  const { name } = fresh
  if (left < 1) return { line: null, change: { kind: 'gone', name } }
  const most = { ...fresh, most: left }
  if (line.quantity > left)
    return { line: { ...most, quantity: left }, change: { kind: 'units', name, now: left } }
  if (line.price === fresh.price) return { line: most }
  return { line: most, change: { kind: 'price', name, before: line.price, now: fresh.price } }
}

function fittedShare(fresh: CartLine, left: Cents): Fitted {
  const { name } = fresh
  if (left < 1) return { line: null, change: { kind: 'gone', name } }
  if (sum(fresh.parts) <= left) return { line: fresh }
  return { line: shareOf(fresh, left), change: { kind: 'rest', name, now: left } }
}
