import { type Insertable, type Selectable, sql } from 'kysely'
import type { Cents } from '../../base/money.ts'
import type { Db, PayoutTable } from '../../server/postgres/tables.ts'
import type { AccountAmount } from '../ledger/rules.ts'

export type PayoutRow = Selectable<PayoutTable>
export type NewPayout = Omit<Insertable<PayoutTable>, 'code' | 'state' | 'shop_id' | 'error'>
export type RefundedAmounts = Pick<PayoutRow, 'refunded_cents' | 'refunded_units'>

/** Keeps a request under a code nobody has yet; `codes` makes another one when it was taken. */
export async function insertPayout(tx: Db, payout: NewPayout, codes: () => string): Promise<PayoutRow> {
  for (;;) {
    const row = await tx
      .insertInto('payout')
      .values({ ...payout, code: codes() })
      .onConflict(conflict => conflict.column('code').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (row) return row
  }
}

export async function payoutById(db: Db, id: number): Promise<PayoutRow> {
  return db.selectFrom('payout').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

export async function payoutByIdempotencyKey(
  db: Db,
  registryId: number,
  key: string,
): Promise<PayoutRow | undefined> {
  return db
    .selectFrom('payout')
    .selectAll()
    .where('registry_id', '=', registryId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
}

/** A payout with the pockets that it was taken from. */
export type PayoutWithParts = PayoutRow & { parts: AccountAmount[] }

/** All payouts of a registry, newest first. */
export async function payoutsOfRegistry(db: Db, registryId: number): Promise<PayoutWithParts[]> {
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

/** The pockets that a payout was taken from. */
export async function partsOfPayout(db: Db, payoutId: number): Promise<AccountAmount[]> {
  const { rows } = await sql<AccountAmount>`
    select gift_id as "giftId", account, -cents as cents from ledger
    where payout_id = ${payoutId} and kind in ('certificate', 'redeemed') order by id`.execute(db)
  return rows
}

/** The order that was placed for a host under that id of ours; undefined while the shop works on it. */
export async function hostOrderPayoutByCode(db: Db, code: string): Promise<PayoutRow | undefined> {
  return db
    .selectFrom('payout')
    .selectAll()
    .where('code', '=', code)
    .where('method', '=', 'order')
    .where('state', '=', 'done')
    .executeTakeFirst()
}

/** The orders that the shop took for hosts, by the shop's number. */
export async function hostOrderPayouts(db: Db): Promise<(PayoutRow & { shop_id: number })[]> {
  return db
    .selectFrom('payout')
    .selectAll()
    .where('method', '=', 'order')
    .where('state', '=', 'done')
    .where('shop_id', 'is not', null)
    .orderBy('shop_id')
    .$narrowType<{ shop_id: number }>()
    .execute()
}

/** What the shop has taken back of an order by now; answers how often that changed before. */
export async function setRefundedAmounts(tx: Db, id: number, back: RefundedAmounts): Promise<number> {
  await tx.updateTable('payout').set(back).where('id', '=', id).execute()
  const { lines } = await tx
    .selectFrom('ledger')
    .select(row => row.fn.countAll<number>().as('lines'))
    .where('payout_id', '=', id)
    .where('kind', '=', 'returned')
    .executeTakeFirstOrThrow()
  return lines
}

/**
 * Takes one waiting payout for as long as the lease, the given one or whichever is due; nobody else takes it
 * meanwhile. Null when there is none, or when somebody has it.
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

/** The shop has done it; false when it was noted already. */
export async function markPayoutDone(
  tx: Db,
  id: number,
  done: { shop_id: number; balance_cents: Cents | null; now: Date },
): Promise<boolean> {
  const { shop_id, balance_cents, now } = done
  const { numUpdatedRows } = await tx
    .updateTable('payout')
    .set({ state: 'done', shop_id, balance_cents, balance_at: now, done_at: now, error: null })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** The shop refused for good; false when something else was noted already. */
export async function markPayoutFailed(tx: Db, id: number, error: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payout')
    .set({ state: 'failed', error, done_at: now })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function schedulePayoutRetry(db: Db, id: number, error: string, next: Date): Promise<void> {
  await db
    .updateTable('payout')
    .set({ error, next_attempt_at: next })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** What the shop says is left on a certificate. */
export async function setCertificateBalance(db: Db, id: number, cents: Cents, now: Date): Promise<void> {
  await db.updateTable('payout').set({ balance_cents: cents, balance_at: now }).where('id', '=', id).execute()
}

/** Payouts that wait since before that moment, for staff. */
export async function stalledPayouts(db: Db, before: Date) {
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

/** Makes every waiting payout due at once, whatever its back-off. */
export async function makePayoutsDue(db: Db, now: Date): Promise<void> {
  await db.updateTable('payout').set({ next_attempt_at: now }).where('state', '=', 'waiting').execute()
}

/** Whether money of the customer's registries is open, or on its way to him. */
export async function hasOpenMoneyOrPayout(tx: Db, customerId: number): Promise<boolean> {
  const { rows } = await sql<{ stands: boolean }>`
    select exists (
      select from registry where customer_id = ${customerId} and (
        exists (select from payout where registry_id = registry.id and state = 'waiting')
        or (select sum(cents) from ledger where registry_id = registry.id and account <> 'goods') > 0)) as stands`.execute(
    tx,
  )
  return rows[0]?.stands === true
}

/** Takes the customer's name and address from what was paid to him. */
export async function erasePayeeDetails(tx: Db, customerId: number): Promise<void> {
  await tx
    .updateTable('payout')
    .set({ to_name: '', to_surname: '', to_email: '' })
    .where('registry_id', 'in', row =>
      row.selectFrom('registry').select('id').where('customer_id', '=', customerId),
    )
    .execute()
}
