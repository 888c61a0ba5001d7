import { type Selectable, sql } from 'kysely'
import type { Db, Tables } from '../../server/postgres/tables.ts'

/** What has ids above `after`: all of it, or what has changed since a moment. */
export interface Slice {
  after: number
  since: Date | null
}

/** A look at everything, and how far it is. */
export type ReconcileRun = Selectable<Tables['reconcile_run']> & {
  /** The highest id of the phase, to tell how much is left. */
  last_position: number
}

/** The unfinished look at everything; a new one where there is none, which forgets what the last one found. */
export async function openRun(db: Db, now: Date): Promise<ReconcileRun> {
  await db.transaction().execute(async tx => {
    const { rows } = await sql<{ id: number }>`
      insert into reconcile_run (started_at, phase) values (${now}, 'registries')
      on conflict ((true)) where finished_at is null do nothing returning id`.execute(tx)
    if (rows[0])
      await sql`delete from reconcile_run where finished_at is not null and id < ${rows[0].id}`.execute(tx)
  })
  return (await findLastRun(db)) as ReconcileRun
}

export async function findLastRun(db: Db): Promise<ReconcileRun | undefined> {
  const { rows } = await sql<ReconcileRun>`
    select *, greatest(position, case phase
      when 'registries' then (select max(id) from registry)
      when 'letters' then (select max(id) from outbox)
      when 'orders' then greatest((select max(order_id) from purchase),
        (select max(shop_id) from payout where method = 'order' and shop_id is not null)) end) as last_position
    from reconcile_run order by id desc limit 1`.execute(db)
  return rows[0]
}

/** Moves a run on with what was found; nothing happens when another process was faster with this step. */
export async function advanceRun(
  db: Db,
  { id, phase, position }: ReconcileRun,
  next: Pick<ReconcileRun, 'phase' | 'position' | 'finished_at'>,
  sentences: string[],
  now: Date,
): Promise<void> {
  await db.transaction().execute(async tx => {
    const { numUpdatedRows } = await tx
      .updateTable('reconcile_run')
      .set(next)
      .where('id', '=', id)
      .where('phase', '=', phase)
      .where('position', '=', position)
      .where('finished_at', 'is', null)
      .executeTakeFirstOrThrow()
    const unique = [...new Set(sentences)]
    if (numUpdatedRows === 1n && unique.length > 0)
      await tx
        .insertInto('reconcile_finding')
        .values(unique.map(sentence => ({ run_id: id, sentence, found_at: now })))
        .onConflict(conflict => conflict.doNothing())
        .execute()
  })
}

export async function findFindings(db: Db, runId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('reconcile_finding')
    .select('sentence')
    .where('run_id', '=', runId)
    .orderBy('found_at')
    .orderBy('sentence')
    .execute()
  return rows.map(row => row.sentence)
}

/**
 * Ids of up to `max` registries above that one: of all, or of those in which something was given, handed off or paid out
 * since then.
 */
export async function findRegistriesToCheck(db: Db, { after, since }: Slice, max: number): Promise<number[]> {
  const ids =
    since === null
      ? sql`select id from registry where id > ${after}`
      : sql`
        select registry_id as id from purchase where changed_at >= ${since} and registry_id > ${after}
        union select registry_id from ledger where created_at >= ${since} and registry_id > ${after}
        union select registry_id from handoff where created_at >= ${since} and registry_id > ${after}
        union select registry_id from payout where created_at >= ${since} and registry_id > ${after}`
  const { rows } = await sql<{ id: number }>`${ids} order by 1 limit ${max}`.execute(db)
  return rows.map(row => row.id)
}

/** The id of the last of `max` e-mails above that one; null when there is none. */
export async function findLastLetter(db: Db, after: number, max: number): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`
    select max(id) as id from (select id from outbox where id > ${after} order by id limit ${max}) slice`.execute(
    db,
  )
  return rows[0]?.id ?? null
}

/** An order of the shop that counts for a registry, or was placed for a host. */
interface KnownOrder {
  order_id: number
  /** When the shop had changed it, as it was last read; null when that was not noted yet. */
  shop_changed_at: Date | null
  is_paid: boolean
}

/** Up to `max` orders of the shop above that one, of which something is stored. */
export async function findKnownOrders(db: Db, after: number, max: number): Promise<KnownOrder[]> {
  const { rows } = await sql<KnownOrder>`
    with known as (
      (select order_id from purchase where order_id > ${after} order by order_id limit ${max})
      union (select shop_id from payout where method = 'order' and shop_id is not null and shop_id > ${after}
        order by shop_id limit ${max})
      order by 1 limit ${max})
    select known.order_id, order_sync.shop_changed_at,
      (select count(*) from purchase where purchase.order_id = known.order_id and state = 'paid')
        + (select count(*) from payout where method = 'order' and shop_id = known.order_id
          and refunded_cents < cents) > 0 as is_paid
    from known left join order_sync on order_sync.order_id = known.order_id order by known.order_id`.execute(
    db,
  )
  return rows
}

/** Ids of orders of the shop that were stored differently since then; receipts of the till are none (R967). */
export async function findOrdersStoredSince(db: Db, since: Date): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`
    select order_id from purchase where changed_at >= ${since} and order_id > 0
    union select shop_id from payout where method = 'order' and shop_id is not null and created_at >= ${since}`.execute(
    db,
  )
  return rows.map(row => row.order_id)
}
