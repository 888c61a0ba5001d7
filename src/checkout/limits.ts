import { dayMs } from '../base/durations.ts'
import { wideNetworkOf } from '../base/networks.ts'
import { calculateOpenAmounts } from '../gift/gift.rules.ts'
import type { RequestContext } from '../server/context/request-context.ts'
import { keyedDigest, verifySignedText } from '../server/context/signing.ts'
import { deleteRows } from '../server/postgres/rows.ts'
import type { Db } from '../server/postgres/tables.ts'
import type { CartLineRequest, OfferedGift } from './hand-off.rules.ts'
import * as data from './hand-off.sql.ts'

/** Open hand-offs that may reserve at once (R413). A wide network is all that one customer of a provider may have. */
const maxOpenHandoffs = { device: 5, networkAndRegistry: 10, network: 100, wideNetwork: 400 }

/** How many times in a day all that is left of a gift may be reserved without being bought. */
export const maxUnpaidReservations = { network: 4, wideNetwork: 8, everybody: 16 }

const maxUnpaidLines = { network: 200, wideNetwork: 800 }

/** Of one visitor: hand-offs that reserve something now, and lines reserved in the last day without buying. */
interface ReservationCounts {
  open: Record<keyof typeof maxOpenHandoffs, number>
  lines: Record<keyof typeof maxUnpaidLines, number>
}

/** Units or cents of one gift that were reserved in the last day without being bought. */
type UnpaidAmounts = Record<keyof typeof maxUnpaidReservations, number>

/**
 * Whether one more hand-off with `lineCount` lines may reserve (R413). Beyond the limits it goes to the shop without
 * a reservation, so that nobody is refused for what others did from the same network.
 */
function isWithinCounts({ open, lines }: ReservationCounts, lineCount: number): boolean {
  const hasRoom = Object.entries(maxOpenHandoffs).every(([who, max]) => open[who as keyof typeof open] < max)
  return (
    hasRoom &&
    lines.network + lineCount <= maxUnpaidLines.network &&
    lines.wideNetwork + lineCount <= maxUnpaidLines.wideNetwork
  )
}

/** Relative to all that is left of the gift, so that nobody holds the last one by reserving it again and again. */
function isWithinUnpaidAmounts(line: CartLineRequest, gift: OfferedGift, unpaid: UnpaidAmounts): boolean {
  const bought = { ...gift.given, reservedUnits: 0, reservedCents: 0 }
  const left = calculateOpenAmounts(gift, bought)
  const whole = line.kind === 'units' ? left.units : left.cents
  return Object.entries(maxUnpaidReservations).every(
    ([who, max]) => unpaid[who as keyof UnpaidAmounts] + amountOf(line) <= max * whole,
  )
}

const amountOf = ({ kind, units, cents }: CartLineRequest) => (kind === 'units' ? units : cents)

export interface AvailableLine {
  lineRequest: CartLineRequest
  gift: OfferedGift
}

/** The digest of the device id in the cart page's cookie; null without one that we have signed. */
export function deviceDigest(signedDevice: string | undefined, ctx: RequestContext): Buffer | null {
  const device = signedDevice && verifySignedText('cookie giver_device', signedDevice, ctx.config, ctx.now)
  return device ? digest(`device ${device}`, ctx) : null
}

/** Without a signed device id the network address counts as the device. */
export function reserverFrom(signedDevice: string | undefined, ctx: RequestContext): data.Reserver {
  const { address } = ctx
  const network = digest(address, ctx)
  const wide = wideNetworkOf(address)
  return {
    device: deviceDigest(signedDevice, ctx) ?? network,
    network,
    wide_network: wide === address ? network : digest(wide, ctx),
  }
}

const digest = (text: string, { config }: RequestContext) =>
  keyedDigest('network address', text, config).subarray(0, 16)

export interface LimitBasis {
  counts: ReservationCounts
  unpaid: (UnpaidAmounts & { gift_id: number })[]
}

/** The queries for the limits on hand-offs (R413) of these gifts. */
export function reservationLimitQueries(
  limitedGiftIds: number[],
  reserver: data.Reserver,
  { registryId, now }: { registryId: number; now: Date },
) {
  const since = new Date(now.getTime() - dayMs)
  return {
    counts: data.countReservations(reserver, { registryId, since, now }),
    unpaid: data.sumUnpaidByGift(limitedGiftIds, reserver, since),
  }
}

/** Whether a hand-off may reserve its lines (limits, R413). Gift cards are unlimited, so nothing is reserved. */
export function mayReserve(lines: AvailableLine[], { counts, unpaid }: LimitBasis): boolean {
  const limited = lines.filter(isLimited)
  if (limited.length === 0) return true
  if (!isWithinCounts(counts, limited.length)) return false
  const none = { network: 0, wideNetwork: 0, everybody: 0 }
  return limited.every(({ lineRequest, gift }) =>
    isWithinUnpaidAmounts(lineRequest, gift, unpaid.find(({ gift_id }) => gift_id === gift.id) ?? none),
  )
}

/** Rows of `reservation_log` for the lines that a hand-off reserves, by which the next ones are limited. */
export const noteReservations = (lines: AvailableLine[], reserver: data.Reserver, now: Date) =>
  lines.filter(isLimited).map(({ lineRequest, gift }) => ({
    gift_id: gift.id,
    amount: amountOf(lineRequest),
    ...reserver,
    reserved_at: now,
  }))

export const isLimited = ({ lineRequest }: { lineRequest: CartLineRequest }) =>
  lineRequest.kind !== 'gift_card'

/** After two days no limit needs them: limits count one day, and the longest reservation lasts another. */
export const deleteOldReservations = (db: Db, now: Date) =>
  deleteRows(db, 'reservation_log', { reserved_at: { '<': new Date(now.getTime() - 2 * dayMs) } })
