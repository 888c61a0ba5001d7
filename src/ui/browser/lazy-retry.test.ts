import { expect, test } from 'vitest'
import { loadWithRetry } from './lazy-retry.tsx'

const failing = (times: number) => {
  let left = times
  return async () => {
    if (left-- > 0) throw new Error('no chunk')
    return 'here'
  }
}

test('a chunk that fails is loaded again, for two minutes in all (R815)', async () => {
  const waits: number[] = []
  const wait = async (ms: number) => void waits.push(ms)
  expect(await loadWithRetry(failing(2), wait)).toBe('here')
  expect(waits).toEqual([1000, 4000])
  waits.length = 0
  await expect(loadWithRetry(failing(9), wait)).rejects.toThrow('no chunk')
  expect(waits.reduce((sum, ms) => sum + ms)).toBe(120_000)
})
