import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { PgBoss } from 'pg-boss'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freshDatabase } from '../../../test/postgres.ts'
import { createDb, createPool } from '../postgres/database.ts'
import { type Job, listJobRuns, startJobs } from './job-runner.ts'

const log = pino({ level: 'silent' })
let database: Awaited<ReturnType<typeof freshDatabase>>
let boss: PgBoss
const stops: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  database = await freshDatabase()
  boss = new PgBoss({
    connectionString: database.url,
    schema: 'job',
    max: 2,
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => {})
  await boss.start()
})
afterEach(async () => {
  await Promise.all(stops.splice(0).map(stop => stop()))
  await boss.stop({ graceful: false })
  await database.drop()
})

const jobNamed = (name: string, work: Job['work'] = async () => {}): Job => ({
  name,
  everySeconds: 3600,
  work,
})
const start = async (jobs: Job[], db?: ReturnType<typeof createDb>) => {
  const stop = await startJobs(database.url, jobs, { log, db })
  stops.push(stop)
}

test('three processes that start at once change the queues of a former release', async () => {
  await boss.createQueue('closings', { policy: 'singleton', retryLimit: 0 })
  await boss.createQueue('gone', { policy: 'singleton' })
  await boss.schedule('gone', '* * * * *')
  await Promise.all([1, 2, 3].map(() => start([jobNamed('closings'), jobNamed('retention')])))
  for (const name of ['closings', 'retention'])
    expect(await boss.getQueue(name)).toMatchObject({
      policy: 'exclusive',
      heartbeatSeconds: 15,
      expireInSeconds: 1800,
      deadLetter: 'abandoned-jobs',
    })
  expect(await boss.getQueue('gone')).toBeNull()
  expect((await boss.getSchedules()).map(({ name }) => name).sort()).toEqual(['closings', 'retention'])
})

test('a job that is active is not queued again, and one that fails says so', async () => {
  const pool = createPool(database.url, { size: 2 })
  const db = createDb(pool)
  stops.push(() => db.destroy())
  let fail = (_error: Error) => {}
  const begun = vi.fn()
  const work = () => {
    begun()
    return new Promise((_resolve, reject) => {
      fail = reject
    })
  }
  await start([jobNamed('closings', work)], db)
  await boss.send('closings', {})
  await vi.waitFor(() => expect(begun).toHaveBeenCalledTimes(1), 60_000)
  expect(await boss.send('closings', {})).toBeNull()
  fail(new Error('the shop is away'))
  await vi.waitFor(async () => expect(await listJobRuns(db)).toHaveLength(1), 60_000)
  expect((await listJobRuns(db))[0]).toMatchObject({ name: 'closings', succeeded_at: null })
  // For the queue it counts as done, so that it runs again at its next time.
  await vi.waitFor(async () => expect(await boss.send('closings', {})).not.toBeNull(), 60_000)
})

async function startProcess(): Promise<ChildProcess> {
  const child = fork('test/job-process.ts', { env: { ...process.env, DATABASE_URL: database.url } })
  stops.push(async () => child.kill('SIGKILL'))
  await once(child, 'message')
  return child
}

test.runIf(process.env.TEST_FULL)(
  'a job whose process is killed is taken over by another process within a minute',
  async () => {
    const first = await startProcess()
    await boss.send('endless', {})
    await once(first, 'message')
    const second = await startProcess()
    const takenOver = once(second, 'message')
    first.kill('SIGKILL')
    expect(await takenOver).toEqual(['begun', undefined])
  },
)
