import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'

/** Waits until no other process looks for alarms; until the transaction ends. */
export async function lockAlarms(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('security alarms'))`.execute(tx)
}

/** Whether staff were told of that since then. */
export async function wasToldSince(db: Db, about: string, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('security_event')
    .select('id')
    .where('kind', '=', 'alarm')
    .where('window_start', '>', new Date(since.getTime() - 60_000))
    .where('last_at', '>', since)
    .where('about', '=', about)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export interface FailedAccount {
  customer_id: number
  failures: number
}

/** Up to `max` accounts with at least so many failed sign-ins since then, those with most first. */
export async function findAccountsWithFailures(
  db: Db,
  since: Date,
  least: number,
  max: number,
): Promise<FailedAccount[]> {
  const { rows } = await sql<FailedAccount>`
    select customer_id, sum(count)::int as failures from security_event
    where kind in ('sign_in_failed', 'proof_failed') and window_start >= ${since} and customer_id is not null
    group by customer_id having sum(count) >= ${least} order by failures desc limit ${max}`.execute(db)
  return rows
}

/** How many accounts had failed sign-ins in that time; an e-mail without an account counts at each attempt. */
export async function countAccountsWithFailures(db: Db, from: Date, until: Date): Promise<number> {
  const { rows } = await sql<{ accounts: number }>`
    select (count(distinct (window_start, customer_id)) filter (where customer_id is not null)
      + coalesce(sum(count) filter (where customer_id is null), 0))::int as accounts
    from security_event
    where kind = 'sign_in_failed' and window_start >= ${from} and window_start < ${until}`.execute(db)
  return rows[0]?.accounts ?? 0
}

/** How many cents left all registries in that time. */
export async function sumMoneyOut(db: Db, from: Date, until: Date): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(cents), 0)::bigint as cents from security_event
    where kind = 'money_out' and window_start >= ${from} and window_start < ${until}`.execute(db)
  return Number(rows[0]?.cents ?? 0)
}
