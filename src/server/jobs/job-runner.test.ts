import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inTurn, startJobs } from './job-runner.ts'

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

test('a part of a job that fails does not keep the others, and the job fails by it', async () => {
  const done: string[] = []
  const part = (name: string, reason?: string) => async () => {
    done.push(name)
    if (reason) throw new Error(reason)
  }
  await inTurn(part('first'), part('second'))({})
  await expect(inTurn(part('third', 'away'), part('fourth'))({})).rejects.toThrow('away')
  await expect(inTurn(part('fifth', 'a'), part('sixth', 'b'))({})).rejects.toThrow(
    '2 parts of the job failed',
  )
  expect(done).toEqual(['first', 'second', 'third', 'fourth', 'fifth', 'sixth'])
})
