import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startJobs } from './job-runner.ts'

const log = pino({ level: 'silent' })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test.each([90, 7 * 60, 61, 7200])('a job every %i seconds is refused at the start', async everySeconds => {
  const jobs = [
    { name: 'frequent', everySeconds: 5, work: async () => {} },
    { name: 'uneven', everySeconds, work: async () => {} },
  ]
  await expect(startJobs('postgres://nobody@127.0.0.1:1/nothing', jobs, { log })).rejects.toThrow(
    `The job uneven can't run every ${everySeconds} seconds: it takes whole minutes that divide an hour, or a day.`,
  )
  // Nothing was scheduled before the refusal.
  expect(vi.getTimerCount()).toBe(0)
})
