import { AppError } from '../../base/app-error.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import type { Cents } from '../../base/money.ts'
import {
  calculateOpenAmounts,
  type GivenTotals,
  type GivingKind,
  givingKindOf,
  priceBandOf,
  type Wish,
} from '../../gift/gift/rules.ts'
import type { createCart } from './contract.ts'
import type { giverVisibilities } from './giver-rules.ts'

type LineItem = ParsedOf<typeof createCart>['line_items'][number]

/** The shop's generic product for contributions, and its two options that carry the real product and variant. */
export interface ContributionProduct {
  productId: number
  productOptionId: number
  variantOptionId: number
}

/** One line of a cart as the rules read it: units of a product, or cents towards it. */
export interface RequestedLine {
  /** Where it stands among the line items, for the message beside it. */
  index: number
  kind: GivingKind
  productId: number
  /** 0 when the guest named no variant. */
  variantId: number
  units: number
  cents: Cents
  /** The amount named for one of them, where the guest may choose it. */
  chosenCents: Cents | null
  /** What one of a whole gift cost where the guest saw it. */
  seenCents?: Cents | undefined
  message: string | null
}

/** A gift that costs something else now than the guest saw. */
export interface RepricedLine {
  gift_id: number
  name: string
  /** What one of it costs now. */
  cents: Cents
}

/**
 * Reads the line items of spec §7: a real product, a real product with `is_group_gifting` and `list_price`, or
 * the generic product whose options carry both ids. Throws `refused_fields` 422 for a contribution without an amount
 * or without its product.
 */
export function parseLineItems(lines: LineItem[], generic: ContributionProduct | null): RequestedLine[] {
  const wrong: Record<string, string> = {}
  const asked = lines.map((line, index): RequestedLine => {
    const isGeneric = generic !== null && line.product_id === generic.productId
    const { message = null, list_price: chosenCents = null, seen_price: seenCents } = line
    const base = { index, message, chosenCents, seenCents }
    if (!isGeneric && !isOn(line.is_group_gifting)) return { ...base, ...unitsOf(line) }
    const carried = isGeneric ? carriedBy(line, generic) : idsOf(line)
    if (carried.productId < 1) wrong[`line_items.${index}.option_selections`] = 'field_required'
    if (!line.list_price) wrong[`line_items.${index}.list_price`] = 'amount_wrong'
    const cents = (line.list_price ?? 0) * line.quantity
    return { ...base, ...carried, kind: 'contribution', units: 1, cents }
  })
  if (Object.keys(wrong).length > 0) throw new AppError('refused_fields', 422, { fields: wrong })
  return asked
}

function isOn(flag: LineItem['is_group_gifting']): boolean {
  return flag === true || flag === 1 || flag === '1' || flag === 'true' || flag === 'on'
}

function idsOf(line: LineItem) {
  return { productId: line.product_id, variantId: line.variant_id ?? 0 }
}

function unitsOf(line: LineItem) {
  return { ...idsOf(line), kind: 'units' as const, units: line.quantity, cents: 0 }
}

function carriedBy(line: LineItem, generic: ContributionProduct) {
  const written = (option: number) => {
    const value = line.option_selections?.find(one => one.option_id === option)?.option_value
    return /^\d{1,9}$/.test(String(value)) ? Number(value) : 0
  }
  return { productId: written(generic.productOptionId), variantId: written(generic.variantOptionId) }
}

/** What lines find their gift by. */
interface Wishable {
  id: number
  product_id: number
  variant_id: number
}

/** The gift a line speaks of: by product and variant; without a variant on either side the product is enough. */
export function findRequestedGift<G extends Wishable>(
  gifts: G[],
  asked: Pick<RequestedLine, 'productId' | 'variantId'>,
): G | undefined {
  const ofProduct = gifts.filter(gift => gift.product_id === asked.productId)
  const exact = ofProduct.find(gift => gift.variant_id === asked.variantId)
  if (exact) return exact
  const [only] = ofProduct
  const alone = ofProduct.length === 1 && (asked.variantId === 0 || only?.variant_id === 0)
  return alone ? only : undefined
}

/** A line for a gift card is money: the amount that the guest chose, or the one wished for. */
export function applyCardAmount(
  asked: RequestedLine,
  gift: { isCard: boolean; price: Cents } | undefined,
): RequestedLine {
  if (!gift?.isCard) return asked
  const cents = asked.kind === 'units' ? (asked.chosenCents ?? gift.price) * asked.units : asked.cents
  return { ...asked, kind: 'gift_card', units: 1, cents, chosenCents: asked.chosenCents ?? gift.price }
}

/** Whether the amount of a gift card lies between the smallest and the largest that the shop offers. */
export function isOfferedCardAmount(cents: Cents, amounts: Cents[]): boolean {
  return cents >= Math.min(...amounts) && cents <= Math.max(...amounts)
}

/** Lines of one gift as one: units and cents added, the first words kept. */
export function mergeRequestedLines(
  asked: RequestedLine[],
  giftOf: (line: RequestedLine) => { id: number } | undefined,
): RequestedLine[] {
  const sums = new Map<string, RequestedLine>()
  for (const line of asked) {
    const key = `${line.kind} ${giftOf(line)?.id ?? `${line.productId} ${line.variantId}`}`
    const sum = sums.get(key)
    const units = line.kind === 'units' ? (sum?.units ?? 0) + line.units : 1
    const cents = (sum?.cents ?? 0) + line.cents
    sums.set(key, { ...(sum ?? line), units, cents, message: sum?.message ?? line.message })
  }
  return [...sums.values()]
}

/** What of a lost line is still open, and open gifts of the same price band instead (product.md 10). */
export interface UnavailableLine {
  /** 0 when the gift is no longer on the registry. */
  gift_id: number
  product_id: number
  kind: RequestedLine['kind']
  /** Units or cents the guest wanted. */
  wanted: number
  open_units: number
  open_cents: Cents
  alternatives: AlternativeGift[]
}

export interface AlternativeGift {
  gift_id: number
  product_id: number
  name: string
  cents: Cents
}

/** A gift with what was given to it; `price` is the live one where it was asked for. */
export interface OfferedGift extends Wish {
  id: number
  productId: number
  name: string
  available: boolean
  given: GivenTotals
}

/** The lost line when the gift can't take what was asked, else null. */
export function checkAvailability(
  asked: RequestedLine,
  gift: OfferedGift | undefined,
  offered: OfferedGift[],
): UnavailableLine | null {
  if (gift?.isCard && asked.kind === 'gift_card') return null
  const isKind = gift && givingKindOf(gift) === asked.kind
  const open = gift && isKind ? calculateOpenAmounts(gift, gift.given) : { units: 0, cents: 0 }
  const wanted = asked.kind === 'units' ? asked.units : asked.cents
  if (wanted <= (asked.kind === 'units' ? open.units : open.cents)) return null
  return {
    gift_id: gift?.id ?? 0,
    product_id: asked.productId,
    kind: asked.kind,
    wanted,
    open_units: open.units,
    open_cents: open.cents,
    alternatives: gift ? alternativesTo(gift, offered) : [],
  }
}

const alternativesMost = 3

function alternativesTo(lost: OfferedGift, offered: OfferedGift[]): AlternativeGift[] {
  return offered
    .filter(gift => gift.id !== lost.id && gift.available && calculateOpenAmounts(gift, gift.given).units > 0)
    .filter(gift => priceBandOf(gift.price) === priceBandOf(lost.price))
    .slice(0, alternativesMost)
    .map(gift => ({ gift_id: gift.id, product_id: gift.productId, name: gift.name, cents: gift.price }))
}

/** A contribution is at least the minimum, or exactly what can still be given (product.md 14). */
export function isBelowMinimumContribution(asked: RequestedLine, gift: OfferedGift, minimum: Cents): boolean {
  if (asked.kind !== 'contribution') return false
  return asked.cents < minimum && asked.cents !== calculateOpenAmounts(gift, gift.given).cents
}

/** The giver as he wishes to appear: “Άννα Δοκιμή”, “Ά. Δ.”, or nothing. */
export function formatGiverName(name: string | null, visibility: (typeof giverVisibilities)[number]): string {
  if (visibility === 'anonymous' || !name) return ''
  if (visibility === 'full') return name
  return name
    .split(/\s+/)
    .filter(word => /\p{L}/u.test(word))
    .map(word => `${[...new Intl.Segmenter('el').segment(word)][0]?.segment.toLocaleUpperCase('en')}.`)
    .join(' ')
}
