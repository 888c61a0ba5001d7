import { calculateOpenAmounts } from '../../gift/gift/rules.ts'
import type { OfferedGift } from './availability-rules.ts'
import type { RequestedLine } from './rules.ts'

/** How many open hand-offs may reserve at once (R413). A wide network is all that one customer of a provider may have. */
export const maxOpenHandoffs = { device: 5, networkAndRegistry: 10, network: 100, wideNetwork: 400 }

/** How often in a day all that is left of a gift may be reserved without being bought. */
export const maxUnpaidReservations = { network: 4, wideNetwork: 8, everybody: 16 }

/** How many lines may be reserved in a day without being bought. */
export const maxUnpaidLines = { network: 200, wideNetwork: 800 }

/** What one visitor's hand-offs reserve now, and the lines that they reserved in the last day without buying. */
export interface ReservationCounts {
  open: Record<keyof typeof maxOpenHandoffs, number>
  lines: Record<keyof typeof maxUnpaidLines, number>
}

/** Units or cents of one gift that were reserved in the last day without being bought. */
export type UnpaidAmounts = Record<keyof typeof maxUnpaidReservations, number>

/**
 * Whether one more hand-off of so many lines may reserve (R413). Beyond it goes to the shop without a reservation, so
 * that nobody is refused for what others did from the same network.
 */
export function isWithinCounts({ open, lines }: ReservationCounts, lineCount: number): boolean {
  const hasRoom = Object.entries(maxOpenHandoffs).every(([who, max]) => open[who as keyof typeof open] < max)
  return (
    hasRoom &&
    lines.network + lineCount <= maxUnpaidLines.network &&
    lines.wideNetwork + lineCount <= maxUnpaidLines.wideNetwork
  )
}

/**
 * Whether a line may reserve what it asks for. It is compared with all that is left of the gift, so that nobody holds
 * the last one for long by reserving it again and again.
 */
export function isWithinUnpaidAmounts(
  line: RequestedLine,
  gift: OfferedGift,
  unpaid: UnpaidAmounts,
): boolean {
  const bought = { ...gift.given, reservedUnits: 0, reservedCents: 0 }
  const left = calculateOpenAmounts(gift, bought)
  const whole = line.kind === 'units' ? left.units : left.cents
  return Object.entries(maxUnpaidReservations).every(
    ([who, max]) => unpaid[who as keyof UnpaidAmounts] + amountOf(line) <= max * whole,
  )
}

/** Units, or the cents of a contribution. */
export const amountOf = ({ kind, units, cents }: RequestedLine) => (kind === 'units' ? units : cents)
