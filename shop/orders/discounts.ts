import { toDecimalString } from '../money.ts'
import type { AppliedDiscount, NewLine } from './orders.ts'

/** What staff or programs take off an order as a whole. */
export const manualDiscount = {
  id: 'manual-discount',
  name: 'Manual Discount',
  code: null,
  target: 'order',
} as const

/** Shares of an amount in proportion to weights, in whole cents; together they are the amount. */
export function spreadCents(cents: number, weights: number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let [weightSoFar, sharedSoFar] = [0, 0]
  return weights.map(weight => {
    weightSoFar += weight
    const share = total === 0 ? 0 : Math.round((cents * weightSoFar) / total) - sharedSoFar
    sharedSoFar += share
    return share
  })
}

/** The lines with an amount taken off them, in proportion to what they still cost; never more than that. */
export function takeOff<T extends NewLine>(
  lines: T[],
  cents: number,
  discount: Omit<AppliedDiscount, 'amount'>,
): T[] {
  const costs = lines.map(line => line.priceCents * line.quantity - (line.discountCents ?? 0))
  const most = Math.min(
    cents,
    costs.reduce((sum, cost) => sum + cost, 0),
  )
  const shares = spreadCents(most, costs)
  return lines.map((line, index) => {
    const share = shares[index] ?? 0
    if (share === 0) return line
    const applied = { ...discount, amount: toDecimalString(share) }
    return {
      ...line,
      discountCents: (line.discountCents ?? 0) + share,
      appliedDiscounts: [...(line.appliedDiscounts ?? []), applied],
    }
  })
}
