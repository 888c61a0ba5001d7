import type { Db } from '../../server/postgres/tables.ts'

/** Somebody who gave is gone: what he gave stays with its host, without saying whose it was. */
export async function eraseGiver(tx: Db, { customerId }: { customerId: number }): Promise<void> {
  const nobody = { giver_name: '', giver_email: null, visibility: 'anonymous' } as const
  const given = tx.selectFrom('handoff').select('id').where('customer_id', '=', customerId)
  await tx.updateTable('purchase').set(nobody).where('handoff_id', 'in', given).execute()
  await tx
    .updateTable('handoff')
    .set({ ...nobody, customer_id: null, erased: true })
    .where('customer_id', '=', customerId)
    .execute()
}
