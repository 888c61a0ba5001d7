import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { traced } from '../../base/traces.ts'
import { runInScope } from '../observability/traces.ts'
import { createPool, watchedQuery } from '../postgres/database.ts'
import type { DatabaseServer } from '../postgres/database-server.ts'
import type { Db } from '../postgres/tables.ts'

/** Work that is repeated. It may run twice at once, on two servers, or be killed half-way. */
export interface Job {
  name: string
  /**
   * Below 60: a timer in every process. From 60: once for all processes, scheduled by the database; then whole minutes
   * that divide an hour.
   */
  everySeconds: number
  work(): Promise<unknown>
}

/** Joins parts of a job, which run one after the other; one that fails does not keep the others. */
export function inTurn<Context>(...parts: ((ctx: Context) => Promise<unknown>)[]) {
  return async (ctx: Context): Promise<void> => {
    const errors: unknown[] = []
    for (const part of parts) await part(ctx).catch(error => errors.push(error))
    if (errors.length === 1) throw errors[0]
    if (errors.length > 1) throw new AggregateError(errors, `${errors.length} parts of the job failed`)
  }
}

/**
 * Starts all jobs; answers a function that stops them and waits for the work in progress. Throws before any starts when
 * an interval can't be scheduled.
 */
export async function startJobs(
  server: DatabaseServer | string,
  jobs: Job[],
  { log, db }: { log: Logger; db?: Db },
): Promise<() => Promise<void>> {
  const jobLog: JobLog = { log, db, recordedAt: new Map() }
  const scheduled = jobs.filter(job => job.everySeconds >= 60)
  for (const job of scheduled) cronPattern(job)
  const timers = jobs.filter(job => job.everySeconds < 60).map(job => startTimer(job, jobLog))
  const stopQueues = await startQueues(
    server,
    scheduled.map(job => ({
      name: job.name,
      cron: cronPattern(job),
      everySeconds: job.everySeconds,
      work: () => runJob(job, jobLog),
    })),
    log,
  )
  return async () => {
    await Promise.all(timers.map(stop => stop()))
    await stopQueues()
  }
}

const dayMinutes = 1440

/** A cron pattern starts anew each hour, so only intervals that divide an hour are even, and a day. Throws for any other. */
function cronPattern({ name, everySeconds }: Job): string {
  const minutes = everySeconds / 60
  if (minutes === dayMinutes) return '0 3 * * *'
  if (60 % minutes !== 0 || !Number.isInteger(minutes))
    throw new Error(
      `The job ${name} can't run every ${everySeconds} seconds: it takes whole minutes that divide an hour, or a day.`,
    )
  return minutes === 60 ? '0 * * * *' : `*/${minutes} * * * *`
}

function startTimer(job: Job, jobLog: JobLog): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  let isStopped = false
  let timer: NodeJS.Timeout
  const wait = () => {
    timer = setTimeout(() => {
      running = runJob(job, jobLog).finally(() => isStopped || wait())
    }, job.everySeconds * 1000)
  }
  wait()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await running
  }
}

/** A job that an event can start before its time. */
export function createTriggeredJob(job: Job, log: Logger) {
  const jobLog: JobLog = { log, recordedAt: new Map() }
  let running = Promise.resolve()
  let isBusy = false
  let isRequested = false
  const runUntilDone = async () => {
    isBusy = true
    while (isRequested) {
      isRequested = false
      await runJob(job, jobLog)
    }
    isBusy = false
  }
  return {
    /** Runs the job now; when it is running already, once more afterwards. */
    now() {
      isRequested = true
      if (!isBusy) running = runUntilDone()
    },
    /** Resolves when no work is in progress. */
    idle: () => running,
  }
}

/** Runs a job and records how it ended; a failure is logged with its reason, and the next run tries again. */
async function runJob(job: Job, jobLog: JobLog): Promise<void> {
  const { name } = job
  const start = {
    name: `job ${name}`,
    kind: 'internal' as const,
    attributes: { 'doron.job': name },
    isRoot: true,
  }
  await runInScope({ id: randomUUID().slice(0, 8), job: name, queries: 0 }, () =>
    traced(start, async span => {
      try {
        await job.work()
        await recordRun(jobLog, name)
      } catch (error) {
        span.fail(error)
        jobLog.log.warn({ job: name, err: error }, 'job failed')
        await recordRun(jobLog, name, error)
      }
    }),
  )
}

/** A job that runs in one process at a time, by a schedule in the database. */
interface QueuedJob {
  name: string
  cron: string
  everySeconds: number
  work(): Promise<void>
}

/** A process that has given no sign for so long was killed: another one takes its job over. */
const heartbeatSeconds = 15
/** How often heartbeats and schedules are checked. */
const superviseSeconds = 10
/** How long a job may take before it counts as stuck: some of its intervals, within these limits. */
const stuckAfter = { intervals: 3, least: 300, most: 1800 }
/** How often a job of a killed process is taken over before it waits for its next time. */
const takeovers = 3
/** Where jobs are put that were taken over too often. */
const abandonedQueue = 'abandoned-jobs'
/** One waits or is active, so that none pile up behind a slow one. */
const policy = 'exclusive'

/** Starts the queues and their schedules; answers a function that stops them and waits for what is active. */
export async function startQueues(
  server: DatabaseServer | string,
  jobs: QueuedJob[],
  log: Logger,
): Promise<() => Promise<void>> {
  const pool = createPool(server, { size: 2, isFor: 'queue' })
  const boss = new PgBoss({
    db: { executeSql: (text, values) => watchedQuery(pool, text, values) },
    schema: 'job',
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
  })
  boss.on('error', error => log.warn({ err: error }, 'job queue'))
  await boss.start()
  await onceAtATime(pool, async () => {
    await removeFormerSchedules(boss, jobs)
    await createQueue(boss, abandonedQueue, { policy: 'standard' })
    for (const job of jobs) await createQueue(boss, job.name, optionsOf(job))
  })
  await boss.work(abandonedQueue, async ([job]) => {
    log.error({ job: job?.data, takeovers }, 'a job was killed, or got stuck, again and again')
  })
  for (const job of jobs) {
    await boss.work(job.name, { heartbeatRefreshSeconds: heartbeatSeconds / 3 }, () => job.work())
    await boss.schedule(job.name, job.cron, { name: job.name })
  }
  return async () => {
    await boss.stop({ graceful: true, timeout: 5000 })
    await pool.end()
  }
}

function optionsOf({ everySeconds }: QueuedJob) {
  const { intervals, least, most } = stuckAfter
  return {
    policy,
    heartbeatSeconds,
    expireInSeconds: Math.min(Math.max(everySeconds * intervals, least), most),
    // Work that fails is logged and done again at its next time; retries are for processes that were killed.
    retryLimit: takeovers,
    retryDelay: 1,
    deadLetter: abandonedQueue,
  }
}

type QueueOptions = Parameters<PgBoss['createQueue']>[1]

/** Makes a queue as it has to be; one of a former release that had another policy is made anew. */
async function createQueue(boss: PgBoss, name: string, options: QueueOptions): Promise<void> {
  const found = await boss.getQueue(name)
  if (found && found.policy !== options?.policy) await boss.deleteQueue(name)
  await boss.createQueue(name, options)
  const { policy: _fixed, ...changeable } = options ?? {}
  if (found && Object.keys(changeable).length > 0) await boss.updateQueue(name, changeable)
}

/** Removes jobs that no longer exist, which would otherwise be queued forever. */
async function removeFormerSchedules(boss: PgBoss, jobs: QueuedJob[]): Promise<void> {
  const former = (await boss.getSchedules()).filter(({ name }) => !jobs.some(job => job.name === name))
  for (const { name } of former) {
    await boss.unschedule(name)
    await boss.deleteQueue(name)
  }
}

/** Does the work while no other process does: processes that start together change the queues one after the other. */
async function onceAtATime(pool: Pool, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtext('job queues'))`)
    await work()
    await client.query('commit')
  } finally {
    // Destroying the connection ends the lock, whatever has happened.
    client.release(true)
  }
}

interface JobLog {
  log: Logger
  /** Without it nothing is stored. */
  db?: Db
  /** When a success of each job was last stored by this process. */
  recordedAt: Map<string, number>
}

/** Successes of jobs that run every few seconds are stored once in so long. */
const storedEveryMs = 20_000

/** Stores that a job has just run, and how it failed if it did. What can't be stored is logged: the job itself is done. */
async function recordRun({ db, log, recordedAt }: JobLog, name: string, error?: unknown): Promise<void> {
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

/** How each job last ended, on whichever process; at most a row for each job. */
export function listJobRuns(db: Db) {
  return db.selectFrom('job_run').select(['name', 'succeeded_at', 'failed_at']).execute()
}
