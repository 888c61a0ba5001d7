import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'

/** The hand-offs whose giver has that address, by their own word or by the shop's order; with their registries. */
export async function findHandoffsOfAddress(
  db: Db,
  address: string,
): Promise<{ id: number; registry_id: number; giver_email: string | null }[]> {
  const { rows } = await sql<{ id: number; registry_id: number; giver_email: string | null }>`
    select id, registry_id, giver_email from handoff where id = any(array(
      select id from handoff where giver_email is not null and lower(giver_email) = lower(${address})
      union select handoff_id from purchase where giver_email is not null and lower(giver_email) = lower(${address})))
    order by id`.execute(db)
  return rows
}

/**
 * Takes name, address and words of a giver out of these hand-offs and what was bought by them; what was given stays
 * counted, and no later reading of the order brings them back (R125). The registries are locked.
 */
export async function eraseGiverOfHandoffs(tx: Db, ids: number[]): Promise<void> {
  const nobody = { giver_email: null, visibility: 'anonymous', message: null } as const
  const ofThese = sql<number>`any(${ids}::bigint[])`
  await tx
    .updateTable('purchase')
    .set({ ...nobody, giver_name: '' })
    .where('handoff_id', '=', ofThese)
    .execute()
  await tx
    .updateTable('handoff_line')
    .set({ message: null })
    .where('handoff_id', '=', ofThese)
    .where('message', 'is not', null)
    .execute()
  await tx
    .updateTable('handoff')
    .set({ ...nobody, giver_name: '', erased: true })
    .where('id', '=', ofThese)
    .execute()
}

/** Erases the giver of every hand-off that was made with this account (R125). */
export async function eraseGiver(tx: Db, { customerId }: { customerId: number }): Promise<void> {
  const handoffs = await tx
    .updateTable('handoff')
    .set({ customer_id: null })
    .where('customer_id', '=', customerId)
    .returning('id')
    .execute()
  await eraseGiverOfHandoffs(
    tx,
    handoffs.map(({ id }) => id),
  )
}
