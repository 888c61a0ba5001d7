import { fromEuro, toEuro } from '../../base/money.ts'
import type { AlternativeGift, UnavailableLine } from './availability-rules.ts'
import type { RepricedLine } from './rules.ts'

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

/** The same line as pages use it. */
export function readUnavailableLine(line: PublishedLine): UnavailableLine {
  const { open_amount, alternatives, ...rest } = line
  return {
    ...rest,
    wanted: line.kind === 'units' ? line.wanted : toCents(line.wanted),
    open_cents: toCents(open_amount),
    alternatives: alternatives.map(readPrice),
  }
}

/** A line of `cart_price_moved`, or another gift, as the API answers it. */
export function publishPrice<T extends { cents: number }>({ cents, ...rest }: T) {
  return { ...rest, price: toEuro(cents) }
}

/** The same as pages use it. */
export function readPrice<T extends PublishedPrice | PublishedGift>({ price, ...rest }: T) {
  return { ...rest, cents: toCents(price) }
}

const toCents = (amount: number) => fromEuro(amount) ?? 0
