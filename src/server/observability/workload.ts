import { sql } from 'kysely'
import type { Shop } from '../../shop/port.ts'
import { type Job, listJobRuns } from '../jobs/job-runner.ts'
import type { Db } from '../postgres/tables.ts'

/** What waits to be done, as the database knows it: the same on every process. */
export interface Workload extends WorkFacts {
  /** `seconds` since it last succeeded, and since it should have succeeded again. */
  jobs: { name: string; seconds: number; overdueSeconds: number }[]
  shop: { openCircuits: string[]; quotaLeft: number | null }
}

interface WorkFacts {
  oldestEmailSeconds: number
  oldestWebhookEventSeconds: number
  oldestPayoutSeconds: number
  overdueClosings: number
  unmatchedLines: number
  openReservations: number
  heldMoneyCents: number
  catalogueReadSeconds: number
}

interface WorkloadSources {
  db: Db
  /** The pool of the jobs, where they have one of their own. */
  jobsDb?: Db
  jobs: Pick<Job, 'name' | 'everySeconds'>[]
  shop: Pick<Shop, 'readLoad'>
  now?: () => Date
}

/** What waits to be done, and the money held; by queries that read what waits and nothing else. */
export async function readWorkload(sources: WorkloadSources): Promise<Workload> {
  const { db: visitorsDb, jobsDb: db = visitorsDb, jobs, shop, now: clock = () => new Date() } = sources
  const now = clock()
  const jobRuns = await listJobRuns(db)
  return {
    ...(await readFacts(db, now)),
    jobs: jobRuns.flatMap(({ name, succeeded_at }) => {
      // What was a job in an earlier release has a row too, and never succeeds again.
      const job = jobs.find(one => one.name === name)
      if (!job || !succeeded_at) return []
      const seconds = Math.max(0, (now.getTime() - succeeded_at.getTime()) / 1000)
      return [{ name, seconds, overdueSeconds: Math.max(0, seconds - job.everySeconds) }]
    }),
    shop: shop.readLoad(),
  }
}

/** A letter that waits while later ones have left is not counted: then its mailbox is at fault, not our sending. */
async function readFacts(db: Db, now: Date): Promise<WorkFacts> {
  const secondsSince = (moment: ReturnType<typeof sql>) =>
    sql`greatest(0, extract(epoch from ${now}::timestamptz - (${moment})))::float8`
  const { rows } = await sql<WorkFacts>`select
    ${secondsSince(sql`select min(created_at) from outbox waiting
      where state = 'waiting' and (attempts > 0 or next_attempt_at <= ${now}) and not exists (
        select from outbox where state = 'sent' and created_at > waiting.created_at)`)} as "oldestEmailSeconds",
    ${secondsSince(sql`select min(received_at) from webhook_event where processed_at is null`)}
      as "oldestWebhookEventSeconds",
    ${secondsSince(sql`select min(created_at) from payout where state = 'waiting'`)} as "oldestPayoutSeconds",
    ${secondsSince(sql`select min(finished_at) from catalogue_sync`)} as "catalogueReadSeconds",
    (select count(*)::int from registry where removed_at is null and last_closed_day is distinct from closing_day
      and closing_day < (${now}::timestamptz at time zone 'Europe/Athens')::date - 1) as "overdueClosings",
    (select count(*)::int from unmatched_line where dismissed_at is null) as "unmatchedLines",
    (select count(*)::int from handoff where state = 'open' and reserves and reserved_until > ${now})
      as "openReservations",
    coalesce((select cents from money_held), 0)::float8 as "heldMoneyCents"`.execute(db)
  return rows[0] as WorkFacts
}
