import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'

/** The version of a reading of an order, taken before the shop is asked; later readings have higher ones. */
export async function nextOrderSyncVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ version: number }>`select nextval('order_sync_version') as version`.execute(db)
  return rows[0]?.version ?? 0
}

/**
 * Claims the order for this reading; false when a newer one was stored, which must not be overwritten (R504). `changedAt`
 * is null for an order that is gone.
 */
export async function claimOrderSyncVersion(
  tx: Db,
  { id, changedAt }: { id: number; changedAt: Date | null },
  version: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into order_sync (order_id, version, shop_changed_at) values (${id}, ${version}, ${changedAt})
    on conflict (order_id) do update set version = excluded.version, shop_changed_at = excluded.shop_changed_at
      where order_sync.version < excluded.version
    returning order_id`.execute(tx)
  return rows.length === 1
}

/** How far the job of that name has read; null before its first run. */
export async function findJobCursor(db: Db, name: string): Promise<Date | null> {
  const row = await db.selectFrom('job_cursor').select('value').where('name', '=', name).executeTakeFirst()
  return row ? new Date(row.value) : null
}

/** Moves a cursor forward, never back. */
export async function advanceJobCursor(db: Db, name: string, to: Date): Promise<void> {
  const value = to.toISOString()
  await db
    .insertInto('job_cursor')
    .values({ name, value })
    .onConflict(conflict =>
      conflict.column('name').doUpdateSet({ value }).where('job_cursor.value', '<', value),
    )
    .execute()
}

/** Ids of up to `max` registries with gifts whose price or quantity changed after something was given. */
export async function findRegistriesToRecredit(db: Db, max: number): Promise<number[]> {
  const rows = await db
    .selectFrom('recredit_queue')
    .innerJoin('gift', 'gift.id', 'recredit_queue.gift_id')
    .select('gift.registry_id')
    .distinct()
    .limit(max)
    .execute()
  return rows.map(row => row.registry_id)
}

/**
 * Takes a registry's gifts off the queue and returns their ids. One whose change is not committed yet stays for the
 * next time, because its new price can't be read.
 */
export async function claimGiftsToRecredit(tx: Db, registryId: number): Promise<number[]> {
  const { rows } = await sql<{ gift_id: number }>`
    delete from recredit_queue where gift_id in (
      select gift_id from recredit_queue join gift on gift.id = gift_id
      where registry_id = ${registryId} for update of recredit_queue skip locked)
    returning gift_id`.execute(tx)
  return rows.map(row => row.gift_id)
}
