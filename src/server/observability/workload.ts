import { type RawBuilder, sql } from 'kysely'
import type { Shop } from '../../shop/port.ts'
import { type Job, listJobRuns } from '../jobs/job-runner.ts'
import type { Db } from '../postgres/tables.ts'

interface Figure {
  metric: string
  help: string
  valueAt(now: Date): RawBuilder<unknown>
}

const secondsSince = (momentAt: Figure['valueAt']) => (now: Date) =>
  sql`greatest(0, extract(epoch from ${now}::timestamptz - (${momentAt(now)})))::float8`

/** What is read of the database, by its name in `/status`; its metric begins with `doron_`. */
export const workloadFigures = {
  // A letter that waits while later ones have left is not counted: then its mailbox is at fault, not our sending.
  oldestEmailSeconds: {
    metric: 'oldest_email_seconds',
    help: 'How long the oldest e-mail that should have left has waited',
    valueAt: secondsSince(
      now => sql`select min(created_at) from outbox waiting
        where state = 'waiting' and (attempts > 0 or next_attempt_at <= ${now}) and not exists (
          select from outbox where state = 'sent' and created_at > waiting.created_at)`,
    ),
  },
  oldestWebhookEventSeconds: {
    metric: 'oldest_webhook_event_seconds',
    help: 'How long the oldest event of the shop has not been read',
    valueAt: secondsSince(() => sql`select min(received_at) from webhook_event where processed_at is null`),
  },
  oldestPayoutSeconds: {
    metric: 'oldest_payout_seconds',
    help: 'How long the oldest payout has waited for the shop',
    valueAt: secondsSince(() => sql`select min(created_at) from payout where state = 'waiting'`),
  },
  catalogueReadSeconds: {
    metric: 'catalogue_read_seconds',
    help: 'How long ago the shop’s catalogue was read to its end',
    valueAt: secondsSince(() => sql`select min(finished_at) from catalogue_sync`),
  },
  overdueClosings: {
    metric: 'overdue_closings',
    help: 'Registries that should have closed more than a day ago',
    valueAt: now => sql`select count(*)::int from registry
      where removed_at is null and last_closed_day is distinct from closing_day
        and closing_day < (${now}::timestamptz at time zone 'Europe/Athens')::date - 1`,
  },
  unmatchedLines: {
    metric: 'unmatched_order_lines',
    help: 'Order lines that find no gift',
    valueAt: () => sql`select count(*)::int from unmatched_line where dismissed_at is null`,
  },
  openReservations: {
    metric: 'open_reservations',
    help: 'Carts at the checkout that keep gifts',
    valueAt: now =>
      sql`select count(*)::int from handoff where state = 'open' and reserves and reserved_until > ${now}`,
  },
  heldMoneyCents: {
    metric: 'held_money_cents',
    help: 'Money that registries hold',
    valueAt: () => sql`coalesce((select cents from money_held), 0)::float8`,
  },
} satisfies Record<string, Figure>

type Figures = Record<keyof typeof workloadFigures, number>

/** What waits to be done, as the database knows it: the same on every process. */
export interface Workload extends Figures {
  /** `seconds` since it last succeeded, and since it should have succeeded again. */
  jobs: { name: string; seconds: number; overdueSeconds: number }[]
  shop: { openCircuits: string[]; quotaLeft: number | null }
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
    ...(await readFigures(db, now)),
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

async function readFigures(db: Db, now: Date): Promise<Figures> {
  const values = Object.entries(workloadFigures).map(
    ([name, { valueAt }]) => sql`(${valueAt(now)}) as ${sql.id(name)}`,
  )
  const { rows } = await sql<Figures>`select ${sql.join(values)}`.execute(db)
  return rows[0] as Figures
}
