import type { HostKind } from '../base/kinds.ts'
import type { Cents } from '../base/money.ts'
import type { ShopModifier } from '../base/shop-modifiers.ts'
import { capByShop } from '../catalogue/quantity.rules.ts'
import type { GiftView } from '../gift/gift.contract.ts'
import { giftCardType } from '../gift/gift.rules.ts'
import type { GuestAnswer } from '../gift/guest-answer.rules.ts'

/**
 * A line of the cart, in whole cents. Every contribution and every amount on a gift card is kept as its own part, so
 * that the total is exactly the sum of the chosen amounts (R402).
 */
export interface CartLine {
  /** Of the gift. */
  id: number
  registry_id: string
  product_id: number
  variant_id: number
  sku: string
  name: string
  url: string
  primary_image: string | null
  tile: number
  /** The shop's product type: physical, digital, giftcertificate. */
  type: string
  is_group_gifting: boolean
  option_selections: { option: string; value: string }[]
  /** Units of a whole gift, contributions of a group gift, amounts on a gift card. */
  quantity: number
  /** Unit price, or the average amount (for display only). */
  price: Cents
  /** The gift's own price when `price` was read; a choice may cost extra. Missing in carts of earlier versions. */
  base_price?: Cents
  /** Amounts in the order in which they were added; empty for whole gifts. */
  parts: Cents[]
  most?: number
  least?: number
  /** For a pre-order (R1370): from which day the shop has it; null when it doesn't say. */
  preorder?: { from: string | null } | undefined
  /** The guest's answers to the shop's questions, for groups of units with the same answers (R424). */
  said?: SaidUnits[]
}

/** A cart has the gifts of one registry at a time (R401). */
export interface Cart {
  registry_id: string
  /** Shown when a gift of another registry is about to replace this cart. */
  registry_name: string
  /** For wording: what kind of hosts they are; hosts in general without it. */
  host_kind?: HostKind | undefined
  lines: CartLine[]
}

export const emptyCart: Cart = { registry_id: '', registry_name: '', lines: [] }

/** What is added to the cart: `quantity` units at `price`, or one contribution of `price` cents. */
export type NewCartLine = Omit<CartLine, 'quantity' | 'price' | 'parts' | 'registry_id'> & {
  quantity: number
  price: Cents
}

/** A gift as a line to add: units with the guest's answers, or one contribution of `cents`. */
export function toNewCartLine(
  gift: GiftView,
  units: number,
  cents: Cents | null,
  answers: GuestAnswer[] = [],
): NewCartLine {
  const { id, product_id, variant_id, sku, name, url, tile, type, is_group_gifting } = gift
  return {
    id,
    product_id,
    variant_id,
    sku,
    name,
    url,
    tile,
    type,
    is_group_gifting,
    primary_image: gift.image,
    option_selections: gift.selected_options,
    quantity: units,
    price: cents ?? gift.price,
    ...(!isGivenAsAmount(gift) && orderLimits(gift, gift.open_units)),
    // A contribution to a pre-order is money and is not sent later.
    preorder: isGivenAsAmount(gift) ? undefined : gift.preorder,
    ...(answers.length > 0 && { said: [{ units, answers }] }),
  }
}

/** How many of the open units one order may have (R321). */
function orderLimits(gift: GiftView, open: number): Pick<CartLine, 'most' | 'least'> {
  return { most: capByShop(open, gift), least: gift.min_quantity }
}

export interface CartOwner {
  id: string
  name: string
  host_kind?: HostKind | undefined
}

/** Adds a line; one of another registry replaces the cart (the page asks first). */
export function addCartLine(cart: Cart, registry: CartOwner, added: NewCartLine): Cart {
  const base: Cart = cart.registry_id === registry.id ? cart : { ...emptyCart, registry_id: registry.id }
  const existing = base.lines.find(line => line.id === added.id)
  const fresh = { ...added, registry_id: registry.id, quantity: 0, parts: [], said: [] }
  const line = addToLine(existing ?? fresh, added)
  const lines = existing ? base.lines.map(one => (one === existing ? line : one)) : [...base.lines, line]
  const { host_kind } = registry
  return { ...base, registry_name: registry.name, ...(host_kind && { host_kind }), lines }
}

function addToLine(line: CartLine, added: NewCartLine): CartLine {
  const quantity = line.quantity + (isGivenAsAmount(added) ? 1 : added.quantity)
  if (!isGivenAsAmount(added))
    return withSaid({ ...line, quantity, ...pricesAt(line, added.price) }, addSaid(line.said, added.said))
  const parts = [...line.parts, added.price]
  return withSaid({ ...line, quantity, parts, price: Math.round(sum(parts) / parts.length) }, [])
}

/** The prices of a line whose gift costs `base_price` now: what the checkout said of it stays while that is the same. */
export function pricesAt(line: CartLine, base_price: Cents): Pick<CartLine, 'price' | 'base_price'> {
  return { price: line.base_price === base_price ? line.price : base_price, base_price }
}

/** The line with these answers; without any the field is left out. */
export function withSaid({ said: _, ...line }: CartLine, said: SaidUnits[]): CartLine {
  return said.length > 0 ? { ...line, said } : line
}

/** The line with another number of units, and its answers resized. */
export function withQuantity(line: CartLine, quantity: number): CartLine {
  return withSaid({ ...line, quantity }, resizeSaid(line.said ?? [], quantity))
}

/** Whether the number of units can be edited: not where units have different answers. */
export function hasOwnQuantity(line: CartLine): boolean {
  return !isGivenAsAmount(line) && (line.said?.length ?? 0) < 2
}

/** Whether guests choose the amount: a share of a group gift, or money on a gift card. */
export function isGivenAsAmount(gift: { is_group_gifting: boolean; type: string }): boolean {
  return gift.is_group_gifting || gift.type === giftCardType
}

export function wouldReplaceCart(cart: Cart, registryId: string): boolean {
  return cart.lines.length > 0 && cart.registry_id !== registryId
}

export function removeCartLine(cart: Cart, id: number): Cart {
  const lines = cart.lines.filter(line => line.id !== id)
  return lines.length === 0 ? emptyCart : { ...cart, lines }
}

/** Sets the units of a line, within what can be given and bought; lines without `hasOwnQuantity` stay as they are. */
export function setCartLineQuantity(cart: Cart, id: number, quantity: number): Cart {
  const lines = cart.lines.map(line =>
    line.id === id && hasOwnQuantity(line) && Number.isInteger(quantity) && quantity >= 1
      ? withQuantity(line, Math.min(Math.max(quantity, line.least ?? 1), maxUnitsOf(line)))
      : line,
  )
  return { ...cart, lines }
}

/** 99 when it is not known how many can be given. */
export function maxUnitsOf({ most }: Pick<CartLine, 'most'>): number {
  return most ?? 99
}

export function lineTotal(line: CartLine): Cents {
  return isGivenAsAmount(line) ? sum(line.parts) : line.price * line.quantity
}

/** Their product is always the line's total (R402); contributions without a whole average are shown as one sum. */
export function displayedPrice(line: CartLine): { quantity: number; price: Cents } {
  const total = lineTotal(line)
  return total % line.quantity === 0
    ? { quantity: line.quantity, price: total / line.quantity }
    : { quantity: 1, price: total }
}

export function cartTotal(cart: Cart): Cents {
  return sum(cart.lines.map(lineTotal))
}

/** The sum of the quantities, not the number of lines (R402). */
export function cartItemCount(cart: Cart): number {
  return sum(cart.lines.map(line => line.quantity))
}

export function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** A gift chosen without JavaScript (R403): without prices, as every page reads them again. */
export interface CartChoice {
  gift: number
  units?: number | undefined
  cents?: Cents[] | undefined
  said?: ChosenSaid[] | undefined
}
interface ChosenSaid {
  units: number
  answers: { option_id: number; value: string }[]
}
export interface CartChoices {
  registry: string
  gifts: CartChoice[]
}

/** Zero for a gift that was not chosen. */
export function countChosen(choices: CartChoices | null, giftId: number): { units: number; cents: Cents } {
  const { units = 0, cents = [] } = choices?.gifts.find(one => one.gift === giftId) ?? {}
  return { units, cents: sum(cents) }
}

/** Adds a choice; one for another registry replaces all others. */
export function addCartChoice(
  choices: CartChoices | null,
  registry: string,
  added: { gift: number; units: number; answers?: ChosenSaid['answers'] } | { gift: number; cents: Cents },
): CartChoices {
  const gifts = choices?.registry === registry ? choices.gifts : []
  const existing = gifts.find(one => one.gift === added.gift)
  const choice: CartChoice =
    'cents' in added
      ? { gift: added.gift, cents: [...(existing?.cents ?? []), added.cents] }
      : {
          gift: added.gift,
          units: (existing?.units ?? 0) + added.units,
          ...(added.answers?.length && {
            said: [...(existing?.said ?? []), { units: added.units, answers: added.answers }],
          }),
        }
  return { registry, gifts: [...gifts.filter(one => one !== existing), choice] }
}

export const toChoices = ({ registry_id, lines }: Cart): CartChoices => ({
  registry: registry_id,
  gifts: lines.map(({ id: gift, quantity: units, parts, said, ...line }) => {
    if (isGivenAsAmount(line)) return { gift, cents: parts }
    const answers = said?.map(one => ({
      units: one.units,
      answers: one.answers.map(({ option_id, value }) => ({ option_id, value })),
    }))
    return { gift, units, ...(answers && { said: answers }) }
  }),
})

/** The part of the shop's questions that the cart checks. */
export type Question = Pick<ShopModifier, 'id' | 'required'>

/** Units of a line with the same answers, such as the name to engrave (R424). */
export interface SaidUnits {
  units: number
  answers: GuestAnswer[]
}

/** Adds groups of units; groups with the same answers are merged. */
export function addSaid<S extends ChosenSaid>(said: S[] = [], added: S[] = []): S[] {
  const all = new Map<string, S>()
  for (const one of [...said, ...added]) {
    const same = all.get(keyOf(one))
    all.set(keyOf(one), { ...(same ?? one), units: one.units + (same?.units ?? 0) })
  }
  return [...all.values()]
}

const keyOf = ({ answers }: ChosenSaid) =>
  JSON.stringify(answers.map(({ option_id, value }) => [option_id, value]))

/** Fewer units drop the last groups first; units are added only where all have the same answers. */
export function resizeSaid(said: SaidUnits[], quantity: number): SaidUnits[] {
  let left = quantity
  const kept = said.flatMap(one => {
    const units = Math.min(one.units, left)
    left -= units
    return units > 0 ? [{ ...one, units }] : []
  })
  const [only] = kept
  return only && kept.length === 1 ? [{ ...only, units: only.units + left }] : kept
}

/** Whether required answers are there. Their limits are checked at the hand-off, as every guest loads this file. */
export function isAllSaid(said: SaidUnits[], quantity: number, questions: Question[]): boolean {
  const required = questions.filter(question => question.required)
  if (required.length === 0) return true
  const units = said.reduce((sum, one) => sum + one.units, 0)
  const isAnswered = ({ answers }: SaidUnits) =>
    required.every(({ id }) => answers.some(({ option_id }) => option_id === id))
  return units === quantity && said.every(isAnswered)
}

/** The cart out of local storage; anything unreadable or of an older shape is an empty one. */
export function parseCart(stored: string | null): Cart {
  try {
    const cart: unknown = JSON.parse(stored ?? 'null')
    return isCart(cart) && cart.lines.length > 0 ? cart : emptyCart
  } catch {
    return emptyCart
  }
}

/** The cart for local storage; each line has a displayed price, which times the quantity is its total (R402). */
export function serializeCart(cart: Cart): string {
  const lines = cart.lines.map(line => ({ ...line, price_display: lineTotal(line) / line.quantity }))
  return JSON.stringify({ ...cart, lines })
}

type Fields = Record<string, unknown>

// Checked by hand, because every guest loads this and a schema library would be larger.
function isCart(value: unknown): value is Cart {
  const { registry_id, registry_name, lines } = (value ?? {}) as Fields
  return isText(registry_id) && isText(registry_name) && Array.isArray(lines) && lines.every(isCartLine)
}

function isCartLine(value: unknown): value is CartLine {
  const line = (value ?? {}) as Fields
  const { primary_image, is_group_gifting, option_selections, quantity, parts, most, said, least } = line
  const preorder = line.preorder as CartLine['preorder']
  return (
    ['registry_id', 'sku', 'name', 'url', 'type'].every(field => isText(line[field])) &&
    ['id', 'product_id', 'variant_id', 'tile'].every(field => Number.isInteger(line[field])) &&
    (primary_image === null || isText(primary_image)) &&
    typeof is_group_gifting === 'boolean' &&
    Array.isArray(option_selections) &&
    option_selections.every(one => isText(one?.option) && isText(one?.value)) &&
    isWholeNumber(quantity) &&
    quantity >= 1 &&
    isWholeNumber(line.price) &&
    Array.isArray(parts) &&
    parts.every(isWholeNumber) &&
    [most, least, line.base_price].every(limit => limit === undefined || isWholeNumber(limit)) &&
    (!preorder || preorder.from === null || isText(preorder.from)) &&
    (said === undefined || (Array.isArray(said) && said.every(isSaidUnits)))
  )
}

function isSaidUnits(value: unknown): boolean {
  const { units, answers } = (value ?? {}) as Fields
  return (
    isWholeNumber(units) &&
    units >= 1 &&
    Array.isArray(answers) &&
    answers.every(
      one => Number.isInteger(one?.option_id) && ['value', 'name', 'text'].every(key => isText(one[key])),
    )
  )
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isWholeNumber = (value: unknown): value is Cents => Number.isInteger(value) && Number(value) >= 0
