import { findRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { eraseGiversFromAudit } from '../audit/data.ts'

/** A giver was erased: so is what the audit says of them, before the hand-offs forget whose they are (R1031). */
export async function eraseGiverForStaff(tx: Db, { customerId }: { customerId: number }): Promise<void> {
  const handoffs = await findRows(tx, 'handoff', { where: { customer_id: customerId }, columns: ['id'] })
  await eraseGiversFromAudit(
    tx,
    handoffs.map(({ id }) => id),
  )
}
