import type { Pool } from 'pg'
import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { createPool, watchedQuery } from '../postgres/database.ts'
import type { DatabaseServer } from '../postgres/database-server.ts'

/** A job that one of all processes does at its time. */
export interface QueuedJob {
  name: string
  cron: string
  everySeconds: number
  work(): Promise<void>
}

/** A process that has given no sign for so long was killed: another one takes its job over. */
const heartbeatSeconds = 15
/** How often signs and times are looked at. */
const superviseSeconds = 10
/** How long a job may take before it counts as stuck: some of its intervals, within these limits. */
const stuckAfter = { intervals: 3, least: 300, most: 1800 }
/** How often a job is taken over before it is left until its next time. */
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
    // Work that fails is logged and done again at its next time; this is for work that ended without a word.
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
    // Whatever has happened, the lock ends with the connection.
    client.release(true)
  }
}
