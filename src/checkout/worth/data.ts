import type { Insertable, Selectable } from 'kysely'
import type { FreedUnitTable } from '../../server/postgres/tables/orders.ts'
import type { Db } from '../../server/postgres/tables.ts'

/** The units of an order that were taken off it, and whose worth became money (R1162). */
export async function findFreedUnits(db: Db, orderId: number): Promise<Selectable<FreedUnitTable>[]> {
  return db.selectFrom('freed_unit').selectAll().where('order_id', '=', orderId).orderBy('id').execute()
}

export async function insertFreedUnits(tx: Db, row: Insertable<FreedUnitTable>): Promise<void> {
  await tx.insertInto('freed_unit').values(row).execute()
}
