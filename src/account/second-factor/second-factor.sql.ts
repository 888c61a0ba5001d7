import type { Insertable } from 'kysely'
import { deleteRows, findRow } from '../../server/postgres/rows.ts'
import type { Db, Tables } from '../../server/postgres/tables.ts'
import { type Identity, ownedBy } from '../identity.rules.ts'

export async function findFactor(db: Db, owner: Identity) {
  return findRow(db, 'second_factor', ownedBy(owner))
}

/** Answers the id; null when the person has a second factor already. */
export async function insertFactor(
  tx: Db,
  owner: Identity,
  factor: Omit<Insertable<Tables['second_factor']>, 'customer_id' | 'person_id'>,
): Promise<number | null> {
  const row = await tx
    .insertInto('second_factor')
    .values({ ...ownedBy(owner), ...factor })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** False when there was none. Recovery codes go by cascade. `addedSince`: only a factor that was added since then. */
export async function deleteFactor(tx: Db, owner: Identity, addedSince?: Date): Promise<boolean> {
  const since = addedSince && { added_at: { '>=': addedSince } }
  return (await deleteRows(tx, 'second_factor', { ...ownedBy(owner), ...since })) > 0
}

/** Locks the second factor, so that its recovery codes are replaced by one request at a time; null without one. */
export async function lockFactor(tx: Db, { kind, id }: Identity): Promise<number | null> {
  const row = await tx
    .selectFrom('second_factor')
    .select('id')
    .where(kind === 'host' ? 'customer_id' : 'person_id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row?.id ?? null
}

export async function replaceRecoveryCodes(tx: Db, factor_id: number, digests: Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_code').where('factor_id', '=', factor_id).execute()
  const rows = digests.map(code_digest => ({ factor_id, code_digest }))
  await tx.insertInto('recovery_code').values(rows).execute()
}

export async function countRecoveryCodes(db: Db, { kind, id }: Identity): Promise<number> {
  const { total } = await db
    .selectFrom('recovery_code')
    .innerJoin('second_factor', 'second_factor.id', 'factor_id')
    .where(kind === 'host' ? 'customer_id' : 'person_id', '=', id)
    .select(row => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export async function deleteFactorsOfStaff(tx: Db): Promise<void> {
  await tx.deleteFrom('second_factor').where('person_id', 'is not', null).execute()
}

/** Customers whose second factor is due to be removed, the longest waiting first. */
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
