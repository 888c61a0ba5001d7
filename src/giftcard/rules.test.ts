import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isDue, noticeDue, yearsLater } from './closing-rules.ts'
import {
  canMove,
  closedPurse,
  openOf,
  partsOf,
  purseOf,
  redeemable,
  rowState,
  type Sums,
  total,
} from './rules.ts'

const cents = fc.integer({ min: -50_000, max: 50_000 })
const sums = fc.uniqueArray(
  fc.record({ giftId: fc.integer({ min: 1, max: 40 }), gift: cents, change: cents }),
  {
    selector: one => one.giftId,
    maxLength: 12,
  },
)
const all = (every: Sums[]) => every.reduce((sum, one) => sum + one.gift + one.change, 0)

describe('a purse', () => {
  test('what is open less what is owed is what the ledger sums to', () => {
    fc.assert(
      fc.property(sums, every => {
        const purse = purseOf(every)
        expect(purse.open - purse.owed).toBe(all(every))
        expect(total(purse.pockets) - total(purse.missing)).toBe(all(every))
        expect(Math.min(purse.open, purse.owed)).toBe(0)
        for (const pocket of [...purse.pockets, ...purse.missing]) expect(pocket.cents).toBeGreaterThan(0)
      }),
    )
  })

  test('parts make up exactly what was asked, from what there is', () => {
    fc.assert(
      fc.property(sums, fc.integer({ min: 1, max: 60_000 }), (every, amount) => {
        const purse = purseOf(every)
        const open = openOf(purse, purse.pockets)
        const parts = partsOf(purse, purse.pockets, amount)
        expect(parts === null).toBe(amount > open)
        if (parts !== null) expect(total(parts)).toBe(amount)
        for (const part of parts ?? []) {
          const pocket = purse.pockets.find(one => one.giftId === part.giftId && one.pocket === part.pocket)
          expect(part.cents).toBeLessThanOrEqual(pocket?.cents ?? 0)
        }
      }),
    )
  })

  test('a closing pays everything open, and what it keeps sums to nothing', () => {
    fc.assert(
      fc.property(sums, every => {
        const purse = purseOf(every)
        const { paid, settled } = closedPurse(purse)
        expect(total(paid)).toBe(purse.open)
        expect(total(settled)).toBe(0)
        const after = every.map(one => {
          const of = (pocket: 'gift' | 'change') =>
            one[pocket] -
            total(paid.filter(part => part.giftId === one.giftId && part.pocket === pocket)) +
            total(settled.filter(part => part.giftId === one.giftId && part.pocket === pocket))
          return { giftId: one.giftId, gift: of('gift'), change: of('change') }
        })
        expect(purseOf(after)).toMatchObject({ pockets: [], open: 0, owed: purse.owed })
      }),
    )
  })

  test('a price that moved shifts money between pockets, and invents none', () => {
    expect(purseOf([{ giftId: 1, gift: -2000, change: 2000 }])).toMatchObject({ pockets: [], open: 0 })
    expect(purseOf([{ giftId: 1, gift: 10_000, change: -4000 }]).pockets).toEqual([
      { giftId: 1, pocket: 'gift', cents: 6000 },
    ])
  })
})

test('what money suffices for', () => {
  expect(redeemable(1, 10_000, 10_000)).toEqual({ units: 1, cents: 10_000, short: 0 })
  expect(redeemable(1, 9_999, 10_000)).toEqual({ units: 0, cents: 0, short: 1 })
  expect(redeemable(3, 10_000, 4_000)).toEqual({ units: 2, cents: 8_000, short: 0 })
  expect(redeemable(0, 10_000, 4_000)).toEqual({ units: 0, cents: 0, short: 0 })
})

test('a row says what is under way before what is open, and that before what became of it', () => {
  const done = { way: 'certificate', state: 'done' }
  expect(rowState(500, [{ way: 'order', state: 'waiting' }, done])).toBe('requested')
  expect(rowState(500, [done])).toBe('collected')
  expect(rowState(0, [{ way: 'order', state: 'done' }, done])).toBe('redeemed')
  expect(rowState(0, [{ way: 'order', state: 'failed' }, done])).toBe('issued')
  expect(rowState(0, [])).toBe('empty')
})

test('money of a covered gift waits for it, unless the shop no longer has it', () => {
  const covered = { group: 'group' as const, isCovered: true, isThere: true }
  expect(canMove('gift', covered)).toBe(false)
  expect(canMove('change', covered)).toBe(true)
  expect(canMove('gift', { ...covered, isThere: false })).toBe(true)
  expect(canMove('gift', { ...covered, isCovered: false })).toBe(true)
  expect(canMove('gift', { ...covered, group: 'regular' })).toBe(true)
  expect(canMove('gift', { ...covered, group: 'virtual' })).toBe(false)
})

describe('days of closing', () => {
  test('due when the day is over, once', () => {
    const registry = { closing_day: '2026-12-31', closed_day: null }
    expect(isDue(registry, '2026-12-31')).toBe(false)
    expect(isDue(registry, '2027-01-01')).toBe(true)
    expect(isDue({ ...registry, closed_day: '2026-12-31' }, '2027-01-01')).toBe(false)
    expect(isDue({ closing_day: null, closed_day: null }, '2027-01-01')).toBe(false)
  })

  test('a letter a week before and on the day, to those who had the registry by then', () => {
    expect(noticeDue('2028-03-07', '2028-02-29', '2028-01-01')).toBe('week')
    expect(noticeDue('2027-03-07', '2027-02-28', '2027-01-01')).toBe('week')
    expect(noticeDue('2027-03-07', '2027-03-05', '2027-01-01')).toBe('week')
    expect(noticeDue('2027-03-07', '2027-03-06', '2027-01-01')).toBeNull()
    expect(noticeDue('2027-03-07', '2027-03-07', '2027-01-01')).toBe('day')
    expect(noticeDue('2027-03-07', '2027-03-01', '2027-03-01')).toBeNull()
    expect(noticeDue('2027-03-07', '2027-03-08', '2027-01-01')).toBeNull()
  })

  test('years later, with and without a 29 February', () => {
    expect(yearsLater('2028-02-29', 5)).toBe('2033-02-28')
    expect(yearsLater('2028-02-29', 4)).toBe('2032-02-29')
    expect(yearsLater('2026-12-31', 5)).toBe('2031-12-31')
  })
})
