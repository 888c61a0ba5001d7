import type { Cents } from '../../base/money.ts'
import { giftCardType } from '../../gift/gift/rules.ts'

/**
 * The cart as spec §4 describes it and product.md 9 settles it: whole cents, one registry at a time, every
 * contribution and every amount on a gift card kept as its own part, so that the total is exactly the sum of what the
 * guest chose. Checked by hand: this travels to every guest, a schema's library need not.
 */

export interface CartLine {
  /** The gift this line is for. */
  id: number
  registry_id: string
  product_id: number
  variant_id: number
  sku: string
  name: string
  url: string
  primary_image: string | null
  tile: number
  /** As the shop says it: physical, digital, giftcertificate. */
  type: string
  is_group_gifting: boolean
  option_selections: { option: string; value: string }[]
  /** Units of a whole gift, contributions of a group gift, amounts on a gift card. */
  quantity: number
  /** Unit price, or the average amount (for display only). */
  price: Cents
  /** Amounts in the order in which they were added; empty for whole gifts. */
  parts: Cents[]
  /** Most units that can be given, as last seen. */
  most?: number
}

export interface Cart {
  registry_id: string
  /** Shown when a gift of another registry is about to replace this cart. */
  registry_name: string
  lines: CartLine[]
}

export const emptyCart: Cart = { registry_id: '', registry_name: '', lines: [] }

/** What is put into the cart: so many units at that price, or one contribution of that many cents. */
export type NewCartLine = Omit<CartLine, 'quantity' | 'price' | 'parts' | 'registry_id'> & {
  quantity: number
  price: Cents
}

/** Adds to the cart; something of another registry replaces it whole (the page asks first). */
export function addCartLine(held: Cart, registry: { id: string; name: string }, added: NewCartLine): Cart {
  const base: Cart = held.registry_id === registry.id ? held : { ...emptyCart, registry_id: registry.id }
  const known = base.lines.find(line => line.id === added.id)
  const fresh = grown(known ?? { ...added, registry_id: registry.id, quantity: 0, parts: [] }, added)
  const lines = known ? base.lines.map(line => (line === known ? fresh : line)) : [...base.lines, fresh]
  return { ...base, registry_name: registry.name, lines }
}

function grown(line: CartLine, added: NewCartLine): CartLine {
  const quantity = line.quantity + (isGivenAsAmount(added) ? 1 : added.quantity)
  if (!isGivenAsAmount(added)) return { ...line, quantity, price: added.price }
  const parts = [...line.parts, added.price]
  return { ...line, quantity, parts, price: Math.round(sum(parts) / parts.length) }
}

/** Given as an amount of the guest's choice: a share of a group gift, or money on a gift card. */
export function isGivenAsAmount(gift: { is_group_gifting: boolean; type: string }): boolean {
  return gift.is_group_gifting || gift.type === giftCardType
}

/** True when adding from that registry would replace gifts chosen for another. */
export function wouldReplaceCart(held: Cart, registryId: string): boolean {
  return held.lines.length > 0 && held.registry_id !== registryId
}

export function removeCartLine(held: Cart, id: number): Cart {
  const lines = held.lines.filter(line => line.id !== id)
  return lines.length === 0 ? emptyCart : { ...held, lines }
}

/** Sets the units of a whole gift; a line of amounts is changed by removing it and giving anew. */
export function setCartLineQuantity(held: Cart, id: number, quantity: number): Cart {
  const lines = held.lines.map(line =>
    line.id === id && !isGivenAsAmount(line) && quantity >= 1
      ? { ...line, quantity: Math.min(quantity, maxUnitsOf(line)) }
      : line,
  )
  return { ...held, lines }
}

/** As many units as are still wanted, or as a cart takes where that is not known. */
export function maxUnitsOf({ most }: Pick<CartLine, 'most'>): number {
  return most ?? 99
}

/** The line's total in cents: exactly the sum of what was chosen. */
export function lineTotal(line: CartLine): Cents {
  return isGivenAsAmount(line) ? sum(line.parts) : line.price * line.quantity
}

/**
 * The price and quantity to show: their product is always the line's total. Contributions whose average is no
 * whole cent are shown as one sum.
 */
export function displayedPrice(line: CartLine): { quantity: number; price: Cents } {
  const total = lineTotal(line)
  return total % line.quantity === 0
    ? { quantity: line.quantity, price: total / line.quantity }
    : { quantity: 1, price: total }
}

export function cartTotal(held: Cart): Cents {
  return sum(held.lines.map(lineTotal))
}

/** Spec §4: the sum of quantities. */
export function cartItemCount(held: Cart): number {
  return sum(held.lines.map(line => line.quantity))
}

/** The sum of numbers. */
export function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** A choice of the cart without JavaScript: no prices, they are read anew with every page. */
export interface CartChoice {
  gift: number
  units?: number | undefined
  cents?: Cents[] | undefined
}
export interface CartChoices {
  registry: string
  gifts: CartChoice[]
}

/** Adds a choice; one for another registry replaces them all. */
export function addCartChoice(
  held: CartChoices | null,
  registry: string,
  added: { gift: number; units: number } | { gift: number; cents: Cents },
): CartChoices {
  const gifts = held?.registry === registry ? held.gifts : []
  const known = gifts.find(one => one.gift === added.gift)
  const grownChoice: CartChoice =
    'cents' in added
      ? { gift: added.gift, cents: [...(known?.cents ?? []), added.cents] }
      : { gift: added.gift, units: (known?.units ?? 0) + added.units }
  return { registry, gifts: [...gifts.filter(one => one !== known), grownChoice] }
}
