import type { Cents } from '../../base/money.ts'
import type { UnitsByPriceBand } from './contract.ts'

/** What has been given towards one gift, and what guests at the shop's checkout hold of it. */
export interface GivenTotals {
  /** Units paid and credited, and units set aside or awaiting payment. */
  units: number
  heldUnits: number
  /** The same in cents, for a group gift. */
  cents: Cents
  heldCents: Cents
}

/** How something is given: whole units, a share of a group gift, or money on a gift card. */
export type GivingKind = 'units' | 'contribution' | 'gift_card'

export interface Wish {
  quantity: number
  isGroup: boolean
  /** A gift card of the shop: guests choose the amount, as often as they like. */
  isCard?: boolean
  /** Unit price incl. VAT. */
  price: Cents
}

/** Units that stand as given: for a group gift 1 once it is covered (product.md 14). */
export function countGivenUnits(wish: Wish, given: GivenTotals): number {
  if (wish.isGroup && !wish.isCard) return given.cents >= wish.price ? 1 : 0
  return Math.min(given.units, wish.quantity)
}

/** How a gift of this kind is given. */
export function givingKindOf({ isCard, isGroup }: Wish): GivingKind {
  if (isCard) return 'gift_card'
  return isGroup ? 'contribution' : 'units'
}

/** Type of the shop's gift cards. */
export const giftCardType = 'giftcertificate'

/** What of a gift can still go into a cart, after what was given and what is held. */
export function calculateOpenAmounts(
  wish: Wish,
  given: GivenTotals,
): { units: number; cents: Cents; remaining: Cents } {
  if (wish.isCard) return { units: 1, cents: 0, remaining: 0 }
  if (!wish.isGroup) {
    const units = Math.max(0, wish.quantity - given.units - given.heldUnits)
    return { units, cents: 0, remaining: 0 }
  }
  const remaining = Math.max(0, wish.price - given.cents)
  const cents = Math.max(0, remaining - given.heldCents)
  return { units: cents > 0 ? 1 : 0, cents, remaining }
}

/** given: nothing is left · unavailable: the shop no longer sells it · held: all that is left is at the checkout. */
export function giftStateOf(wish: Wish, given: GivenTotals, available: boolean) {
  if (!wish.isCard && countGivenUnits(wish, given) >= wish.quantity) return 'given' as const
  if (!available) return 'unavailable' as const
  return calculateOpenAmounts(wish, given).units > 0 ? ('open' as const) : ('held' as const)
}

/** Guests don't see what can't be bought, unless it was already given (product.md 18). */
export function isHiddenFromGuests(state: ReturnType<typeof giftStateOf>): boolean {
  return state === 'unavailable'
}

/**
 * Why a change of a gift is refused, as message keys beside the fields; empty when it may be made (product.md 14):
 * once money is in, the group switch and a quantity below what is covered are locked.
 */
export function validateGiftChange(
  wish: Wish,
  given: GivenTotals,
  change: { quantity?: number | undefined; isGroup?: boolean | undefined },
): Record<string, string> {
  const locked: Record<string, string> = {}
  if (change.isGroup !== undefined && change.isGroup !== wish.isGroup && giftLockReason(given))
    locked.is_group_gifting = given.units + given.cents > 0 ? 'gift_group_locked' : 'gift_group_held'
  const covered = wish.isGroup ? 0 : given.units + given.heldUnits
  if (change.quantity !== undefined && change.quantity < covered) locked.quantity = 'gift_quantity_covered'
  return locked
}

/**
 * What hosts who want to be surprised can't change, whatever was given: a refusal here and none there would tell them
 * what has been bought.
 */
export function validateSurpriseGiftChange(
  wish: Wish,
  change: { quantity?: number | undefined; isGroup?: boolean | undefined },
): Record<string, string> {
  const locked: Record<string, string> = {}
  if (change.isGroup !== undefined && change.isGroup !== wish.isGroup)
    locked.is_group_gifting = 'gift_secret_locked'
  if (change.quantity !== undefined && change.quantity < wish.quantity) locked.quantity = 'gift_secret_locked'
  return locked
}

/** Whether something was given towards it or is held; then it can't be removed either. */
export function giftLockReason(given: GivenTotals): 'gift_has_money' | 'gift_is_held' | null {
  if (given.units + given.cents > 0) return 'gift_has_money'
  return given.heldUnits + given.heldCents > 0 ? 'gift_is_held' : null
}

/** The ids with that one moved directly before another, to a place (1 is the first), or to the end. */
export function moveInOrder(
  ids: number[],
  id: number,
  to: { before?: number | undefined; place?: number | undefined },
): number[] {
  const others = ids.filter(one => one !== id)
  const before = to.before === undefined ? others.length : others.indexOf(to.before)
  const at = to.place === undefined ? before : Math.min(to.place - 1, others.length)
  return others.toSpliced(at, 0, id)
}

/** The upper ends of the first three price bands, in cents; each band takes its lower end (product.md 17). */
const bandEnds: [keyof UnitsByPriceBand, Cents][] = [
  ['dollar050', 5_000],
  ['dollar50100', 10_000],
  ['dollar100150', 15_000],
]

/** The price band of a unit price incl. VAT. */
export function priceBandOf(price: Cents): keyof UnitsByPriceBand {
  return bandEnds.find(([, end]) => price < end)?.[0] ?? 'dollar150plus'
}

/** Where a price band begins, and where the next one does, in cents. */
export function priceBandRange(band: keyof UnitsByPriceBand): { from: Cents; to: Cents } {
  const index = bandEnds.findIndex(([name]) => name === band)
  if (index < 0) return { from: 15_000, to: Number.POSITIVE_INFINITY }
  return { from: bandEnds[index - 1]?.[1] ?? 0, to: bandEnds[index]?.[1] ?? 0 }
}

/** Units wished for, given and left by price band, and how many gifts of each kind there are. */
export function calculateGiftStatistics(gifts: (Wish & { given: GivenTotals })[]) {
  const statistic = {
    purchased: noUnits(),
    available: noUnits(),
    added: noUnits(),
    gift_items: 0,
    group_gifting_items: 0,
  }
  for (const gift of gifts) {
    const band = priceBandOf(gift.price)
    const given = countGivenUnits(gift, gift.given)
    statistic.added[band] += gift.quantity
    statistic.purchased[band] += given
    statistic.available[band] += gift.quantity - given
    statistic[gift.isGroup ? 'group_gifting_items' : 'gift_items'] += 1
  }
  return statistic
}

/** Fewer open units than this in a price band, and guests with that purse have no choice. */
const bandEnough = 3

/** The price bands in which too little is open, cheapest first; of an empty list none, for it lacks everything. */
export function findSparsePriceBands({
  added,
  available,
}: {
  added: UnitsByPriceBand
  available: UnitsByPriceBand
}) {
  const bands = Object.keys(available) as (keyof UnitsByPriceBand)[]
  if (bands.every(band => added[band] === 0)) return []
  return bands.filter(band => available[band] < bandEnough).map(band => ({ band, open: available[band] }))
}

function noUnits(): UnitsByPriceBand {
  return { dollar050: 0, dollar50100: 0, dollar100150: 0, dollar150plus: 0 }
}
