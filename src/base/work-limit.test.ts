import { expect, test } from 'vitest'
import { createWorkLimit } from './work-limit.ts'

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
