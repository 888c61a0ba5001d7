import { type Selectable, sql } from 'kysely'
import type { Cents } from '../base/money.ts'
import { countRows, updateRows } from '../server/postgres/rows.ts'
import type { Db, Tables } from '../server/postgres/tables.ts'

export type LoweringRow = Selectable<Tables['certificate_lowering']>

/** Whether a certificate of the registry is about to be lowered, after fewer than `attempts` attempts. */
export async function hasOpenLowering(
  tx: Db,
  registryId: number,
  attempts = 1_000_000_000,
): Promise<boolean> {
  const isOpen = { registry_id: registryId, state: { '<>': 'done' }, attempts: { '<': attempts } } as const
  return (await countRows(tx, 'certificate_lowering', isOpen)) > 0
}

/** Cents of payouts that the shop has not made yet; shortfalls are taken from them first (R511). */
export async function sumWaitingPayouts(tx: Db, registryId: number): Promise<Cents> {
  const { rows } = await sql<{ cents: Cents }>`
    select coalesce(sum(cents), 0)::int as cents from payout
    where registry_id = ${registryId} and state = 'waiting'`.execute(tx)
  return rows[0]?.cents ?? 0
}

/**
 * The certificate that a refund of this order is taken off: one that the order's money went to, else the newest.
 * Certificates that had less than what was lacking for this order are spent. Undefined when there is none.
 */
export async function findCertificateToLower(
  tx: Db,
  registryId: number,
  orderId: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from payout
    where registry_id = ${registryId} and method = 'certificate' and state = 'done' and refunded_cents < cents
      and not exists (select from certificate_lowering lowering
        where lowering.payout_id = payout.id and lowering.order_id = ${orderId}
          and lowering.cents < lowering.lacking_cents)
    order by exists (select from ledger where payout_id = payout.id and source_order_id = ${orderId}) desc, id desc
    limit 1`.execute(tx)
  return rows[0]?.id
}

/** Does nothing while the registry has another one that isn't done. */
export async function insertLowering(
  tx: Db,
  lowering: { registry_id: number; payout_id: number; order_id: number; lacking_cents: Cents },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('certificate_lowering')
    .values({ ...lowering, next_attempt_at: now, created_at: now })
    .onConflict(conflict => conflict.column('registry_id').where('state', '<>', sql.lit('done')).doNothing())
    .execute()
}

/** Claims one that is due; no other process gets it for `leaseMs`. */
export async function claimLowering(db: Db, now: Date, leaseMs: number): Promise<LoweringRow | null> {
  const { rows } = await sql<LoweringRow>`
    update certificate_lowering set attempts = attempts + 1,
      next_attempt_at = ${new Date(now.getTime() + leaseMs)}
    where id = (
      select id from certificate_lowering where state <> 'done' and next_attempt_at <= ${now}
      order by next_attempt_at limit 1 for update skip locked)
    returning *`.execute(db)
  return rows[0] ?? null
}

/** Stores what is about to be taken off a balance that was just read. */
export async function startLowering(
  tx: Db,
  id: number,
  amounts: Pick<LoweringRow, 'cents' | 'from_cents' | 'lacking_cents'>,
): Promise<LoweringRow> {
  return tx
    .updateTable('certificate_lowering')
    .set({ ...amounts, state: 'lowering' })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Nothing was taken because the balance had changed: it has to be read again. */
export async function restartLowering(db: Db, id: number): Promise<void> {
  await updateRows(db, 'certificate_lowering', {
    set: { state: 'planned', cents: 0, from_cents: null },
    where: { id, state: 'lowering' },
  })
}

export async function addLoweredAmount(
  tx: Db,
  payoutId: number,
  { cents, balance }: { cents: Cents; balance: Cents },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('payout')
    .set(row => ({
      refunded_cents: row('refunded_cents', '+', cents),
      balance_cents: balance,
      balance_at: now,
    }))
    .where('id', '=', payoutId)
    .execute()
}

export async function findStalledLowerings(db: Db, before: Date) {
  return db
    .selectFrom('certificate_lowering')
    .innerJoin('registry', 'registry.id', 'certificate_lowering.registry_id')
    .select(['registry.code as registry', 'order_id', 'lacking_cents', 'attempts', 'error'])
    .where('certificate_lowering.state', '<>', 'done')
    .where('certificate_lowering.created_at', '<', before)
    .orderBy('certificate_lowering.id')
    .execute()
}
