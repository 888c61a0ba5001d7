import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'

/** The codes of an account's registries, newest first. */
export async function findHostRegistryCodes(db: Db, customerId: number, max: number): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select code from registry where customer_id = ${customerId} or co_host_id = ${customerId}
    order by id desc limit ${max}`.execute(db)
  return rows.map(({ code }) => code)
}
