import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'

/** Deletes the links that invite somebody, by their address (R125). */
export async function deleteLinksTo(tx: Db, email: string): Promise<void> {
  await sql`delete from link where lower(email) = lower(${email})`.execute(tx)
}

/** Deletes the links about an account, changes of its e-mail, and its registries (R125). */
export async function deleteLinksOfAccount(tx: Db, customerId: number): Promise<void> {
  await sql`
    delete from link where (kind, subject_id) in (
      select kind, ${customerId}::bigint
        from unnest(array['email_confirmation', 'factor_stop', 'password_reset', 'sign_in']::link_kind[]) as kind
      union all select kind, id from email_change, unnest(
        array['email_change', 'email_change_late_stop', 'email_change_stop']::link_kind[]) as kind
        where customer_id = ${customerId}
      union all select 'co_host', id from registry where customer_id = ${customerId})`.execute(tx)
}
