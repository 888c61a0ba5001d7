import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyMoneyLots } from '../../test/money-values.ts'
import { calculateBalance, readyBalance, sumCents } from './ledger.rules.ts'
import { allocateClosing, dueClosingReminder, isDueToClose } from './money.rules.ts'

test('a closing pays everything available, and what stays sums to nothing', () => {
  fc.assert(
    fc.property(anyMoneyLots, lots => {
      const balance = calculateBalance(lots)
      const { payout, settlement } = allocateClosing(balance)
      expect(sumCents(payout)).toBe(balance.available)
      expect(sumCents(settlement)).toBe(0)
      const after = [
        ...lots,
        ...payout.map(part => ({ ...part, cents: -part.cents, paidAt: null })),
        ...settlement.map(part => ({ ...part, paidAt: null })),
      ]
      expect(calculateBalance(after)).toMatchObject({
        accounts: [],
        available: 0,
        negativeBalance: balance.negativeBalance,
      })
    }),
  )
})

test('a closing pays only what is ripe, and settles with nothing else', () => {
  const term = { now: new Date('2026-12-01T10:00:00Z'), payoutDays: 14 }
  fc.assert(
    fc.property(anyMoneyLots, lots => {
      const ripe = readyBalance(calculateBalance(lots), 'ripe', term)
      const { payout, settlement } = allocateClosing(ripe)
      expect(sumCents(payout)).toBe(ripe.available)
      expect(sumCents(settlement)).toBe(0)
      const ripeOrders = new Set(ripe.lots.map(lot => lot.orderId))
      for (const part of [...payout, ...settlement]) expect(ripeOrders).toContain(part.orderId)
    }),
  )
})

test('a registry is due when its closing day is over, once', () => {
  const registry = { closing_day: '2026-12-31', last_closed_day: null }
  expect(isDueToClose(registry, '2026-12-31')).toBe(false)
  expect(isDueToClose(registry, '2027-01-01')).toBe(true)
  expect(isDueToClose({ ...registry, last_closed_day: '2026-12-31' }, '2027-01-01')).toBe(false)
  expect(isDueToClose({ closing_day: null, last_closed_day: null }, '2027-01-01')).toBe(false)
})

test('a reminder is due a week before and on the day, for registries that existed by then', () => {
  expect(dueClosingReminder('2028-03-07', '2028-02-29', '2028-01-01')).toBe('week')
  expect(dueClosingReminder('2027-03-07', '2027-02-28', '2027-01-01')).toBe('week')
  expect(dueClosingReminder('2027-03-07', '2027-03-05', '2027-01-01')).toBe('week')
  expect(dueClosingReminder('2027-03-07', '2027-03-06', '2027-01-01')).toBeNull()
  expect(dueClosingReminder('2027-03-07', '2027-03-07', '2027-01-01')).toBe('day')
  expect(dueClosingReminder('2027-03-07', '2027-03-01', '2027-03-01')).toBeNull()
  expect(dueClosingReminder('2027-03-07', '2027-03-08', '2027-01-01')).toBeNull()
})
