import { sql } from 'kysely'
import type { Cents } from '../base/money.ts'
import { appendLedgerLines } from '../orders/credit.ts'
import type { DomainEvents } from '../server/context/domain-events.ts'
import type { JobContext } from '../server/context/request-context.ts'
import { insertRow } from '../server/postgres/rows.ts'
import type { Db } from '../server/postgres/tables.ts'
import { countTransfers, insertTransfer } from './transfer.ts'

/** A line that gave units of goods; `returnedUnits` were returned before. */
interface ReturnableLine {
  orderId: number
  lineId: number
  registryId: number
  giftId: number
  givenUnits: number
  givenCents: Cents
  returnedUnits: number
}

/** Cents for `units` more of a line; all units together are worth what they cost, to the cent. */
export function worthOfReturn(
  { givenUnits, givenCents, returnedUnits }: ReturnableLine,
  units: number,
  goods: Cents,
): Cents {
  const upTo = (count: number) => Math.round((givenCents * count) / givenUnits)
  return Math.max(0, Math.min(goods, upTo(returnedUnits + units) - upTo(returnedUnits)))
}

/**
 * A host returned units to the shop (R968): their worth becomes leftover money of the gift, and the giver is neither
 * told nor refunded. Call it under the registry's lock.
 */
export async function returnUnits(
  tx: Db,
  line: ReturnableLine,
  { units, cents, key }: { units: number; cents: Cents; key: string },
  { now }: Pick<JobContext, 'now'>,
): Promise<void> {
  const transferId = await moveWithinGift(tx, line, { cents, key: `returned ${key}`, isBack: false }, now)
  const { orderId, lineId, giftId, registryId } = line
  await insertRow(tx, 'returned_unit', {
    transfer_id: transferId,
    order_id: orderId,
    line_id: lineId,
    gift_id: giftId,
    registry_id: registryId,
    units,
    cents,
    returned_at: now,
  })
}

/** From goods to leftovers of one gift, or back with `isBack`. */
async function moveWithinGift(
  tx: Db,
  { registryId, giftId, orderId }: Pick<ReturnableLine, 'registryId' | 'giftId' | 'orderId'>,
  { cents, key, isBack }: { cents: Cents; key: string; isBack: boolean },
  now: Date,
): Promise<number> {
  const within = { from: giftId, to: giftId, cents, key: { key, fingerprint: '' }, now }
  const id = await insertTransfer(tx, registryId, within)
  const toChange = isBack ? -cents : cents
  const line = { registry_id: registryId, gift_id: giftId, source_order_id: orderId, transfer_id: id }
  const moved = { ...line, kind: 'moved' as const, created_at: now }
  await appendLedgerLines(tx, [
    { ...moved, account: 'goods', cents: -toChange, cause: `return ${id} goods` },
    { ...moved, account: 'change', cents: toChange, cause: `return ${id} change` },
  ])
  return id
}

/**
 * Handles a change of a registry's money: when the shop refunds a giver for units that the host had returned, their
 * worth is no longer money of the registry (R968).
 */
export async function takeBackReturns(
  tx: Db,
  { registryId, orderId }: DomainEvents['moneyChanged'],
  { now }: Pick<JobContext, 'now'>,
): Promise<void> {
  for (const { gift_id: giftId, cents } of await findMissingGoods(tx, registryId, orderId)) {
    const key = `return refunded ${orderId} ${giftId} ${await countTransfers(tx, registryId)}`
    await moveWithinGift(tx, { registryId, giftId, orderId }, { cents, key, isBack: true }, now)
  }
}

export async function countReturnedUnits(db: Db, orderId: number, lineId: number): Promise<number> {
  const { rows } = await sql<{ units: number }>`
    select coalesce(sum(units), 0)::int as units from returned_unit
    where order_id = ${orderId} and line_id = ${lineId}`.execute(db)
  return rows[0]?.units ?? 0
}

export async function sumGoodsOfOrder(db: Db, giftId: number, orderId: number): Promise<Cents> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(cents), 0)::int as cents from ledger
    where gift_id = ${giftId} and account = 'goods' and coalesce(source_order_id, order_id) = ${orderId}`.execute(
    db,
  )
  return rows[0]?.cents ?? 0
}

/** Gifts of which the order has less goods than hosts have returned, with the missing cents. */
async function findMissingGoods(
  tx: Db,
  registryId: number,
  orderId: number,
): Promise<{ gift_id: number; cents: Cents }[]> {
  const { rows } = await sql<{ gift_id: number; cents: number }>`
    select gift_id, -sum(cents)::int as cents from ledger
    where registry_id = ${registryId} and account = 'goods'
      and gift_id in (select gift_id from returned_unit where order_id = ${orderId})
      and coalesce(source_order_id, order_id) = ${orderId}
    group by gift_id having sum(cents) < 0 order by gift_id`.execute(tx)
  return rows
}
