import type { Cents } from '../base/money.ts'

export interface GivenTotals {
  /** Units paid for, and units reserved at the checkout or by an order that awaits payment. */
  units: number
  reservedUnits: number
  /** The same in cents, for group gifts and gift cards. */
  cents: Cents
  reservedCents: Cents
}

export type GivingKind = 'units' | 'contribution' | 'gift_card'

export interface Wish {
  quantity: number
  isGroup: boolean
  /** A gift card of the shop: guests choose the amount, as often as they like. */
  isCard?: boolean
  price: Cents
}

export const giftCardType = 'giftcertificate'

export function wishOf(gift: {
  quantity: number
  is_group: boolean
  type: string
  price: Cents
}): Wish & { isCard: boolean } {
  return {
    quantity: gift.quantity,
    isGroup: gift.is_group,
    isCard: gift.type === giftCardType,
    price: gift.price,
  }
}

export function givingKindOf({ isCard, isGroup }: Wish): GivingKind {
  if (isCard) return 'gift_card'
  return isGroup ? 'contribution' : 'units'
}

/** Units given (R319); a group gift has 1 once its price is covered (R314) or a whole unit was bought (R1161). */
export function countGivenUnits(wish: Wish, given: GivenTotals): number {
  // A price of 0 can't be covered.
  const isCovered = wish.price > 0 && given.cents >= wish.price
  if (wish.isGroup && !wish.isCard) return given.units > 0 || isCovered ? 1 : 0
  return Math.min(given.units, wish.quantity)
}

/** What a cart may still take: `units`, or `cents` of a group gift; `remaining` is missing to its price, reserved or not. */
export function calculateOpenAmounts(
  wish: Wish,
  given: GivenTotals,
): { units: number; cents: Cents; remaining: Cents } {
  if (wish.isCard) return { units: 1, cents: 0, remaining: 0 }
  if (!wish.isGroup) {
    const units = Math.max(0, wish.quantity - given.units - given.reservedUnits)
    return { units, cents: 0, remaining: 0 }
  }
  const remaining = given.units > 0 ? 0 : Math.max(0, wish.price - given.cents)
  const cents = Math.max(0, remaining - given.reservedCents)
  return { units: cents > 0 ? 1 : 0, cents, remaining }
}

/** The state of a gift (R312): `available` says whether the shop sells it today; `held` means all that is left is reserved. */
export function giftStateOf(wish: Wish, given: GivenTotals, available: boolean) {
  if (!wish.isCard && countGivenUnits(wish, given) >= wish.quantity) return 'given' as const
  if (!available || wish.price < 1) return 'unavailable' as const
  return calculateOpenAmounts(wish, given).units > 0 ? ('open' as const) : ('held' as const)
}

/** Whether a gift is counted (R319): not gift cards, and not those that the shop stopped selling before they were given. */
function isCountedGift(gift: { type: string; state: ReturnType<typeof giftStateOf> }): boolean {
  return gift.type !== giftCardType && gift.state !== 'unavailable'
}

export interface GiftCounts {
  gifts: number
  given: number
  cards: number
  /** Hidden from guests, because the shop stopped selling them. */
  unavailable: number
}

/** The counts of a list (R319). `countGiftsAndGivers` does the same for a whole registry in SQL; keep them alike. */
export function countListedGifts(gifts: Parameters<typeof isCountedGift>[0][]): GiftCounts {
  const counted = gifts.filter(isCountedGift)
  const unavailable = gifts.filter(gift => gift.state === 'unavailable').length
  return {
    gifts: counted.length,
    given: counted.filter(gift => gift.state === 'given').length,
    cards: gifts.length - counted.length - unavailable,
    unavailable,
  }
}

/** Rounded up, at least 1; null without a time. */
export function minutesUntil(time: Date | null, now: Date): number | null {
  return time && Math.max(1, Math.ceil((time.getTime() - now.getTime()) / 60_000))
}

interface GiftChange {
  quantity?: number | undefined
  isGroup?: boolean | undefined
}

/**
 * Why a change of a gift is refused (R315): message keys by field, empty when it is allowed. Once money is in, the
 * group switch is locked, and so is a quantity below what was given or reserved.
 */
export function validateGiftChange(
  wish: Wish,
  given: GivenTotals,
  change: GiftChange,
): Record<string, string> {
  const errors: Record<string, string> = {}
  if (change.isGroup !== undefined && change.isGroup !== wish.isGroup && giftLockReason(given))
    errors.is_group_gifting = given.units + given.cents > 0 ? 'gift_group_locked' : 'gift_group_held'
  const minQuantity = wish.isGroup ? 0 : given.units + given.reservedUnits
  if (change.quantity !== undefined && change.quantity < minQuantity)
    errors.quantity = 'gift_quantity_covered'
  return errors
}

/** In surprise mode always refused: refusing some gifts only would tell the hosts what was bought (R222). */
export function validateSurpriseGiftChange(wish: Wish, change: GiftChange): Record<string, string> {
  const errors: Record<string, string> = {}
  if (change.isGroup !== undefined && change.isGroup !== wish.isGroup)
    errors.is_group_gifting = 'gift_secret_locked'
  if (change.quantity !== undefined && change.quantity < wish.quantity) errors.quantity = 'gift_secret_locked'
  return errors
}

/**
 * Why a changed quantity or group switch is refused by what the shop sells in one order (R321): message keys by
 * field. Unchanged values are not checked, so that the rest of the gift can be edited after the shop's limits have
 * changed; a host may always lower the quantity to the `taken` units.
 */
export function validateOrderQuantity(
  gift: { quantity: number; is_group: boolean; min_quantity: number },
  change: GiftChange,
  taken: number,
): Record<string, string> {
  const least = gift.min_quantity
  if (change.isGroup && !gift.is_group && least > 1) return { is_group_gifting: 'gift_group_minimum' }
  const { quantity = gift.quantity, isGroup = gift.is_group } = change
  const isFewer = !isGroup && quantity !== gift.quantity && quantity < least && quantity > taken
  return isFewer ? { quantity: 'gift_quantity_least' } : {}
}

/** The message key of why a gift can't be removed (R309): something was given or is reserved. Null when it can. */
export function giftLockReason(given: GivenTotals): 'gift_has_money' | 'gift_is_held' | null {
  if (given.units + given.cents > 0) return 'gift_has_money'
  return given.reservedUnits + given.reservedCents > 0 ? 'gift_is_held' : null
}

/** The ids with one moved directly before another, to a place (1 is the first), or to the end (R310). */
export function moveInOrder(
  ids: number[],
  id: number,
  to: { before?: number | undefined; place?: number | undefined },
): number[] {
  const others = ids.filter(other => other !== id)
  const indexBefore = to.before === undefined ? others.length : others.indexOf(to.before)
  const index = to.place === undefined ? indexBefore : Math.min(to.place - 1, others.length)
  return others.toSpliced(index, 0, id)
}

/**
 * Units wished for, given and open by price band, and numbers of gifts (R313), of the counted gifts (R319); of gifts
 * that the shop stopped selling only the units that were given.
 */
export function calculateGiftStatistics(
  gifts: (Wish & { given: GivenTotals; type: string; state: ReturnType<typeof giftStateOf> })[],
) {
  const statistics = {
    purchased: noUnits(),
    available: noUnits(),
    added: noUnits(),
    gift_items: 0,
    group_gifting_items: 0,
  }
  for (const gift of gifts) {
    if (gift.type === giftCardType) continue
    const { field } = priceBandOf(gift.price)
    const givenUnits = countGivenUnits(gift, gift.given)
    const units = isCountedGift(gift) ? gift.quantity : givenUnits
    statistics.added[field] += units
    statistics.purchased[field] += givenUnits
    statistics.available[field] += units - givenUnits
    if (isCountedGift(gift)) statistics[gift.isGroup ? 'group_gifting_items' : 'gift_items'] += 1
  }
  return statistics
}

function noUnits(): UnitsByPriceBand {
  return { dollar050: 0, dollar50100: 0, dollar100150: 0, dollar150plus: 0 }
}

/**
 * The price bands by unit price incl. VAT, in cents, cheapest first: `from` is included, `to` is not (R313). A band is
 * called `field` in the answers of the API, and `filter` in the address of the list that guests see.
 */
export const priceBands = [
  { field: 'dollar050', filter: 'band-0', from: 0, to: 5_000 },
  { field: 'dollar50100', filter: 'band-50', from: 5_000, to: 10_000 },
  { field: 'dollar100150', filter: 'band-100', from: 10_000, to: 15_000 },
  { field: 'dollar150plus', filter: 'band-150', from: 15_000, to: Number.POSITIVE_INFINITY },
] as const
export type PriceBand = (typeof priceBands)[number]
export type UnitsByPriceBand = Record<PriceBand['field'], number>

/** `price`: of a unit, incl. VAT. */
export function priceBandOf(price: Cents): PriceBand {
  return priceBands.find(({ to }) => price < to) ?? priceBands[3]
}

/** A price band with fewer open units gives guests too little choice. */
const enoughOpenUnits = 3

/** The price bands with too few open units (R313), cheapest first; none for a list without gifts. */
export function findSparsePriceBands({
  added,
  available,
}: {
  added: UnitsByPriceBand
  available: UnitsByPriceBand
}): { band: PriceBand; openUnits: number }[] {
  if (priceBands.every(({ field }) => added[field] === 0)) return []
  return priceBands
    .map(band => ({ band, openUnits: available[band.field] }))
    .filter(({ openUnits }) => openUnits < enoughOpenUnits)
}
