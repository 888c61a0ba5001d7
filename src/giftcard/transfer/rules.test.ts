import { expect, test } from 'vitest'
import { canTransfer } from './rules.ts'

test('money of a covered gift may not be sent elsewhere, unless the shop no longer sells it', () => {
  const covered = { group: 'group' as const, isCovered: true, isAvailable: true }
  expect(canTransfer('gift', covered)).toBe(false)
  expect(canTransfer('change', covered)).toBe(true)
  expect(canTransfer('gift', { ...covered, isAvailable: false })).toBe(true)
  expect(canTransfer('gift', { ...covered, isCovered: false })).toBe(true)
  expect(canTransfer('gift', { ...covered, group: 'regular' })).toBe(true)
  expect(canTransfer('gift', { ...covered, group: 'virtual' })).toBe(false)
})
