import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'
import type { ReservationCounts, UnpaidAmounts } from './reservation-limit-rules.ts'

/** Whose reservation it is: keyed digests of the device and of its network. */
export interface Reserver {
  device: Buffer
  network: Buffer
  wide_network: Buffer
}

/** Lets only one hand-off at a time count and reserve for a device or network, until the transaction ends. */
export async function lockReserver(tx: Db, { device, network, wide_network }: Reserver): Promise<void> {
  // Always the narrowest first, so that two of them never wait for each other.
  const [first, second, third] = [device, network, wide_network].map(
    digest => sql`pg_advisory_xact_lock(${digest.readBigInt64BE().toString()}::bigint)`,
  )
  await sql`select ${first}, ${second}, ${third}`.execute(tx)
}

/** Counts what they reserve now and have reserved since that time without buying. */
export async function countReservations(
  tx: Db,
  { device, network, wide_network }: Reserver,
  { registryId, since, now }: { registryId: number; since: Date; now: Date },
): Promise<ReservationCounts> {
  const isOpen = sql`handoff.state = 'open' and handoff.reserves and handoff.reserved_until > ${now}`
  const countOpen = (who: ReturnType<typeof sql>) =>
    sql`count(distinct handoff.id) filter (where ${isOpen} and ${who})::int`
  const { rows } = await sql<Record<string, number>>`
    select ${countOpen(sql`log.device = ${device}`)} as device,
      ${countOpen(sql`log.network = ${network} and handoff.registry_id = ${registryId}`)} as "networkAndRegistry",
      ${countOpen(sql`log.network = ${network}`)} as network,
      ${countOpen(sql`log.wide_network = ${wide_network}`)} as "wideNetwork",
      count(*) filter (where log.network = ${network})::int as "networkLines",
      count(*) filter (where log.wide_network = ${wide_network})::int as "wideNetworkLines"
    from reservation_log log join handoff on handoff.id = log.handoff_id
    where (log.device = ${device} or log.network = ${network} or log.wide_network = ${wide_network})
      and log.reserved_at > ${since} and handoff.state <> 'ordered'`.execute(tx)
  const { networkLines = 0, wideNetworkLines = 0, ...open } = rows[0] ?? {}
  return {
    open: open as ReservationCounts['open'],
    lines: { network: networkLines, wideNetwork: wideNetworkLines },
  }
}

/** Gift id → units or cents that were reserved since that time without being bought. */
export async function sumUnpaidByGift(
  tx: Db,
  giftIds: number[],
  { network, wide_network }: Reserver,
  since: Date,
): Promise<Map<number, UnpaidAmounts>> {
  const { rows } = await sql<UnpaidAmounts & { gift_id: number }>`
    select log.gift_id, sum(log.amount)::float8 as everybody,
      coalesce(sum(log.amount) filter (where log.network = ${network}), 0)::float8 as network,
      coalesce(sum(log.amount) filter (where log.wide_network = ${wide_network}), 0)::float8 as "wideNetwork"
    from reservation_log log join handoff on handoff.id = log.handoff_id
    where log.gift_id = any(${giftIds}) and log.reserved_at > ${since} and handoff.state <> 'ordered'
    group by log.gift_id`.execute(tx)
  return new Map(rows.map(({ gift_id, ...amounts }) => [gift_id, amounts]))
}

/** Notes what a hand-off reserves. */
export async function logReservations(
  tx: Db,
  handoffId: number,
  lines: { gift_id: number; amount: number }[],
  reserver: Reserver,
  now: Date,
): Promise<void> {
  if (lines.length === 0) return
  const rows = lines.map(line => ({ ...line, ...reserver, handoff_id: handoffId, reserved_at: now }))
  await tx.insertInto('reservation_log').values(rows).execute()
}

/** Takes back what was noted of a hand-off at that time: its reservation was released at once. */
export async function forgetReservations(tx: Db, handoffId: number, reservedAt: Date): Promise<void> {
  await tx
    .deleteFrom('reservation_log')
    .where('handoff_id', '=', handoffId)
    .where('reserved_at', '=', reservedAt)
    .execute()
}

/** Deletes what no limit counts any more. */
export async function deleteOldReservationLog(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('reservation_log').where('reserved_at', '<', before).execute()
}
