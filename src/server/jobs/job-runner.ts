import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'

/** Work that is done again and again. It may run twice, on two servers, or be killed half-way. */
export interface Job {
  name: string
  /** Under a minute: a timer of every process. A minute and more: once for all processes, scheduled by the database. */
  everySeconds: number
  work(): Promise<unknown>
}

/** Starts the schedules; answers how to stop them, which waits for the work in progress. */
export async function startJobs(databaseUrl: string, jobs: Job[], log: Logger): Promise<() => Promise<void>> {
  const timers = jobs.filter(job => job.everySeconds < 60).map(job => repeat(job, log))
  const scheduled = jobs.filter(job => job.everySeconds >= 60)
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

/** A job that was renamed or dropped would otherwise be queued for ever, with nobody to do it. */
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
  await boss.schedule(job.name, `*/${Math.round(job.everySeconds / 60)} * * * *`)
}

function repeat(job: Job, log: Logger): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  let stopped = false
  let timer: NodeJS.Timeout
  const wait = () => {
    timer = setTimeout(() => {
      running = runJob(job, log).finally(() => stopped || wait())
    }, job.everySeconds * 1000)
  }
  wait()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await running
  }
}

/** A job that something which happened calls for, before its time. */
export interface TriggeredJob {
  /** Does the job now, and once more when it is called meanwhile. */
  now(): void
  /** Resolves when no work is in progress. */
  idle(): Promise<void>
}

export function createTriggeredJob(job: Job, log: Logger): TriggeredJob {
  let running = Promise.resolve()
  let isBusy = false
  let isCalled = false
  const runUntilDone = async () => {
    isBusy = true
    while (isCalled) {
      isCalled = false
      await runJob(job, log)
    }
    isBusy = false
  }
  return {
    now() {
      isCalled = true
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
