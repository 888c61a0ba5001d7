import type { Logger } from 'pino'
import type { Db } from '../postgres/tables.ts'

/** Where the runs of jobs are recorded. */
export interface JobLog {
  log: Logger
  /** Without it nothing is stored. */
  db?: Db
  /** When a success of each job was last stored by this process. */
  recordedAt: Map<string, number>
}

/** Successes of jobs that run every few seconds are stored once in so long. */
const storedEveryMs = 20_000

/** Stores that a job has just run, and how it failed if it did. What can't be stored is logged: the job itself is done. */
export async function recordRun(
  { db, log, recordedAt }: JobLog,
  name: string,
  error?: unknown,
): Promise<void> {
  const now = Date.now()
  if (!db || (error === undefined && now - (recordedAt.get(name) ?? 0) < storedEveryMs)) return
  if (error === undefined) recordedAt.set(name, now)
  const run = error === undefined ? { succeeded_at: new Date(now) } : { failed_at: new Date(now) }
  await db
    .insertInto('job_run')
    .values({ name, ...run })
    .onConflict(conflict => conflict.column('name').doUpdateSet(run))
    .execute()
    .catch((failure: Error) => log.warn({ job: name, err: failure }, 'the run of a job was not stored'))
}

export interface JobRun {
  name: string
  succeeded_at: Date | null
  failed_at: Date | null
}

/** How each job last ended, on whichever process; at most a row for each job. */
export function listJobRuns(db: Db): Promise<JobRun[]> {
  return db.selectFrom('job_run').select(['name', 'succeeded_at', 'failed_at']).execute()
}
