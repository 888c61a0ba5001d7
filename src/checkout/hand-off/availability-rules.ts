import type { Cents } from '../../base/money.ts'
import { priceBandOf } from '../../gift/gift/price-band-rules.ts'
import {
  calculateOpenAmounts,
  type GivenTotals,
  givingKindOf,
  minutesUntil,
  type Wish,
} from '../../gift/gift/rules.ts'
import type { RequestedLine } from './rules.ts'

/** A line that can't be reserved: what is still open of its gift, and open gifts of the same price band (R408). */
export interface UnavailableLine {
  /** 0 when the gift is no longer on the registry. */
  gift_id: number
  product_id: number
  kind: RequestedLine['kind']
  /** Units or cents the guest asked for. */
  wanted: number
  open_units: number
  open_cents: Cents
  /**
   * Why it can't be had as asked for: it left the list, is given in another way now, was paid for by others, or is set
   * aside for a guest at the checkout or an order that awaits its payment.
   */
  reason: 'removed' | 'regrouped' | 'given' | 'held'
  /** Minutes until something of it may be free again; null when nobody is at the checkout. */
  held_minutes: number | null
  alternatives: AlternativeGift[]
}

export interface AlternativeGift {
  gift_id: number
  product_id: number
  name: string
  cents: Cents
}

/** A gift with what was given to it; `price` is the live one for gifts in the cart. */
export interface OfferedGift extends Wish {
  id: number
  productId: number
  name: string
  available: boolean
  given: GivenTotals & { reservedUntil: Date | null }
}

/** Null when the gift can take what the line asks for; else what is open instead, out of all `offered` gifts. */
export function checkAvailability(
  line: RequestedLine,
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
  line: RequestedLine,
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

/** A contribution is at least `minimum` cents, or exactly what can still be given (R314). */
export function isBelowMinimumContribution(line: RequestedLine, gift: OfferedGift, minimum: Cents): boolean {
  if (line.kind !== 'contribution') return false
  return line.cents < minimum && line.cents !== calculateOpenAmounts(gift, gift.given).cents
}
