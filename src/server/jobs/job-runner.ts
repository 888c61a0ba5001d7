import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { traced } from '../../base/traces.ts'
import { runInScope } from '../observability/work-scope.ts'
import type { DatabaseServer } from '../postgres/database-server.ts'
import type { Db } from '../postgres/tables.ts'
import { type JobLog, recordRun } from './job-log.ts'
import { startQueues } from './job-queue.ts'

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
export interface TriggeredJob {
  /** Runs the job now; when it is running already, once more afterwards. */
  now(): void
  /** Resolves when no work is in progress. */
  idle(): Promise<void>
}

export function createTriggeredJob(job: Job, log: Logger): TriggeredJob {
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
    now() {
      isRequested = true
      if (!isBusy) running = runUntilDone()
    },
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
