import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'

/** Work that the clock calls for. It may run twice, on two servers, or be killed half-way. */
export interface Job {
  name: string
  /** Under a minute: a beat of every process. A minute and more: once for all processes, kept by the database. */
  everySeconds: number
  work(): Promise<unknown>
}

/** Starts the clocks; answers how to stop them, which waits for the work in hand. */
export async function startJobs(databaseUrl: string, jobs: Job[], log: Logger): Promise<() => Promise<void>> {
  const beats = jobs.filter(job => job.everySeconds < 60).map(job => beat(job, log))
  const boss = new PgBoss({ connectionString: databaseUrl, max: 2, schema: 'job' })
  boss.on('error', error => log.warn({ error: error.message }, 'job queue'))
  await boss.start()
  for (const job of jobs.filter(one => one.everySeconds >= 60)) await enlist(boss, job, log)
  return async () => {
    await Promise.all(beats.map(stop => stop()))
    await boss.stop({ graceful: true, timeout: 5000 })
  }
}

async function enlist(boss: PgBoss, job: Job, log: Logger): Promise<void> {
  await boss.createQueue(job.name, { policy: 'singleton', retryLimit: 0 })
  await boss.work(job.name, () => attempt(job, log))
  await boss.schedule(job.name, `*/${Math.round(job.everySeconds / 60)} * * * *`)
}

function beat(job: Job, log: Logger): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  let stopped = false
  let timer: NodeJS.Timeout
  const again = () => {
    timer = setTimeout(() => {
      running = attempt(job, log).finally(() => stopped || again())
    }, job.everySeconds * 1000)
  }
  again()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await running
  }
}

/** A job that is called for by what happens. */
export interface Called {
  /** Does the job now, and once more when it is called meanwhile. */
  now(): void
  /** When the work in hand is done. */
  rest(): Promise<void>
}

export function atOnce(job: Job, log: Logger): Called {
  let work = Promise.resolve()
  let busy = false
  let again = false
  const doIt = async () => {
    busy = true
    while (again) {
      again = false
      await attempt(job, log)
    }
    busy = false
  }
  return {
    now() {
      again = true
      if (!busy) work = doIt()
    },
    rest: () => work,
  }
}

async function attempt(job: Job, log: Logger): Promise<void> {
  try {
    await job.work()
  } catch (error) {
    log.warn({ job: job.name, error: error instanceof Error ? error.message : String(error) }, 'job failed')
  }
}
