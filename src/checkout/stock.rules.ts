import { AppError } from '../base/app-error.ts'
import type { GivingKind } from '../gift/gift.rules.ts'

/** `held`: other guests have reserved the last ones; `unknown`: the shop didn't say. */
type UnbuyableReason = 'minimum' | 'maximum' | 'stock' | 'held' | 'modifier' | 'gone' | 'unknown'

/** A gift that the shop doesn't sell as it is in the cart (R423). */
export interface UnbuyableLine {
  gift_id: number
  name: string
  reason: UnbuyableReason
  /** Units: the minimum or maximum in one order, or how many can still be had; null where no number applies. */
  count: number | null
}

export const unbuyableLine = (
  { id, name }: { id: number; name: string },
  reason: UnbuyableReason,
  count: number | null = null,
): UnbuyableLine => ({ gift_id: id, name, reason, count })

/** The error `cart_unbuyable` 409; `said` is the shop's own sentence, `fields` are message keys by line item. */
export function unbuyableError(
  lines: UnbuyableLine[],
  said?: string,
  fields: Record<string, string> = {},
): AppError {
  return new AppError('cart_unbuyable', 409, { detail: { lines, ...(said && { said }) }, fields })
}

export interface SoldLine {
  lineRequest: { kind: GivingKind; units: number }
  gift: { id: number; name: string; product_id: number; variant_id: number }
  livePrice: {
    minQuantity: number
    maxQuantity: number | null
    stock: number | null
    /** Whether all variants of the product share one stock. */
    sharesStock: boolean
  }
}

export interface UnitsSetAside {
  product_id: number
  variant_id: number
  units: number
}

/**
 * The gifts whose quantity is below or above what the shop sells in one order, or more than it has left besides what
 * others have reserved; all lines of a product count together (R321).
 */
export function findUnbuyableLines(lines: SoldLine[], setAside: UnitsSetAside[] = []): UnbuyableLine[] {
  const whole = lines.filter(({ lineRequest }) => lineRequest.kind === 'units')
  return whole.flatMap((line): UnbuyableLine[] => {
    const { livePrice, gift } = line
    const ofProduct = whole.filter(other => other.gift.product_id === gift.product_id)
    const ofStock = ofProduct.filter(other => drawOnSameStock(line, other.gift))
    const aside = setAside
      .filter(one => drawOnSameStock(line, one))
      .reduce((sum, { units }) => sum + units, 0)
    const left = livePrice.stock === null ? null : Math.max(0, livePrice.stock - aside)
    if (left !== null && unitsOf(ofStock) > left) {
      const isHeld = unitsOf(ofStock) <= (livePrice.stock ?? 0)
      return [unbuyableLine(gift, isHeld ? 'held' : 'stock', left)]
    }
    const { minQuantity, maxQuantity } = livePrice
    if (unitsOf(ofProduct) < minQuantity) return [unbuyableLine(gift, 'minimum', minQuantity)]
    const isTooMany = maxQuantity !== null && unitsOf(ofProduct) > maxQuantity
    return isTooMany ? [unbuyableLine(gift, 'maximum', maxQuantity)] : []
  })
}

const unitsOf = (lines: SoldLine[]) => lines.reduce((sum, { lineRequest }) => sum + lineRequest.units, 0)

function drawOnSameStock(
  { gift, livePrice }: SoldLine,
  other: { product_id: number; variant_id: number },
): boolean {
  return (
    other.product_id === gift.product_id && (livePrice.sharesStock || other.variant_id === gift.variant_id)
  )
}

/** How the platform words each kind of refusal; its sentence is in English, the product's name in any language. */
const wordings: [RegExp, UnbuyableReason][] = [
  [/\bminimum (?:of|quantity)\b/i, 'minimum'],
  [/\bmaximum (?:of|quantity)\b/i, 'maximum'],
  [/\b(?:stock|inventory|sold out)\b/i, 'stock'],
  [/\b(?:option|modifier|required|choose)\b/i, 'modifier'],
  [/\b(?:not (?:be )?(?:found|available|purchas\w+)|unavailable|can't be purchased)\b/i, 'gone'],
]

export interface NamedGift {
  gift_id: number
  name: string
  /** Names in every language and the SKU, by which a refusal may call the gift; empty ones are ignored. */
  names: string[]
}

/** The gifts that the shop's sentence names, with the reason if it is a known one. Empty when it names none. */
export function parseRefusal(said: string, gifts: NamedGift[]): UnbuyableLine[] {
  const candidates = gifts
    .flatMap(gift => gift.names.filter(Boolean).map(calledBy => ({ gift, calledBy })))
    .toSorted((one, other) => other.calledBy.length - one.calledBy.length)
  // Longest names first, and removed once found: a name may be part of a longer one, or contain words of `wordings`.
  let rest = said
  const named = new Map<number, UnbuyableLine>()
  for (const { gift, calledBy } of candidates) {
    if (!rest.includes(calledBy) && !named.has(gift.gift_id)) continue
    rest = rest.replaceAll(calledBy, ' ')
    named.set(gift.gift_id, { gift_id: gift.gift_id, name: gift.name, reason: 'unknown', count: null })
  }
  const reason = wordings.find(([pattern]) => pattern.test(rest))?.[1] ?? 'unknown'
  const number = /\b(\d{1,4})\b/.exec(rest)?.[1]
  const count =
    number !== undefined && ['minimum', 'maximum', 'stock'].includes(reason) ? Number(number) : null
  return [...named.values()].map(line => ({ ...line, reason, count }))
}
