import { expect, test } from 'vitest'
import { createKeyedLimit, createSharedRuns, createWorkLimit } from './work-limit.ts'

test('so much runs at once, so much waits, and the rest is refused', async () => {
  const limit = createWorkLimit({ concurrent: 2, waiting: 3 })
  const finish: (() => void)[] = []
  let running = 0
  let most = 0
  const work = () =>
    limit(async () => {
      most = Math.max(most, ++running)
      await new Promise<void>(resolve => finish.push(resolve))
      running--
    })
  const results = Array.from({ length: 7 }, work)
  const settled = Promise.allSettled(results)
  await expect(results[5]).rejects.toMatchObject({ code: 'refused_busy', status: 503 })
  await expect(results[6]).rejects.toMatchObject({ code: 'refused_busy' })
  for (let done = 0; done < 5; done++) {
    await expect.poll(() => finish.length).toBeGreaterThan(0)
    finish.shift()!()
  }
  expect((await settled).map(({ status }) => status)).toEqual([
    ...Array(5).fill('fulfilled'),
    ...Array(2).fill('rejected'),
  ])
  expect(most).toBe(2)
  await limit(async () => {})
})

test('work that fails gives its place back', async () => {
  const limit = createWorkLimit({ concurrent: 1, waiting: 0 })
  const failing = () => limit(() => Promise.reject(new Error('no')))
  await expect(failing()).rejects.toThrow('no')
  await expect(failing()).rejects.toThrow('no')
})

test('work whose turn does not come in time is refused, and leaves its place to the next', async () => {
  const limit = createWorkLimit({ concurrent: 1, waiting: 9, waitMs: 1 })
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = limit(() => promise)
  await expect(limit(async () => {})).rejects.toMatchObject({ code: 'refused_busy' })
  expect(limit.waitingCount()).toBe(0)
  resolve()
  await first
  await limit(async () => {})
})

test('each key has a limit of its own', async () => {
  const limit = createKeyedLimit<number>({ concurrent: 1, waiting: 0 })
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = limit(1, () => promise)
  await expect(limit(1, async () => {})).rejects.toMatchObject({ code: 'refused_busy' })
  expect(await limit(2, async () => 'other')).toBe('other')
  resolve()
  await first
  expect(await limit(1, async () => 'later')).toBe('later')
})

test('whoever asks while the work runs shares one run that begins later, also after a failure', async () => {
  const share = createSharedRuns<number>()
  const ends: PromiseWithResolvers<void>[] = []
  const run = () =>
    share('a', async () => {
      const end = Promise.withResolvers<void>()
      const number = ends.push(end)
      await end.promise
      return number
    })
  const [first, ...others] = [run(), run(), run()]
  expect(ends).toHaveLength(1)
  ends[0]!.reject(new Error('no'))
  await expect(first).rejects.toThrow('no')
  await expect.poll(() => ends.length).toBe(2)
  const last = run()
  ends[1]!.resolve()
  expect(await Promise.all(others)).toEqual([2, 2])
  await expect.poll(() => ends.length).toBe(3)
  ends[2]!.resolve()
  expect(await last).toBe(3)
  const alone = run()
  ends[3]!.resolve()
  expect(await alone).toBe(4)
})
