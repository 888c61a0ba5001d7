import { wideNetworkOf } from '../../base/networks.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import { keyedDigest, verifySignedText } from '../../server/context/signing.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { OfferedGift } from './availability-rules.ts'
import * as data from './reservation-limit-data.ts'
import { amountOf, isWithinCounts, isWithinUnpaidAmounts } from './reservation-limit-rules.ts'
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
  return {
    device: digest(device ? `device ${device}` : address, ctx),
    network: digest(address, ctx),
    wide_network: digest(wideNetworkOf(address), ctx),
  }
}

const digest = (text: string, { config }: RequestContext) =>
  keyedDigest('network address', text, config).subarray(0, 16)

/**
 * Whether a hand-off may reserve its lines (R413). Others of the same device or network wait until the transaction ends. Gift cards can be given without end, so nothing is set aside.
 */
export async function mayReserve(
  tx: Db,
  lines: AvailableLine[],
  { reserver, registryId }: { reserver: data.Reserver; registryId: number },
  { now }: RequestContext,
): Promise<boolean> {
  const limited = withoutCards(lines)
  if (limited.length === 0) return true
  const since = new Date(now.getTime() - dayMs)
  await data.lockReserver(tx, reserver)
  const counts = await data.countReservations(tx, reserver, { registryId, since, now })
  if (!isWithinCounts(counts, limited.length)) return false
  const giftIds = limited.map(({ gift }) => gift.id)
  const unpaid = await data.sumUnpaidByGift(tx, giftIds, reserver, since)
  const none = { network: 0, wideNetwork: 0, everybody: 0 }
  return limited.every(({ requested, gift }) =>
    isWithinUnpaidAmounts(requested, gift, unpaid.get(gift.id) ?? none),
  )
}

/** Notes what a hand-off has reserved, for the limits of the next ones. */
export async function noteReservations(
  tx: Db,
  handoffId: number,
  lines: AvailableLine[],
  reserver: data.Reserver,
  now: Date,
): Promise<void> {
  const rows = withoutCards(lines).map(({ requested, gift }) => ({
    gift_id: gift.id,
    amount: amountOf(requested),
  }))
  await data.logReservations(tx, handoffId, rows, reserver, now)
}

const withoutCards = (lines: AvailableLine[]) =>
  lines.filter(({ requested }) => requested.kind !== 'gift_card')

/** After two days no limit counts them: one lasts a day, and so does the longest reservation. */
export const deleteOldReservations = (db: Db, now: Date) =>
  data.deleteOldReservationLog(db, new Date(now.getTime() - 2 * dayMs))
