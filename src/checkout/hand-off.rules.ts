import { throwFieldErrors } from '../base/app-error.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import { type Cents, fromEuro, toEuro } from '../base/money.ts'
import {
  calculateOpenAmounts,
  type GivenTotals,
  type GivingKind,
  givingKindOf,
  minutesUntil,
  priceBandOf,
  type Wish,
} from '../gift/gift.rules.ts'
import type { createCart } from './hand-off.contract.ts'

type LineItem = ParsedOf<typeof createCart>['line_items'][number]

/** The shop's generic product for contributions, and its two options that carry the real product and variant. */
export interface ContributionProduct {
  productId: number
  productOptionId: number
  variantOptionId: number
}

/** What the guest asks for in one line of the cart. */
export interface CartLineRequest {
  /** Its place among the line items, for errors beside it. */
  index: number
  kind: GivingKind
  productId: number
  /** 0 without a variant. */
  variantId: number
  units: number
  cents: Cents
  /** The amount that the guest chose for one unit; null without one. */
  chosenCents: Cents | null
  seenCents?: Cents | undefined
  message: string | null
  /** Units of the same gift may have different answers, such as names to engrave. */
  parts: CartLinePart[]
}

/** Units with the same answers to the shop's questions (R424). */
interface CartLinePart {
  index: number
  units: number
  selections: { option_id: number; value: string }[]
}

/** A gift whose price differs from the one that the guest saw (R409). */
export interface RepricedLine {
  gift_id: number
  name: string
  cents: Cents
}

/**
 * Parses line items (R415): a real product, a real product with `is_group_gifting` and `list_price`, or the generic
 * product whose options carry both ids. Throws `refused_fields` 422 for a contribution without an amount or without
 * its product.
 */
export function parseLineItems(lines: LineItem[], generic: ContributionProduct | null): CartLineRequest[] {
  const errors: Record<string, string> = {}
  const lineRequests = lines.map((line, index): CartLineRequest => {
    const isGeneric = generic !== null && line.product_id === generic.productId
    const { message = null, list_price: chosenCents = null, seen_price: seenCents } = line
    const base = { index, message, chosenCents, seenCents, parts: [partOf(line, index)] }
    if (!isGeneric && !isTrue(line.is_group_gifting))
      return { ...base, ...productOf(line), kind: 'units', units: line.quantity, cents: 0 }
    const product = isGeneric ? productFromOptions(line, generic) : productOf(line)
    if (product.productId < 1) errors[`line_items.${index}.option_selections`] = 'field_required'
    if (!line.list_price) errors[`line_items.${index}.list_price`] = 'amount_wrong'
    const cents = (line.list_price ?? 0) * line.quantity
    return { ...base, ...product, kind: 'contribution', units: 1, cents }
  })
  throwFieldErrors(errors)
  return lineRequests
}

function partOf({ quantity, option_selections = [] }: LineItem, index: number): CartLinePart {
  const selections = option_selections.map(({ option_id, option_value }) => ({
    option_id,
    value: String(option_value),
  }))
  return { index, units: quantity, selections }
}

function isTrue(value: LineItem['is_group_gifting']): boolean {
  return value === true || value === 1 || value === '1' || value === 'true' || value === 'on'
}

function productOf(line: LineItem) {
  return { productId: line.product_id, variantId: line.variant_id ?? 0 }
}

function productFromOptions(line: LineItem, generic: ContributionProduct) {
  const idIn = (optionId: number) => {
    const value = line.option_selections?.find(one => one.option_id === optionId)?.option_value
    return /^\d{1,9}$/.test(String(value)) ? Number(value) : 0
  }
  return { productId: idIn(generic.productOptionId), variantId: idIn(generic.variantOptionId) }
}

interface GiftKey {
  id: number
  product_id: number
  variant_id: number
}

/** By product and variant; by the product alone when it is the only one and line or gift has no variant. */
export function findGiftForLine<G extends GiftKey>(
  gifts: G[],
  line: Pick<CartLineRequest, 'productId' | 'variantId'>,
): G | undefined {
  const ofProduct = gifts.filter(gift => gift.product_id === line.productId)
  const exact = ofProduct.find(gift => gift.variant_id === line.variantId)
  if (exact) return exact
  const [first] = ofProduct
  const isUnambiguous = ofProduct.length === 1 && (line.variantId === 0 || first?.variant_id === 0)
  return isUnambiguous ? first : undefined
}

/** Turns a line for a gift card into the chosen amount, else the one on the registry; others stay as they are. */
export function applyCardAmount(
  line: CartLineRequest,
  gift: { isCard: boolean; price: Cents } | undefined,
): CartLineRequest {
  if (!gift?.isCard) return line
  const chosenCents = line.chosenCents ?? gift.price
  const cents = line.kind === 'units' ? chosenCents * line.units : line.cents
  return { ...line, kind: 'gift_card', units: 1, cents, chosenCents }
}

/** Whether the amount is between the smallest and the largest that the shop offers (R317). */
export function isOfferedCardAmount(cents: Cents, amounts: Cents[]): boolean {
  return cents >= Math.min(...amounts) && cents <= Math.max(...amounts)
}

/** The most money on one line, in cents, so that sums still fit the columns. */
export const maxLineCents = 100_000_000

/** Merges the lines of one gift: units and cents are added, the first message is kept. */
export function mergeLinesByGift(
  lines: CartLineRequest[],
  findGift: (line: CartLineRequest) => { id: number } | undefined,
): CartLineRequest[] {
  const merged = new Map<string, CartLineRequest>()
  for (const line of lines) {
    const key = `${line.kind} ${findGift(line)?.id ?? `${line.productId} ${line.variantId}`}`
    const sum = merged.get(key)
    const units = line.kind === 'units' ? (sum?.units ?? 0) + line.units : 1
    const cents = (sum?.cents ?? 0) + line.cents
    const parts = [...(sum?.parts ?? []), ...line.parts]
    merged.set(key, { ...(sum ?? line), units, cents, parts, message: sum?.message ?? line.message })
  }
  return [...merged.values()]
}

/** A line that can't be reserved, with what is still open of its gift and open gifts of the same price band (R408). */
export interface UnavailableLine {
  /** 0 when the gift is no longer on the registry. */
  gift_id: number
  product_id: number
  kind: CartLineRequest['kind']
  wanted: number
  open_units: number
  open_cents: Cents
  /**
   * `removed`: it left the list; `regrouped`: it became, or is no longer, a group gift; `given`: others have paid for
   * it; `held`: it is reserved for a guest at the checkout or an order that awaits its payment.
   */
  reason: 'removed' | 'regrouped' | 'given' | 'held'
  /** Minutes until some of it may be free again; null where that is not known. */
  held_minutes: number | null
  alternatives: AlternativeGift[]
}

interface AlternativeGift {
  gift_id: number
  product_id: number
  name: string
  cents: Cents
}

/** `price` is the live one for gifts in the cart. */
export interface OfferedGift extends Wish {
  id: number
  productId: number
  name: string
  available: boolean
  given: GivenTotals & { reservedUntil: Date | null }
}

/** Null when the gift is open for what the line asks for; else what is open, with alternatives from `offered`. */
export function checkAvailability(
  line: CartLineRequest,
  gift: OfferedGift | undefined,
  offered: OfferedGift[],
  now: Date,
): UnavailableLine | null {
  if (gift?.isCard && line.kind === 'gift_card') return null
  const openIn = (given: GivenTotals) =>
    gift && givingKindOf(gift) === line.kind ? calculateOpenAmounts(gift, given) : { units: 0, cents: 0 }
  const amountOf = (amounts: { units: number; cents: Cents }) =>
    line.kind === 'units' ? amounts.units : amounts.cents
  const open = openIn(gift?.given ?? nothing)
  const unpaid = openIn({ ...(gift?.given ?? nothing), reservedUnits: 0, reservedCents: 0 })
  const wanted = line.kind === 'units' ? line.units : line.cents
  if (wanted <= amountOf(open)) return null
  const reason = unavailableReason(line, gift, amountOf(unpaid) > amountOf(open))
  return {
    gift_id: gift?.id ?? 0,
    product_id: line.productId,
    kind: line.kind,
    wanted,
    open_units: open.units,
    open_cents: open.cents,
    reason,
    held_minutes: reason === 'held' ? minutesUntil(gift?.given.reservedUntil ?? null, now) : null,
    alternatives: gift ? findAlternatives(gift, offered) : [],
  }
}

const nothing: GivenTotals = { units: 0, reservedUnits: 0, cents: 0, reservedCents: 0 }

function unavailableReason(
  line: CartLineRequest,
  gift: OfferedGift | undefined,
  isHeld: boolean,
): UnavailableLine['reason'] {
  if (!gift) return 'removed'
  if (givingKindOf(gift) !== line.kind) return 'regrouped'
  return isHeld ? 'held' : 'given'
}

const maxAlternatives = 3

function findAlternatives(taken: OfferedGift, offered: OfferedGift[]): AlternativeGift[] {
  return offered
    .filter(gift => gift.id !== taken.id && gift.available)
    .filter(gift => calculateOpenAmounts(gift, gift.given).units > 0)
    .filter(gift => priceBandOf(gift.price) === priceBandOf(taken.price))
    .slice(0, maxAlternatives)
    .map(gift => ({ gift_id: gift.id, product_id: gift.productId, name: gift.name, cents: gift.price }))
}

/** A contribution has to be at least `minimum` cents, or exactly what can still be given (R314). */
export function isBelowMinimumContribution(
  line: CartLineRequest,
  gift: OfferedGift,
  minimum: Cents,
): boolean {
  if (line.kind !== 'contribution') return false
  return line.cents < minimum && line.cents !== calculateOpenAmounts(gift, gift.given).cents
}

type PublishedGift = Omit<AlternativeGift, 'cents'> & { price: number }
export type PublishedLine = Omit<UnavailableLine, 'open_cents' | 'alternatives'> & {
  open_amount: number
  alternatives: PublishedGift[]
}
export type PublishedPrice = Omit<RepricedLine, 'cents'> & { price: number }

/** A line of `cart_lost` as the API answers it: amounts are decimal euro (R903). */
export function publishUnavailableLine(line: UnavailableLine): PublishedLine {
  const { open_cents, alternatives, ...rest } = line
  return {
    ...rest,
    wanted: line.kind === 'units' ? line.wanted : toEuro(line.wanted),
    open_amount: toEuro(open_cents),
    alternatives: alternatives.map(publishPrice),
  }
}

/** The line of `cart_lost` with amounts in cents, as pages use it. */
export function readUnavailableLine(line: PublishedLine): UnavailableLine {
  const { open_amount, alternatives, ...rest } = line
  return {
    ...rest,
    wanted: line.kind === 'units' ? line.wanted : toCents(line.wanted),
    open_cents: toCents(open_amount),
    alternatives: alternatives.map(readPrice),
  }
}

/** A line of `cart_price_moved`, or an alternative gift, as the API answers it: in decimal euro (R903). */
export function publishPrice<T extends { cents: number }>({ cents, ...rest }: T) {
  return { ...rest, price: toEuro(cents) }
}

/** The reverse of `publishPrice`, in cents. */
export function readPrice<T extends PublishedPrice | PublishedGift>({ price, ...rest }: T) {
  return { ...rest, cents: toCents(price) }
}

const toCents = (amount: number) => fromEuro(amount) ?? 0
