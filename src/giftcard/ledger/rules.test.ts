import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addYears, dueClosingReminder, isDueToClose } from '../closing/rules.ts'
import {
  allocateAmount,
  allocateClosing,
  availableFrom,
  calculateBalance,
  canTransfer,
  collectedGiftState,
  type GiftBalance,
  redeemableUnits,
  sumCents,
} from './rules.ts'

const cents = fc.integer({ min: -50_000, max: 50_000 })
const sums = fc.uniqueArray(
  fc.record({ giftId: fc.integer({ min: 1, max: 40 }), gift: cents, change: cents }),
  {
    selector: one => one.giftId,
    maxLength: 12,
  },
)
const all = (every: GiftBalance[]) => every.reduce((sum, one) => sum + one.gift + one.change, 0)

describe('a purse', () => {
  test('what is open less what is owed is what the ledger sums to', () => {
    fc.assert(
      fc.property(sums, every => {
        const purse = calculateBalance(every)
        expect(purse.available - purse.negativeBalance).toBe(all(every))
        expect(sumCents(purse.accounts) - sumCents(purse.shortfalls)).toBe(all(every))
        expect(Math.min(purse.available, purse.negativeBalance)).toBe(0)
        for (const pocket of [...purse.accounts, ...purse.shortfalls]) expect(pocket.cents).toBeGreaterThan(0)
      }),
    )
  })

  test('parts make up exactly what was asked, from what there is', () => {
    fc.assert(
      fc.property(sums, fc.integer({ min: 1, max: 60_000 }), (every, amount) => {
        const purse = calculateBalance(every)
        const open = availableFrom(purse, purse.accounts)
        const parts = allocateAmount(purse, purse.accounts, amount)
        expect(parts === null).toBe(amount > open)
        if (parts !== null) expect(sumCents(parts)).toBe(amount)
        for (const part of parts ?? []) {
          const pocket = purse.accounts.find(
            one => one.giftId === part.giftId && one.account === part.account,
          )
          expect(part.cents).toBeLessThanOrEqual(pocket?.cents ?? 0)
        }
      }),
    )
  })

  test('a closing pays everything open, and what it keeps sums to nothing', () => {
    fc.assert(
      fc.property(sums, every => {
        const purse = calculateBalance(every)
        const { payout, settlement } = allocateClosing(purse)
        expect(sumCents(payout)).toBe(purse.available)
        expect(sumCents(settlement)).toBe(0)
        const after = every.map(one => {
          const of = (pocket: 'gift' | 'change') =>
            one[pocket] -
            sumCents(payout.filter(part => part.giftId === one.giftId && part.account === pocket)) +
            sumCents(settlement.filter(part => part.giftId === one.giftId && part.account === pocket))
          return { giftId: one.giftId, gift: of('gift'), change: of('change') }
        })
        expect(calculateBalance(after)).toMatchObject({
          accounts: [],
          available: 0,
          negativeBalance: purse.negativeBalance,
        })
      }),
    )
  })

  test('a price that moved shifts money between pockets, and invents none', () => {
    expect(calculateBalance([{ giftId: 1, gift: -2000, change: 2000 }])).toMatchObject({
      accounts: [],
      available: 0,
    })
    expect(calculateBalance([{ giftId: 1, gift: 10_000, change: -4000 }]).accounts).toEqual([
      { giftId: 1, account: 'gift', cents: 6000 },
    ])
  })
})

test('what money suffices for', () => {
  expect(redeemableUnits(1, 10_000, 10_000)).toEqual({ units: 1, cents: 10_000, missingCents: 0 })
  expect(redeemableUnits(1, 9_999, 10_000)).toEqual({ units: 0, cents: 0, missingCents: 1 })
  expect(redeemableUnits(3, 10_000, 4_000)).toEqual({ units: 2, cents: 8_000, missingCents: 0 })
  expect(redeemableUnits(0, 10_000, 4_000)).toEqual({ units: 0, cents: 0, missingCents: 0 })
})

test('a row says what is under way before what is open, and that before what became of it', () => {
  const done = { method: 'certificate', state: 'done' }
  expect(collectedGiftState(500, [{ method: 'order', state: 'waiting' }, done])).toBe('requested')
  expect(collectedGiftState(500, [done])).toBe('collected')
  expect(collectedGiftState(0, [{ method: 'order', state: 'done' }, done])).toBe('redeemed')
  expect(collectedGiftState(0, [{ method: 'order', state: 'failed' }, done])).toBe('issued')
  expect(collectedGiftState(0, [])).toBe('empty')
})

test('money of a covered gift waits for it, unless the shop no longer has it', () => {
  const covered = { group: 'group' as const, isCovered: true, isAvailable: true }
  expect(canTransfer('gift', covered)).toBe(false)
  expect(canTransfer('change', covered)).toBe(true)
  expect(canTransfer('gift', { ...covered, isAvailable: false })).toBe(true)
  expect(canTransfer('gift', { ...covered, isCovered: false })).toBe(true)
  expect(canTransfer('gift', { ...covered, group: 'regular' })).toBe(true)
  expect(canTransfer('gift', { ...covered, group: 'virtual' })).toBe(false)
})

describe('days of closing', () => {
  test('due when the day is over, once', () => {
    const registry = { closing_day: '2026-12-31', last_closed_day: null }
    expect(isDueToClose(registry, '2026-12-31')).toBe(false)
    expect(isDueToClose(registry, '2027-01-01')).toBe(true)
    expect(isDueToClose({ ...registry, last_closed_day: '2026-12-31' }, '2027-01-01')).toBe(false)
    expect(isDueToClose({ closing_day: null, last_closed_day: null }, '2027-01-01')).toBe(false)
  })

  test('a letter a week before and on the day, to those who had the registry by then', () => {
    expect(dueClosingReminder('2028-03-07', '2028-02-29', '2028-01-01')).toBe('week')
    expect(dueClosingReminder('2027-03-07', '2027-02-28', '2027-01-01')).toBe('week')
    expect(dueClosingReminder('2027-03-07', '2027-03-05', '2027-01-01')).toBe('week')
    expect(dueClosingReminder('2027-03-07', '2027-03-06', '2027-01-01')).toBeNull()
    expect(dueClosingReminder('2027-03-07', '2027-03-07', '2027-01-01')).toBe('day')
    expect(dueClosingReminder('2027-03-07', '2027-03-01', '2027-03-01')).toBeNull()
    expect(dueClosingReminder('2027-03-07', '2027-03-08', '2027-01-01')).toBeNull()
  })

  test('years later, with and without a 29 February', () => {
    expect(addYears('2028-02-29', 5)).toBe('2033-02-28')
    expect(addYears('2028-02-29', 4)).toBe('2032-02-29')
    expect(addYears('2026-12-31', 5)).toBe('2031-12-31')
  })
})
