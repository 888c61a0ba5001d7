import type { Cents } from '../base/money.ts'
import type { GivingKind, Wish } from '../gift/gift.rules.ts'

interface CountedPurchase {
  kind: GivingKind
  state: 'paid' | 'pending' | 'void'
  units: number
  cents: Cents
  /** Whether its cents are money of the registry, and not of goods that were bought (R1160). */
  is_money: boolean
}

export interface PurchaseCredit {
  credited_units: number
  credited_cents: Cents
}

/**
 * Credits paid purchases of one gift in the given order, up to its quantity or price; the rest is surplus (R507,
 * over-fulfilled). A group gift without money takes one unit, which gives it whole; one with money takes none.
 */
export function computeCredits(wish: Wish, purchases: CountedPurchase[]): PurchaseCredit[] {
  let unitsLeft = wish.quantity
  let centsLeft = wish.isGroup ? wish.price : 0
  return purchases.map(one => {
    if (one.state !== 'paid') return { credited_units: 0, credited_cents: 0 }
    if (one.kind === 'gift_card') return { credited_units: 1, credited_cents: one.cents }
    if (one.kind === 'contribution') {
      const credited = Math.min(one.cents, centsLeft)
      centsLeft -= credited
      if (credited > 0) unitsLeft = 0
      return { credited_units: credited > 0 ? 1 : 0, credited_cents: credited }
    }
    const credited = Math.min(one.units, unitsLeft)
    unitsLeft -= credited
    if (credited > 0) centsLeft = 0
    return {
      credited_units: credited,
      credited_cents: credited === 0 ? 0 : Math.round((one.cents * credited) / one.units),
    }
  })
}

export interface SmartChangeTotals {
  /** Money moved to the gift less money moved away. */
  movedIn: Cents
  /** Surplus that was moved or paid out. */
  surplusSpent: Cents
}

/**
 * Credits purchases as `computeCredits` does, after smart change (R608): money that was moved to the gift counts
 * towards its price, and surplus that has gone is never credited again, whatever the price or quantity becomes.
 */
export function computeCreditsWithSmartChange(
  { movedIn, surplusSpent }: SmartChangeTotals,
  wish: Wish,
  purchases: CountedPurchase[],
): PurchaseCredit[] {
  const paid = purchases.filter(one => one.state === 'paid')
  const sumMoney = (centsOf: (one: CountedPurchase, index: number) => Cents) =>
    purchases.reduce(
      (sum, one, index) => sum + (paid.includes(one) && one.is_money ? centsOf(one, index) : 0),
      0,
    )
  const paidCents = sumMoney(one => one.cents)
  const price = Math.max(0, Math.min(wish.price - movedIn, paidCents - surplusSpent))
  // Money that was moved to a group gift takes the place of its unit, as shares do.
  const wished = wish.isGroup && movedIn > 0 ? { ...wish, quantity: 0 } : wish
  if (wish.isGroup || surplusSpent === 0) return computeCredits({ ...wished, price }, purchases)
  const paidUnits = paid.reduce((sum, one) => sum + one.units, 0)
  let quantity = Math.min(wish.quantity, paidUnits)
  let credits = computeCredits({ ...wish, quantity }, purchases)
  const surplus = () => paidCents - sumMoney((_, index) => credits[index]?.credited_cents ?? 0)
  while (quantity > 0 && surplus() < surplusSpent) {
    quantity--
    credits = computeCredits({ ...wish, quantity }, purchases)
  }
  return credits
}

/** Kinds of ledger lines that come from orders. */
export type LedgerKind = 'gift' | 'contribution' | 'gift_card' | 'surplus'

/** The ledger's account for money of this kind; goods have their own, whether they were wished for or not. */
export function ledgerAccountOf(kind: LedgerKind, isMoney: boolean): 'goods' | 'gift' | 'change' {
  if (!isMoney) return 'goods'
  return kind === 'surplus' ? 'change' : 'gift'
}

/** The ledger's sums in cents that a purchase has to have, by kind; zeros when it is not paid. */
export function expectedLedgerSums(purchase: CountedPurchase & PurchaseCredit): Record<LedgerKind, Cents> {
  const sums = { gift: 0, contribution: 0, gift_card: 0, surplus: 0 }
  if (purchase.state !== 'paid') return sums
  if (!purchase.is_money) return { ...sums, gift: purchase.cents }
  sums[purchase.kind === 'units' ? 'gift' : purchase.kind] = purchase.credited_cents
  sums.surplus = purchase.cents - purchase.credited_cents
  return sums
}
