import { type Selectable, sql } from 'kysely'
import type { ServiceStateTable } from '../../server/postgres/tables/site.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { ServicePart } from './rules.ts'

export type StoredServiceState = Selectable<ServiceStateTable>

/** At most one row for each part. */
export function findServiceStates(db: Db): Promise<StoredServiceState[]> {
  return db.selectFrom('service_state').selectAll().execute()
}

export async function saveServiceState(
  tx: Db,
  part: ServicePart,
  { state, since, seen_at }: Pick<StoredServiceState, 'state' | 'since' | 'seen_at'>,
): Promise<void> {
  await tx
    .insertInto('service_state')
    .values({ part, state, since, seen_at })
    .onConflict(conflict => conflict.column('part').doUpdateSet({ state, since, seen_at }))
    .execute()
}

/** Moments by which the service is judged; null where nothing waits, or where nothing was ever done. */
export interface WorkFacts {
  orders_read_at: Date | null
  oldest_event: Date | null
  oldest_email: Date | null
  products_read_at: Date | null
  oldest_payout: Date | null
}

/**
 * When orders and products were last read, and since when the oldest of what is to be done has waited. A letter that
 * waits while later ones have left is not counted: the fault is its mailbox.
 */
export async function readWorkFacts(db: Db, now: Date): Promise<WorkFacts> {
  const { rows } = await sql<WorkFacts>`select
    (select succeeded_at from job_run where name = 'order-sync') as orders_read_at,
    (select min(received_at) from webhook_event where processed_at is null) as oldest_event,
    (select min(created_at) from outbox waiting
      where state = 'waiting' and (attempts > 0 or next_attempt_at <= ${now}) and not exists (
        select from outbox where state = 'sent' and created_at > waiting.created_at)) as oldest_email,
    (select min(finished_at) from catalogue_sync) as products_read_at,
    (select min(created_at) from payout where state = 'waiting') as oldest_payout`.execute(db)
  return rows[0] as WorkFacts
}
