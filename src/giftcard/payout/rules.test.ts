import { expect, test } from 'vitest'
import { addYears, redeemableUnits } from './rules.ts'

test('money redeems whole units, up to those that are left', () => {
  expect(redeemableUnits(1, 10_000, 10_000)).toEqual({ units: 1, cents: 10_000, missingCents: 0 })
  expect(redeemableUnits(1, 9_999, 10_000)).toEqual({ units: 0, cents: 0, missingCents: 1 })
  expect(redeemableUnits(3, 10_000, 4_000)).toEqual({ units: 2, cents: 8_000, missingCents: 0 })
  expect(redeemableUnits(0, 10_000, 4_000)).toEqual({ units: 0, cents: 0, missingCents: 0 })
})

test('years are added to a day, with and without a 29 February', () => {
  expect(addYears('2028-02-29', 5)).toBe('2033-02-28')
  expect(addYears('2028-02-29', 4)).toBe('2032-02-29')
  expect(addYears('2026-12-31', 5)).toBe('2031-12-31')
})
