import * as z from 'zod/mini'
import type { Cents } from '../base/money.ts'

/**
 * The cart as spec §4 describes it and product.md 9 settles it: whole cents, one registry at a time, every
 * contribution kept as its own part, so that the total is exactly the sum of what the guest chose.
 */

const cents = z.int().check(z.gte(0))

export const cartLine = z.object({
  /** The gift this line is for. */
  id: z.int(),
  registry_id: z.string(),
  product_id: z.int(),
  variant_id: z.int(),
  sku: z.string(),
  name: z.string(),
  url: z.string(),
  primary_image: z.nullable(z.string()),
  tile: z.int(),
  /** As the shop says it: physical, digital, giftcertificate. */
  type: z.string(),
  is_group_gifting: z.boolean(),
  option_selections: z.array(z.object({ option: z.string(), value: z.string() })),
  /** Units of a whole gift, contributions of a group gift. */
  quantity: z.int().check(z.gte(1)),
  /** Unit price, or the average contribution (for display only). */
  price: cents,
  /** Contributions in the order in which they were added; empty for whole gifts. */
  parts: z.array(cents),
})
export type CartLine = z.output<typeof cartLine>

export const cart = z.object({
  registry_id: z.string(),
  /** Shown when a gift of another registry is about to replace this cart. */
  registry_name: z.string(),
  lines: z.array(cartLine),
})
export type Cart = z.output<typeof cart>

export const emptyCart: Cart = { registry_id: '', registry_name: '', lines: [] }

/** What is put into the cart: so many units at that price, or one contribution of that many cents. */
export type Addition = Omit<CartLine, 'quantity' | 'price' | 'parts' | 'registry_id'> & {
  quantity: number
  price: Cents
}

/** Adds to the cart; something of another registry replaces it whole (the page asks first). */
export function addLine(held: Cart, registry: { id: string; name: string }, added: Addition): Cart {
  const base: Cart = held.registry_id === registry.id ? held : { ...emptyCart, registry_id: registry.id }
  const known = base.lines.find(line => line.id === added.id)
  const fresh = grown(known ?? { ...added, registry_id: registry.id, quantity: 0, parts: [] }, added)
  const lines = known ? base.lines.map(line => (line === known ? fresh : line)) : [...base.lines, fresh]
  return { ...base, registry_name: registry.name, lines }
}

function grown(line: CartLine, added: Addition): CartLine {
  const quantity = line.quantity + (added.is_group_gifting ? 1 : added.quantity)
  if (!added.is_group_gifting) return { ...line, quantity, price: added.price }
  const parts = [...line.parts, added.price]
  return { ...line, quantity, parts, price: Math.round(sum(parts) / parts.length) }
}

/** True when adding from that registry would replace gifts chosen for another. */
export function wouldReplace(held: Cart, registryId: string): boolean {
  return held.lines.length > 0 && held.registry_id !== registryId
}

export function removeLine(held: Cart, id: number): Cart {
  const lines = held.lines.filter(line => line.id !== id)
  return lines.length === 0 ? emptyCart : { ...held, lines }
}

/** Sets the units of a whole gift; a group gift's line is changed by removing it and giving anew. */
export function setQuantity(held: Cart, id: number, quantity: number): Cart {
  const lines = held.lines.map(line =>
    line.id === id && !line.is_group_gifting && quantity >= 1 ? { ...line, quantity } : line,
  )
  return { ...held, lines }
}

/** The line's total in cents: exactly the sum of what was chosen. */
export function lineTotal(line: CartLine): Cents {
  return line.is_group_gifting ? sum(line.parts) : line.price * line.quantity
}

/**
 * The price and quantity to show: their product is always the line's total. Contributions whose average is no
 * whole cent are shown as one sum.
 */
export function shown(line: CartLine): { quantity: number; price: Cents } {
  const total = lineTotal(line)
  return total % line.quantity === 0
    ? { quantity: line.quantity, price: total / line.quantity }
    : { quantity: 1, price: total }
}

export function cartTotal(held: Cart): Cents {
  return sum(held.lines.map(lineTotal))
}

/** Spec §4: the sum of quantities. */
export function itemCount(held: Cart): number {
  return sum(held.lines.map(line => line.quantity))
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** The cart out of storage; anything unreadable or of an older shape is an empty one. */
export function readCart(stored: string | null): Cart {
  try {
    const parsed = z.safeParse(cart, JSON.parse(stored ?? 'null'))
    return parsed.success && parsed.data.lines.length > 0 ? parsed.data : emptyCart
  } catch {
    return emptyCart
  }
}

/** A choice of the cart without JavaScript: no prices, they are read anew with every page. */
export const choice = z.object({
  gift: z.int(),
  units: z.optional(z.int()),
  cents: z.optional(z.array(z.int())),
})
export const choices = z.object({ registry: z.string(), gifts: z.array(choice) })
export type Choice = z.output<typeof choice>
export type Choices = z.output<typeof choices>

/** Adds a choice; one for another registry replaces them all. */
export function choose(
  held: Choices | null,
  registry: string,
  added: { gift: number; units: number } | { gift: number; cents: Cents },
): Choices {
  const gifts = held?.registry === registry ? held.gifts : []
  const known = gifts.find(one => one.gift === added.gift)
  const grownChoice: Choice =
    'cents' in added
      ? { gift: added.gift, cents: [...(known?.cents ?? []), added.cents] }
      : { gift: added.gift, units: (known?.units ?? 0) + added.units }
  return { registry, gifts: [...gifts.filter(one => one !== known), grownChoice] }
}

/** What of a gift a guest may still put into the cart. */
export interface Giveable {
  is_group_gifting: boolean
  open_units: number
  /** Cents of a group gift that can still be given. */
  open_amount: Cents
}

export type Wanted =
  | { ok: true; units: number; cents: null }
  | { ok: true; units: 1; cents: Cents }
  | { ok: false; field: 'quantity' | 'amount'; key: AdditionFault }

export type AdditionFault =
  | 'addition_gone'
  | 'addition_quantity'
  | 'addition_many'
  | 'amount_wrong'
  | 'addition_small'
  | 'addition_large'

/** The smallest contribution that is taken: the configured minimum, or what remains when that is less. */
export function leastContribution(open: Cents, minimum: Cents): Cents {
  return Math.min(open, minimum)
}

/**
 * Checks what a guest typed against what is open: whole units up to what is open; a contribution between the
 * minimum and what remains (product.md 14).
 */
export function wantedOf(
  gift: Giveable,
  typed: { quantity: number | null; cents: Cents | null },
  minimum: Cents,
): Wanted {
  if (gift.is_group_gifting) return wantedShare(gift, typed.cents, minimum)
  if (gift.open_units < 1) return { ok: false, field: 'quantity', key: 'addition_gone' }
  const units = typed.quantity ?? Number.NaN
  if (!Number.isInteger(units) || units < 1) return { ok: false, field: 'quantity', key: 'addition_quantity' }
  if (units > gift.open_units) return { ok: false, field: 'quantity', key: 'addition_many' }
  return { ok: true, units, cents: null }
}

function wantedShare(gift: Giveable, cents: Cents | null, minimum: Cents): Wanted {
  if (gift.open_amount < 1) return { ok: false, field: 'amount', key: 'addition_gone' }
  if (cents === null) return { ok: false, field: 'amount', key: 'amount_wrong' }
  if (cents < leastContribution(gift.open_amount, minimum))
    return { ok: false, field: 'amount', key: 'addition_small' }
  if (cents > gift.open_amount) return { ok: false, field: 'amount', key: 'addition_large' }
  return { ok: true, units: 1, cents }
}

/** Amounts to offer for a group gift: round ones that fit, and the rest. */
export function suggestions(open: Cents, minimum: Cents): Cents[] {
  const least = leastContribution(open, minimum)
  return [2000, 4000, 5000, 10_000, 20_000].filter(cents => cents >= least && cents < open).slice(0, 3)
}
