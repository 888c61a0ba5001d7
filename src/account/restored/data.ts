import { sql } from 'kysely'
import { updateRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'

/** Ends what of every account may have been used up, stopped or signed out of since the backup. */
export async function endWhatWasBegun(tx: Db, now: Date): Promise<void> {
  await tx.deleteFrom('session').execute()
  await tx.deleteFrom('factor_recovery').execute()
  await updateRows(tx, 'email_change', {
    set: { stopped_at: now },
    where: { confirmed_at: null, stopped_at: null },
  })
}

/** The passwords of these accounts open nothing any more. */
export async function endPasswords(tx: Db, ids: number[]): Promise<void> {
  const those = sql<number>`any(${ids}::bigint[])`
  await tx.updateTable('customer').set({ password_hash: '' }).where('id', '=', those).execute()
}

/** The e-mails of these accounts have to be confirmed anew, before they prove or get anything. */
export async function unconfirmEmails(tx: Db, ids: number[]): Promise<void> {
  const those = sql<number>`any(${ids}::bigint[])`
  await tx.updateTable('customer').set({ confirmed_at: null }).where('id', '=', those).execute()
}
