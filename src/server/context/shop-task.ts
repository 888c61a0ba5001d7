import { sql } from 'kysely'
import { hourMs } from '../../base/durations.ts'
import { nextAttemptAt, type RetryDelays } from '../../base/work-limit.ts'
import { ShopFailure } from '../../shop/port.ts'
import type { Db, DueRows } from '../postgres/tables.ts'
import type { JobContext } from './request-context.ts'

const leaseMs = 60_000
/** Tries again after 30 s, 1 min, 2 min … at most six hours. */
const usually = { max: 20, firstMs: 30_000, mostMs: 6 * hourMs }

/**
 * Makes a part of the job `shop-tasks`: it tells the shop of each row that is due, and tries those again later that the
 * shop fails at. `tell` notes in the row that the shop knows. The part answers how many were tried.
 */
export function shopTask<Row>(
  rows: DueRows,
  tell: (row: Row, ctx: JobContext) => Promise<void>,
  { max, ...delays }: RetryDelays & { max: number } = usually,
): (ctx: JobContext) => Promise<number> {
  return async ctx => {
    const due = await claimDueRows<Row>(ctx.db, rows, ctx.now, max)
    for (const row of due) {
      try {
        await tell(row, ctx)
      } catch (error) {
        if (!(error instanceof ShopFailure)) throw error
        const { kind: reason, status } = error
        ctx.log.warn(
          { task: rows.table, id: row.task_id, reason, status },
          'not told to the shop; it is tried again',
        )
        const at = nextAttemptAt(ctx.now, row.task_attempts, delays)
        await sql`update ${sql.table(rows.table)} set ${sql.ref(rows.due)} = ${at}
          where ${sql.ref(rows.id)} = ${row.task_id}`.execute(ctx.db)
      }
    }
    return due.length
  }
}

interface ClaimedRow {
  task_id: number
  task_attempts: number
}

/** Counts the attempt; no other process gets these rows during the lease. */
async function claimDueRows<Row>(
  db: Db,
  rows: DueRows,
  now: Date,
  max: number,
): Promise<(ClaimedRow & Row)[]> {
  const table = sql.table(rows.table)
  const [id, due, attempts, ...columns] = [rows.id, rows.due, rows.attempts, ...rows.columns].map(one =>
    sql.ref(one),
  )
  const claim = sql<ClaimedRow & Row>`
    update ${table} set ${due} = ${new Date(now.getTime() + leaseMs)}, ${attempts} = ${attempts} + 1
    where ${id} = any (array(
      select ${id} from ${table} where ${rows.isDue(now)} order by ${due} limit ${max} for update skip locked))
    returning ${sql.join(columns)}, ${id} as task_id, ${attempts} as task_attempts`
  return (await claim.execute(db)).rows
}
