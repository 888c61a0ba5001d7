import { expect, test, vi } from 'vitest'
import { createStaleCache } from './stale-cache.ts'

const start = new Date('2026-11-28T10:00:00Z').getTime()
const after = (seconds: number) => new Date(start + seconds * 1000)
const answers = (value: string) => vi.fn(async () => value)

test('who asks meanwhile waits for the same reading; what is fresh is not read', async () => {
  const cache = createStaleCache<string>({ max: 10, freshMs: 60_000 })
  const read = answers('Σοφία')
  expect(await Promise.all([1, 2, 3].map(() => cache.read('name', after(0), read)))).toEqual(
    Array(3).fill('Σοφία'),
  )
  expect(await cache.read('name', after(59), read)).toBe('Σοφία')
  expect(read).toHaveBeenCalledTimes(1)
})

test('what is stale is answered at once and read anew; what is older is waited for', async () => {
  const onChange = vi.fn()
  const cache = createStaleCache<string>({ max: 10, freshMs: 60_000, staleMs: 600_000, onChange })
  await cache.read('name', after(0), answers('first'))
  expect(await cache.read('name', after(61), answers('second'))).toBe('first')
  await expect.poll(() => cache.peek('name')).toBe('second')
  expect(onChange).toHaveBeenCalledTimes(1)
  expect(await cache.read('name', after(61 + 601), answers('third'))).toBe('third')
})

test('a failure is thrown where there is no value, and the same is not asked again for a while', async () => {
  const pause = { ms: 15_000, after: (error: unknown) => error instanceof RangeError }
  const cache = createStaleCache<string>({ max: 10, freshMs: 60_000, pause })
  const fails = vi.fn(async () => {
    throw new RangeError('away')
  })
  await expect(cache.read('name', after(0), fails)).rejects.toThrow('away')
  await expect(cache.read('name', after(14), fails)).rejects.toThrow('away')
  expect(fails).toHaveBeenCalledTimes(1)
  expect(await cache.read('name', after(16), answers('back'))).toBe('back')
  // A value stays, however old it is and however often reading fails.
  for (const seconds of [100, 110, 130]) expect(await cache.read('name', after(seconds), fails)).toBe('back')
  expect(fails).toHaveBeenCalledTimes(3)
})

test('where nothing stale is answered, a failure is thrown and the value stays', async () => {
  const cache = createStaleCache<string>({ max: 10, freshMs: 60_000, staleMs: 60_000 })
  await cache.read('name', after(0), answers('first'))
  const fails = async () => {
    throw new Error('away')
  }
  await expect(cache.read('name', after(61), fails)).rejects.toThrow('away')
  expect(cache.peek('name')).toBe('first')
  expect(await cache.read('name', after(62), answers('second'))).toBe('second')
})
