import { pino } from 'pino'
import { expect, test } from 'vitest'
import { startJobs } from './job-runner.ts'

const log = pino({ level: 'silent' })

test.each([90, 7 * 60, 61, 7200])('a job every %i seconds is refused at the start', async everySeconds => {
  let runs = 0
  const jobs = [
    { name: 'frequent', everySeconds: 0.001, work: async () => runs++ },
    { name: 'uneven', everySeconds, work: async () => {} },
  ]
  await expect(startJobs('postgres://nobody@127.0.0.1:1/nothing', jobs, log)).rejects.toThrow(
    `The job uneven can't run every ${everySeconds} seconds: it takes whole minutes that divide an hour.`,
  )
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(runs).toBe(0)
})
