import { expect, test } from 'vitest'
import { addYears, redeemableUnits } from './payout.rules.ts'

test('money redeems whole units, up to those that are left', () => {
  const any = { min_quantity: 1, max_quantity: null, stock: null }
  expect(redeemableUnits(1, 10_000, 10_000, any)).toEqual({ units: 1, cents: 10_000, missingCents: 0 })
  expect(redeemableUnits(1, 9_999, 10_000, any)).toEqual({ units: 0, cents: 0, missingCents: 1 })
  expect(redeemableUnits(3, 10_000, 4_000, any)).toEqual({ units: 2, cents: 8_000, missingCents: 0 })
  expect(redeemableUnits(0, 10_000, 4_000, any)).toEqual({ units: 0, cents: 0, missingCents: 0 })
})

test.each([
  ['fewer than the least were given: the least, for the money that suffices', 1, 8_000, 2, 0],
  ['the money buys fewer than the least', 3, 6_000, 0, 2_000],
  ['more than the most', 9, 99_000, 3, 0],
])('money redeems what the shop sells in one order: %s', (_, unitsLeft, open, units, missingCents) => {
  const rules = { min_quantity: 2, max_quantity: 3, stock: 5 }
  expect(redeemableUnits(unitsLeft, open, 4_000, rules)).toEqual({
    units,
    cents: units * 4_000,
    missingCents,
  })
})

test('years are added to a day, with and without a 29 February', () => {
  expect(addYears('2028-02-29', 5)).toBe('2033-02-28')
  expect(addYears('2028-02-29', 4)).toBe('2032-02-29')
  expect(addYears('2026-12-31', 5)).toBe('2031-12-31')
})
