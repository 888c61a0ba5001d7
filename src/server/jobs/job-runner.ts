import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'

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

/**
 * Starts all jobs; answers a function that stops them and waits for the work in progress. Throws before any starts when
 * an interval can't be scheduled.
 */
export async function startJobs(databaseUrl: string, jobs: Job[], log: Logger): Promise<() => Promise<void>> {
  const scheduled = jobs.filter(job => job.everySeconds >= 60)
  for (const job of scheduled) cronPattern(job)
  const timers = jobs.filter(job => job.everySeconds < 60).map(job => startTimer(job, log))
  const boss = new PgBoss({ connectionString: databaseUrl, max: 2, schema: 'job' })
  boss.on('error', error => log.warn({ error: error.message }, 'job queue'))
  await boss.start()
  await removeFormerSchedules(boss, scheduled)
  for (const job of scheduled) await schedule(boss, job, log)
  return async () => {
    await Promise.all(timers.map(stop => stop()))
    await boss.stop({ graceful: true, timeout: 5000 })
  }
}

/** Removes jobs that no longer exist, which would otherwise be queued forever. */
async function removeFormerSchedules(boss: PgBoss, jobs: Job[]): Promise<void> {
  const former = (await boss.getSchedules()).filter(({ name }) => !jobs.some(job => job.name === name))
  for (const { name } of former) {
    await boss.unschedule(name)
    await boss.deleteQueue(name)
  }
}

async function schedule(boss: PgBoss, job: Job, log: Logger): Promise<void> {
  await boss.createQueue(job.name, { policy: 'singleton', retryLimit: 0 })
  await boss.work(job.name, () => runJob(job, log))
  await boss.schedule(job.name, cronPattern(job))
}

/** A cron pattern starts anew each hour, so only intervals that divide an hour are even. Throws for any other one. */
function cronPattern({ name, everySeconds }: Job): string {
  const minutes = everySeconds / 60
  if (60 % minutes !== 0 || !Number.isInteger(minutes))
    throw new Error(
      `The job ${name} can't run every ${everySeconds} seconds: it takes whole minutes that divide an hour.`,
    )
  return minutes === 60 ? '0 * * * *' : `*/${minutes} * * * *`
}

function startTimer(job: Job, log: Logger): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  let isStopped = false
  let timer: NodeJS.Timeout
  const wait = () => {
    timer = setTimeout(() => {
      running = runJob(job, log).finally(() => isStopped || wait())
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
  let running = Promise.resolve()
  let isBusy = false
  let isRequested = false
  const runUntilDone = async () => {
    isBusy = true
    while (isRequested) {
      isRequested = false
      await runJob(job, log)
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

async function runJob(job: Job, log: Logger): Promise<void> {
  try {
    await job.work()
  } catch (error) {
    log.warn({ job: job.name, error: error instanceof Error ? error.message : String(error) }, 'job failed')
  }
}
