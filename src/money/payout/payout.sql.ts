import { type Insertable, type Selectable, sql } from 'kysely'
import type { Cents } from '../../base/money.ts'
import type { PayoutTrouble } from '../../base/payout-troubles.ts'
import { countRows, findRow, getRow, updateRows } from '../../server/postgres/rows.ts'
import type { Db, Tables } from '../../server/postgres/tables.ts'
import type { AccountAmount, MoneyPart } from '../ledger.rules.ts'

export type PayoutRow = Selectable<Tables['payout']>
export async function insertPayout(tx: Db, payout: Insertable<Tables['payout']>): Promise<PayoutRow> {
  return tx.insertInto('payout').values(payout).returningAll().executeTakeFirstOrThrow()
}

/** The e-mail that a registry's payouts go to: its owner's as it is now (R128); null once their account is erased. */
export async function findPayeeEmail(db: Db, registryId: number): Promise<string | null> {
  const { customer_id: id } = await getRow(db, 'registry', { id: registryId }, ['customer_id'])
  const { email, erased_at } = await getRow(db, 'customer', { id }, ['email', 'erased_at'])
  return erased_at ? null : email
}

export async function findPayoutById(db: Db, id: number): Promise<PayoutRow> {
  return db.selectFrom('payout').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

export type PayoutWithParts = PayoutRow & { parts: AccountAmount[] }

/** Newest first. */
export async function findPayouts(db: Db, registryId: number): Promise<PayoutWithParts[]> {
  const rows = await db
    .selectFrom('payout')
    .selectAll()
    .where('registry_id', '=', registryId)
    .orderBy('id', 'desc')
    .execute()
  const { rows: lines } = await sql<AccountAmount & { payout_id: number }>`
    select payout_id, gift_id as "giftId", account, -cents as cents from ledger
    where registry_id = ${registryId} and kind in ('certificate', 'redeemed') order by id`.execute(db)
  const parts = Map.groupBy(lines, line => line.payout_id)
  return rows.map(row => ({ ...row, parts: parts.get(row.id) ?? [] }))
}

export async function findPayoutParts(db: Db, payoutId: number): Promise<MoneyPart[]> {
  const { rows } = await sql<MoneyPart>`
    select gift_id as "giftId", account, source_order_id as "orderId", -cents as cents from ledger
    where payout_id = ${payoutId} and kind in ('certificate', 'redeemed') order by id`.execute(db)
  return rows
}

/** Makes a waiting payout smaller, under a new code; what was made under the old one no longer counts. */
export async function reducePayout(
  tx: Db,
  id: number,
  { cents, newCode, now }: { cents: Cents; newCode: Pick<PayoutRow, 'code' | 'code_number'>; now: Date },
): Promise<void> {
  await updateRows(tx, 'payout', {
    set: { cents, ...newCode, handmade_id: null, attempts: 0, next_attempt_at: now, error: null },
    where: { id, state: 'waiting' },
  })
}

/** The order for a host under this code, once the shop has placed it. */
export async function findHostOrderByCode(db: Db, code: string): Promise<PayoutRow | undefined> {
  return findRow(db, 'payout', { code, method: 'order', state: 'done' })
}

/** Orders that the shop has placed for hosts, by the shop's ids. */
export async function findHostOrders(
  db: Db,
  orderIds: number[],
): Promise<(PayoutRow & { shop_id: number })[]> {
  if (orderIds.length === 0) return []
  return db
    .selectFrom('payout')
    .selectAll()
    .where('method', '=', 'order')
    .where('state', '=', 'done')
    .where('shop_id', 'in', orderIds)
    .orderBy('shop_id')
    .$narrowType<{ shop_id: number }>()
    .execute()
}

/**
 * Stores the VAT of an order and what of it was refunded in all; answers the number of ledger lines about refunds
 * before.
 */
export async function storeHostOrderAmounts(
  tx: Db,
  id: number,
  amounts: Pick<PayoutRow, 'refunded_cents' | 'refunded_units' | 'tax_cents'>,
): Promise<number> {
  await updateRows(tx, 'payout', { set: amounts, where: { id } })
  return countRows(tx, 'ledger', { payout_id: id, kind: 'returned' })
}

/**
 * Claims one waiting payout, the given one or whichever is due; no other process gets it for `leaseMs`. Null when there
 * is none, or another process has it.
 */
export async function claimPayout(
  db: Db,
  now: Date,
  leaseMs: number,
  id: number | null = null,
): Promise<PayoutRow | null> {
  const { rows } = await sql<PayoutRow>`
    update payout set attempts = attempts + 1, next_attempt_at = ${new Date(now.getTime() + leaseMs)}
    where id = (
      select id from payout where state = 'waiting' and next_attempt_at <= ${now} and (id = ${id} or ${id}::bigint is null)
      order by next_attempt_at limit 1 for update skip locked)
    returning *`.execute(db)
  return rows[0] ?? null
}

/** False when another process has ended it. */
export async function markPayoutDone(
  tx: Db,
  id: number,
  result: { shop_id: number; balance_cents: Cents | null; now: Date },
): Promise<boolean> {
  const { shop_id, balance_cents, now } = result
  const updated = await updateRows(tx, 'payout', {
    set: { state: 'done', shop_id, balance_cents, balance_at: now, done_at: now, error: null, trouble: null },
    where: { id, state: 'waiting' },
  })
  return updated === 1
}

/** False when another process has ended it. */
export async function markPayoutFailed(tx: Db, id: number, error: string, now: Date): Promise<boolean> {
  const updated = await updateRows(tx, 'payout', {
    set: { state: 'failed', error, trouble: null, done_at: now, handmade_id: null },
    where: { id, state: 'waiting' },
  })
  return updated === 1
}

export async function schedulePayoutRetry(
  db: Db,
  id: number,
  { error, trouble }: { error: string; trouble: PayoutTrouble },
  nextAttemptAt: Date,
): Promise<void> {
  await updateRows(db, 'payout', {
    set: { error, trouble, next_attempt_at: nextAttemptAt },
    where: { id, state: 'waiting' },
  })
}

export async function findStalledPayouts(db: Db, before: Date) {
  return db
    .selectFrom('payout')
    .innerJoin('registry', 'registry.id', 'payout.registry_id')
    .select(['payout.id', 'registry.code as registry', 'payout.code', 'payout.cents', 'payout.reason'])
    .select(['payout.attempts', 'payout.error', 'payout.created_at'])
    .where('payout.state', '=', 'waiting')
    .where('payout.created_at', '<', before)
    .orderBy('payout.id')
    .execute()
}

/** Whether the customer's registries have open money, or a payout that waits. Unpaid money doesn't count. */
export async function hasOpenMoneyOrPayout(tx: Db, customerId: number): Promise<boolean> {
  const { rows } = await sql<{ is_open: boolean }>`
    select exists (
      select from registry where customer_id = ${customerId} and (
        exists (select from payout where registry_id = registry.id and state = 'waiting')
        or (select sum(least(net, case when is_paid or lot.order_id is null then net else 0 end)) from (
            select coalesce(source_order_id, order_id) as order_id, sum(cents) as net from ledger
            where registry_id = registry.id and account <> 'goods' group by 1) lot
          left join order_payment on order_payment.order_id = lot.order_id) > 0)) as is_open`.execute(tx)
  return rows[0]?.is_open === true
}

export async function findGiftToOrder(db: Db, giftId: number) {
  return db
    .selectFrom('gift')
    .leftJoin('product', 'product.id', 'gift.product_id')
    .select([
      'gift.product_id',
      'gift.variant_id',
      'gift.selected_options',
      'product.type',
      'product.min_quantity',
    ])
    .where('gift.id', '=', giftId)
    .executeTakeFirstOrThrow()
}

/** The parts that a payout still has, after what was given back. */
export async function findRemainingParts(db: Db, payoutId: number): Promise<MoneyPart[]> {
  const { rows } = await sql<MoneyPart>`
    select gift_id as "giftId", account, source_order_id as "orderId", -sum(cents)::int as cents from ledger
    where payout_id = ${payoutId} group by gift_id, account, source_order_id having sum(cents) < 0
    order by min(id)`.execute(db)
  return rows
}

export async function findSourceOrders(db: Db, payoutId: number): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`
    select source_order_id as order_id from ledger where payout_id = ${payoutId}
    group by source_order_id having sum(cents) < 0 order by source_order_id`.execute(db)
  return rows.map(row => row.order_id)
}

export async function findPayout(db: Db, id: number): Promise<PayoutRow | undefined> {
  return db.selectFrom('payout').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Makes a waiting payout due now, unless a process has it or it is due within the time of a claim anyway. */
export async function makePayoutDue(db: Db, id: number, now: Date, leaseMs: number): Promise<void> {
  await updateRows(db, 'payout', {
    set: { next_attempt_at: now },
    where: { id, state: 'waiting', next_attempt_at: { '>': new Date(now.getTime() + leaseMs) } },
  })
}

/** Keeps all processes from claiming a waiting payout for `leaseMs`; false when one may be working on it. */
export async function holdPayout(db: Db, id: number, now: Date, leaseMs: number): Promise<boolean> {
  const until = new Date(now.getTime() + leaseMs)
  const { numUpdatedRows } = await db
    .updateTable('payout')
    .set({ next_attempt_at: until })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where(row => row.or([row('next_attempt_at', '<=', now), row('next_attempt_at', '>', until)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
