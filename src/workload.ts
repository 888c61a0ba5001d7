import { sql } from 'kysely'
import { type AppDependencies, currentTime } from './context.ts'
import { listJobRuns } from './server/jobs/job-log.ts'
import type { Workload } from './server/observability/metrics.ts'
import { findRow } from './server/postgres/rows.ts'
import type { Db } from './server/postgres/tables.ts'

/** What waits to be done, and the money held; by queries that read what waits and nothing else. */
export async function readWorkload(dependencies: AppDependencies): Promise<Workload> {
  const { db: visitorsDb, jobsDb: db = visitorsDb, shop } = dependencies
  const now = currentTime(dependencies)
  const secondsSince = (moment: Date | null) =>
    moment === null ? 0 : Math.max(0, (now.getTime() - moment.getTime()) / 1000)
  const facts = await readWorkFacts(db, now)
  const { rows } = await sql<Pick<Workload, 'overdueClosings' | 'unmatchedLines' | 'openReservations'>>`select
    (select count(*)::int from registry where removed_at is null and last_closed_day is distinct from closing_day
      and closing_day < (${now}::timestamptz at time zone 'Europe/Athens')::date - 1) as "overdueClosings",
    (select count(*)::int from unmatched_line where dismissed_at is null) as "unmatchedLines",
    (select count(*)::int from handoff where state = 'open' and reserves and reserved_until > ${now}) as "openReservations"`.execute(
    db,
  )
  const jobRuns = await listJobRuns(db)
  return {
    oldestEmailSeconds: secondsSince(facts.oldest_email),
    oldestWebhookEventSeconds: secondsSince(facts.oldest_event),
    oldestPayoutSeconds: secondsSince(facts.oldest_payout),
    overdueClosings: rows[0]?.overdueClosings ?? 0,
    unmatchedLines: rows[0]?.unmatchedLines ?? 0,
    openReservations: rows[0]?.openReservations ?? 0,
    heldMoneyCents: (await findRow(db, 'money_held', {}, ['cents']))?.cents ?? 0,
    catalogueReadSeconds: secondsSince(facts.products_read_at),
    jobs: jobRuns.flatMap(({ name, succeeded_at }) =>
      succeeded_at ? [{ name, seconds: secondsSince(succeeded_at) }] : [],
    ),
    shop: shop.readLoad(),
  }
}

/** Since when the oldest of what is to be done has waited, null where nothing waits; and when products were last read. */
interface WorkFacts {
  oldest_event: Date | null
  oldest_email: Date | null
  oldest_payout: Date | null
  products_read_at: Date | null
}

/** A letter that waits while later ones have left is not counted: the fault is its mailbox. */
async function readWorkFacts(db: Db, now: Date): Promise<WorkFacts> {
  const { rows } = await sql<WorkFacts>`select
    (select min(received_at) from webhook_event where processed_at is null) as oldest_event,
    (select min(created_at) from outbox waiting
      where state = 'waiting' and (attempts > 0 or next_attempt_at <= ${now}) and not exists (
        select from outbox where state = 'sent' and created_at > waiting.created_at)) as oldest_email,
    (select min(finished_at) from catalogue_sync) as products_read_at,
    (select min(created_at) from payout where state = 'waiting') as oldest_payout`.execute(db)
  return rows[0] as WorkFacts
}
