import { expect, test } from 'vitest'
import { collectedGiftState } from './collected.ts'

test('a waiting payout comes before open money, and that before the latest payout', () => {
  const done = { method: 'certificate', state: 'done' }
  expect(collectedGiftState(500, [{ method: 'order', state: 'waiting' }, done])).toBe('requested')
  expect(collectedGiftState(500, [done])).toBe('collected')
  expect(collectedGiftState(0, [{ method: 'order', state: 'done' }, done])).toBe('redeemed')
  expect(collectedGiftState(0, [{ method: 'order', state: 'failed' }, done])).toBe('issued')
  expect(collectedGiftState(0, [])).toBe('empty')
})
