import type { Db } from '../../server/postgres/tables.ts'
import { eraseAuditValues } from '../audit/data.ts'
import { eraseStaffWorkNotes } from '../work/data.ts'
import { eraseStaffNotes } from './data.ts'

/** A host was erased: so is what staff wrote about them; the lines of the audit stay (R961). */
export async function eraseHostForStaff(tx: Db, { customerId }: { customerId: number }): Promise<void> {
  await eraseAuditValues(tx, customerId)
  await eraseStaffNotes(tx, customerId)
  await eraseStaffWorkNotes(tx, customerId)
}
