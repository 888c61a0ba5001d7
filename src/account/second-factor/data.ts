import { countRows, deleteRows, updateRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'

/** The second factor of a host; undefined without one. */
export function findHostFactor(db: Db, customerId: number) {
  return db.selectFrom('second_factor').selectAll().where('customer_id', '=', customerId).executeTakeFirst()
}

/** Removes the second factor, its recovery codes and what staff were asked; of one added since then, where that is given. */
export async function deleteHostFactor(tx: Db, customerId: number, addedSince?: Date): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('second_factor')
    .where('customer_id', '=', customerId)
    .$if(addedSince !== undefined, query => query.where('added_at', '>=', addedSince ?? new Date(0)))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Locks the second factor, so that two requests don't both give it recovery codes; false without one. */
export async function lockHostFactor(tx: Db, customerId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('second_factor')
    .select('customer_id')
    .where('customer_id', '=', customerId)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Gives a host these recovery codes in place of the former ones. */
export async function replaceHostRecoveryCodes(tx: Db, customerId: number, digests: Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_code').where('customer_id', '=', customerId).execute()
  const rows = digests.map(code_digest => ({ customer_id: customerId, code_digest }))
  await tx.insertInto('recovery_code').values(rows).execute()
}

export async function countHostRecoveryCodes(db: Db, customerId: number): Promise<number> {
  return countRows(db, 'recovery_code', { customer_id: customerId })
}

/** Uses a recovery code of a host up; false when they have no such code. */
export async function consumeHostRecoveryCode(tx: Db, customerId: number, digest: Buffer): Promise<boolean> {
  return (await deleteRows(tx, 'recovery_code', { customer_id: customerId, code_digest: digest })) > 0
}

/** Uses a time step of a host up; false when a code of it, or of a later one, was used before. */
export async function consumeHostTimeStep(tx: Db, customerId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('second_factor')
    .set({ last_time_step: step })
    .where('customer_id', '=', customerId)
    .where('last_time_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Stores the same key of a host, sealed with another SECRET. */
export async function updateHostTimeSecret(tx: Db, customerId: number, sealed: string): Promise<void> {
  await updateRows(tx, 'second_factor', {
    set: { sealed_time_secret: sealed },
    where: { customer_id: customerId },
  })
}

/** Whose second factor is to go by now, the longest waiting first. */
export async function findDueRecoveries(db: Db, now: Date, max: number): Promise<number[]> {
  const rows = await db
    .selectFrom('factor_recovery')
    .select('customer_id')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(max)
    .execute()
  return rows.map(row => row.customer_id)
}
