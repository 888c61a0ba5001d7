import { describe, expect, test } from 'vitest'
import { chainPeriods, daysOfMonth, monthsUntil } from './money.rules.ts'

describe('the rules of the report', () => {
  test('twelve months end with the day’s', () => {
    const months = monthsUntil('2026-02-10')
    expect([months.length, months[0], months[11]]).toEqual([12, '2025-03', '2026-02'])
  })

  test('a month’s days end with it, or with the day of the report', () => {
    expect(daysOfMonth('2028-02', '2028-12-31')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
    expect(daysOfMonth('2026-12', '2026-12-09')).toEqual({ from: '2026-12-01', to: '2026-12-09' })
  })

  test('what is older than the first month is held before it', () => {
    const [first, second] = chainPeriods(
      ['2026-01', '2026-02'],
      [
        { period: null, movement: 'received', cents: 700 },
        { period: null, movement: 'owed', cents: 50 },
        { period: '2026-01', movement: 'refunded', cents: -200 },
      ],
    )
    expect([first?.opening, first?.closing, second?.opening, second?.closing]).toEqual([700, 500, 500, 500])
  })
})
