import { type RawBuilder, sql } from 'kysely'

/** Whose reservation it is: keyed digests of the device and of its network. */
export interface Reserver {
  device: Buffer
  network: Buffer
  wide_network: Buffer
}

/**
 * The keys of the locks under which hand-offs of a device or network count and reserve one at a time: always the narrowest
 * first, so that two of them never wait for each other.
 */
export const reserverLockKeys = ({ device, network, wide_network }: Reserver): string[] =>
  [device, network, wide_network].map(digest => digest.readBigInt64BE().toString())

/**
 * Counts what they reserve now and have reserved since that time without buying, as JSON within another query. The time is
 * compared as no index has it: a plan made on a quiet day would read all that anybody reserved.
 */
export function countReservations(
  { device, network, wide_network }: Reserver,
  { registryId, since, now }: { registryId: number; since: Date; now: Date },
): RawBuilder<unknown> {
  const isOpen = sql`handoff.state = 'open' and handoff.reserves and handoff.reserved_until > ${now}`
  const countOpen = (who: RawBuilder<unknown>) =>
    sql`count(distinct handoff.id) filter (where ${isOpen} and ${who})::int`
  return sql`(
    select json_build_object(
      'open', json_build_object(
        'device', ${countOpen(sql`log.device = ${device}`)},
        'networkAndRegistry',
          ${countOpen(sql`log.network = ${network} and handoff.registry_id = ${registryId}`)},
        'network', ${countOpen(sql`log.network = ${network}`)},
        'wideNetwork', ${countOpen(sql`log.wide_network = ${wide_network}`)}),
      'lines', json_build_object(
        'network', count(*) filter (where log.network = ${network})::int,
        'wideNetwork', count(*) filter (where log.wide_network = ${wide_network})::int))
    from reservation_log log join handoff on handoff.id = log.handoff_id
    where (log.device = ${device} or log.network = ${network} or log.wide_network = ${wide_network})
      and log.reserved_at + interval '0' > ${since} and handoff.state <> 'ordered')`
}

/** Units or cents of each gift that were reserved since that time without being bought, as JSON within another query. */
export function sumUnpaidByGift(
  giftIds: number[],
  { network, wide_network }: Reserver,
  since: Date,
): RawBuilder<unknown> {
  return sql`(
    select coalesce(json_agg(unpaid), '[]') from (
      select log.gift_id, sum(log.amount)::float8 as everybody,
        coalesce(sum(log.amount) filter (where log.network = ${network}), 0)::float8 as network,
        coalesce(sum(log.amount) filter (where log.wide_network = ${wide_network}), 0)::float8 as "wideNetwork"
      from reservation_log log join handoff on handoff.id = log.handoff_id
      where log.gift_id = any(${giftIds}::bigint[]) and log.reserved_at > ${since} and handoff.state <> 'ordered'
      group by log.gift_id) unpaid)`
}
