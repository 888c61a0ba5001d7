import type { Cents } from '../../base/money.ts'
import { type MoneyPart, type RegistryBalance, sumCents } from '../ledger/rules.ts'

/**
 * Where the money goes that is taken off a certificate: to the gifts that lack it, that of the refunded order first; what
 * came in for them meanwhile leaves a rest, which goes back to where the certificate was paid from.
 */
export function partsGivenBack(
  { lots, shortfalls }: Pick<RegistryBalance, 'lots' | 'shortfalls'>,
  paidParts: MoneyPart[],
  orderId: number,
  cents: Cents,
): MoneyPart[] {
  let remaining = cents
  const take = (part: MoneyPart): MoneyPart[] => {
    const { giftId, account } = part
    const given = Math.min(part.cents, remaining)
    remaining -= given
    return given > 0 ? [{ giftId, account, orderId: part.orderId, cents: given }] : []
  }
  const firstOfOrder = <T extends MoneyPart>(parts: T[]) => [
    ...parts.filter(part => part.orderId === orderId),
    ...parts.filter(part => part.orderId !== orderId),
  ]
  const given = shortfalls.flatMap(({ giftId, cents: short }) => {
    let room = short
    return firstOfOrder(lots.filter(lot => lot.giftId === giftId && lot.cents < 0)).flatMap(lot => {
      const parts = take({ ...lot, cents: Math.min(-lot.cents, room) })
      room -= sumCents(parts)
      return parts
    })
  })
  return [...given, ...firstOfOrder(paidParts).flatMap(take)]
}

/** Written on the certificate in the shop, where staff read it; by it a lowering is known to have been made. */
export function formatLoweringNote({ id, cents }: { id: number; cents: Cents }): string {
  return `refund ${id}: -${(cents / 100).toFixed(2)} EUR`
}

/** The end of a certificate's code, by which its holder knows it. */
export const endOfCode = (code: string) => code.slice(-4)
