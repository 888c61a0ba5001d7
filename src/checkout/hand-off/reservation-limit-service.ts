import { wideNetworkOf } from '../../base/networks.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import { keyedDigest, verifySignedText } from '../../server/context/signing.ts'
import { deleteRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { OfferedGift } from './availability-rules.ts'
import * as data from './reservation-limit-data.ts'
import {
  amountOf,
  isWithinCounts,
  isWithinUnpaidAmounts,
  type ReservationCounts,
  type UnpaidAmounts,
} from './reservation-limit-rules.ts'
import type { RequestedLine } from './rules.ts'

const dayMs = 86_400_000

/** A requested line with the gift as it is under the registry's lock. */
export interface AvailableLine {
  requested: RequestedLine
  gift: OfferedGift
}

/** By the text that the cart page's cookie holds (`pages/device-cookie.ts`); without it the device is the address. */
export function reserverFrom(signedDevice: string | undefined, ctx: RequestContext): data.Reserver {
  const { address, config, now } = ctx
  const device = signedDevice && verifySignedText('cookie giver_device', signedDevice, config, now)
  const network = digest(address, ctx)
  const wide = wideNetworkOf(address)
  return {
    device: device ? digest(`device ${device}`, ctx) : network,
    network,
    wide_network: wide === address ? network : digest(wide, ctx),
  }
}

const digest = (text: string, { config }: RequestContext) =>
  keyedDigest('network address', text, config).subarray(0, 16)

/** What the queries of the limits answer. */
export interface LimitBasis {
  counts: ReservationCounts
  unpaid: (UnpaidAmounts & { gift_id: number })[]
}

/** What of the database the limits of R413 need for a hand-off of these gifts. */
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

/** Whether a hand-off may reserve its lines (R413). Gift cards can be given without end, so nothing is set aside. */
export function mayReserve(lines: AvailableLine[], { counts, unpaid }: LimitBasis): boolean {
  const limited = lines.filter(isLimited)
  if (limited.length === 0) return true
  if (!isWithinCounts(counts, limited.length)) return false
  const none = { network: 0, wideNetwork: 0, everybody: 0 }
  return limited.every(({ requested, gift }) =>
    isWithinUnpaidAmounts(requested, gift, unpaid.find(({ gift_id }) => gift_id === gift.id) ?? none),
  )
}

/** What is noted of the lines that a hand-off reserves, for the limits of the next ones. */
export const noteReservations = (lines: AvailableLine[], reserver: data.Reserver, now: Date) =>
  lines.filter(isLimited).map(({ requested, gift }) => ({
    gift_id: gift.id,
    amount: amountOf(requested),
    ...reserver,
    reserved_at: now,
  }))

export const isLimited = ({ requested }: { requested: RequestedLine }) => requested.kind !== 'gift_card'

/** After two days no limit counts them: one lasts a day, and so does the longest reservation. */
export const deleteOldReservations = (db: Db, now: Date) =>
  deleteRows(db, 'reservation_log', { reserved_at: { '<': new Date(now.getTime() - 2 * dayMs) } })
