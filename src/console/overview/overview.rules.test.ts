import { describe, expect, test } from 'vitest'
import { layOutColumns } from '../../ui/plot/layout.ts'
import { daysToCount, mondayOf, weeksUntil } from './overview.rules.ts'

describe('the weeks of the overview', () => {
  test('begin on Monday, the present one last', () => {
    expect(['2026-09-06', '2026-09-07', '2026-09-13'].map(mondayOf)).toEqual([
      '2026-08-31',
      '2026-09-07',
      '2026-09-07',
    ])
    expect(weeksUntil('2026-09-10').at(-1)).toBe('2026-09-07')
  })

  test('a day is counted once, often while it goes on, and daily as long as it may change', () => {
    const now = new Date('2026-09-10T09:00:00Z')
    const counted = new Map([
      ['2026-09-10', new Date('2026-09-10T08:58:00Z')],
      ['2026-09-09', new Date('2026-09-10T08:00:00Z')],
      ['2026-09-08', new Date('2026-09-10T01:00:00Z')],
      ['2026-09-07', new Date('2026-09-09T01:00:00Z')],
      ['2026-08-02', new Date('2026-08-30T01:00:00Z')],
    ])
    const due = daysToCount('2026-08-01', '2026-09-10', counted, now)
    expect(due.slice(0, 3)).toEqual(['2026-09-09', '2026-09-07', '2026-09-06'])
    expect(due).not.toContain('2026-08-02')
    expect(due).toContain('2026-08-01')
  })
})

test('columns stand on zero, upwards and downwards, within the plot', () => {
  const format = String
  const { columns, ticks, height } = layOutColumns({ names: ['a', 'b'], up: [100, 0], down: [0, 50], format })
  const zero = ticks.find(({ isZero }) => isZero)?.y ?? 0
  const [up, down] = columns
  expect([columns.length, up?.look, down?.look]).toEqual([2, 'solid', 'hatched'])
  expect((up?.y ?? 0) + (up?.height ?? 0)).toBeCloseTo(zero, 1)
  expect(down?.y).toBeCloseTo(zero, 1)
  expect(up?.height).toBeCloseTo(2 * (down?.height ?? 0), 1)
  for (const { y } of ticks) expect(y > 0 && y < height).toBe(true)
  expect(ticks.map(({ label }) => label)).not.toContain('-50')
})
