import { throwFieldErrors } from '../../base/app-error.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import type { Cents } from '../../base/money.ts'
import type { GivingKind } from '../../gift/gift/rules.ts'
import type { createCart } from './contract.ts'

type LineItem = ParsedOf<typeof createCart>['line_items'][number]

/** The shop's generic product for contributions, and its two options that carry the real product and variant. */
export interface ContributionProduct {
  productId: number
  productOptionId: number
  variantOptionId: number
}

/** One line of a cart: units of a product, or cents towards it. */
export interface RequestedLine {
  /** Its place among the line items, for the message beside it. */
  index: number
  kind: GivingKind
  productId: number
  /** 0 when the guest named no variant. */
  variantId: number
  units: number
  cents: Cents
  /** The amount that the guest chose for one of them; null when they named none. */
  chosenCents: Cents | null
  /** The unit price that the guest saw. */
  seenCents?: Cents | undefined
  message: string | null
  /** Units of the same gift may say different things, such as names to engrave. */
  parts: RequestedPart[]
}

/** Units with what the guest says to the shop's questions (R424). */
export interface RequestedPart {
  index: number
  units: number
  selections: { option_id: number; value: string }[]
}

/** A gift whose price differs from the one that the guest saw (R409). */
export interface RepricedLine {
  gift_id: number
  name: string
  /** Its unit price now. */
  cents: Cents
}

/**
 * Parses line items (R415): a real product, a real product with `is_group_gifting` and `list_price`, or the generic
 * product whose options carry both ids. Throws `refused_fields` 422 for a contribution without an amount or without
 * its product.
 */
export function parseLineItems(lines: LineItem[], generic: ContributionProduct | null): RequestedLine[] {
  const errors: Record<string, string> = {}
  const requested = lines.map((line, index): RequestedLine => {
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
  return requested
}

function partOf({ quantity, option_selections = [] }: LineItem, index: number): RequestedPart {
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

/** The fields that a line finds its gift by. */
interface GiftKey {
  id: number
  product_id: number
  variant_id: number
}

/** The gift of a line: by product and variant; by the product alone when one of the two names no variant. */
export function findRequestedGift<G extends GiftKey>(
  gifts: G[],
  line: Pick<RequestedLine, 'productId' | 'variantId'>,
): G | undefined {
  const ofProduct = gifts.filter(gift => gift.product_id === line.productId)
  const exact = ofProduct.find(gift => gift.variant_id === line.variantId)
  if (exact) return exact
  const [first] = ofProduct
  const isUnambiguous = ofProduct.length === 1 && (line.variantId === 0 || first?.variant_id === 0)
  return isUnambiguous ? first : undefined
}

/** Turns a line for a gift card into the amount that the guest chose, or the host wished for; others stay as they are. */
export function applyCardAmount(
  line: RequestedLine,
  gift: { isCard: boolean; price: Cents } | undefined,
): RequestedLine {
  if (!gift?.isCard) return line
  const chosenCents = line.chosenCents ?? gift.price
  const cents = line.kind === 'units' ? chosenCents * line.units : line.cents
  return { ...line, kind: 'gift_card', units: 1, cents, chosenCents }
}

/** Whether the amount is between the smallest and the largest that the shop offers (R317). */
export function isOfferedCardAmount(cents: Cents, amounts: Cents[]): boolean {
  return cents >= Math.min(...amounts) && cents <= Math.max(...amounts)
}

/** The most money on one line, in cents, whatever a guest multiplies: sums of many still fit the columns. */
export const maxLineCents = 100_000_000

/** Merges the lines of one gift: units and cents are added, the first message is kept. */
export function mergeRequestedLines(
  lines: RequestedLine[],
  findGift: (line: RequestedLine) => { id: number } | undefined,
): RequestedLine[] {
  const merged = new Map<string, RequestedLine>()
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
