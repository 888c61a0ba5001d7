import { findHandoffIdsOfCustomer } from '../../checkout/hand-off/giver-erasure-data.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { eraseAuditValues, eraseGiversFromAudit } from '../audit/data.ts'

/** A host was erased: so is what staff wrote about them; the lines of the audit stay (R961). */
export async function eraseHostForStaff(tx: Db, { customerId }: { customerId: number }): Promise<void> {
  await eraseAuditValues(tx, customerId)
}

/** The same of a giver, before the hand-offs forget whose they are (R1031). */
export async function eraseGiverForStaff(tx: Db, { customerId }: { customerId: number }): Promise<void> {
  await eraseGiversFromAudit(tx, await findHandoffIdsOfCustomer(tx, customerId))
}
