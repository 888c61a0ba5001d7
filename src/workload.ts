import { sql } from 'kysely'
import { type AppDependencies, currentTime } from './context.ts'
import { findHeldMoney } from './giftcard/held/data.ts'
import { listJobRuns } from './server/jobs/job-log.ts'
import type { Workload } from './server/observability/metrics.ts'
import { readWorkFacts } from './site/status/data.ts'

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
    heldMoneyCents: await findHeldMoney(db),
    catalogueReadSeconds: secondsSince(facts.products_read_at),
    jobs: jobRuns.flatMap(({ name, succeeded_at }) =>
      succeeded_at ? [{ name, seconds: secondsSince(succeeded_at) }] : [],
    ),
    shop: shop.readLoad(),
  }
}
