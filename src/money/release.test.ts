import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyMoneyLots } from '../../test/money-values.ts'
import {
  allocateAmount,
  availableFrom,
  calculateBalance,
  lastRipeAt,
  type MoneyLot,
  readyBalance,
  ripeAt,
  sumCents,
  waitingMoneyOf,
} from './ledger.rules.ts'

const term = { now: new Date('2026-12-01T10:00:00Z'), payoutDays: 14 }
const lot = (orderId: number, cents: number, paidAt: string | null): MoneyLot => ({
  giftId: 1,
  account: 'gift',
  orderId,
  cents,
  paidAt: paidAt === null ? null : new Date(paidAt),
})
const gift = { giftId: 1, account: 'gift' as const }

describe('money that may leave', () => {
  test('never more than what ripe orders brought, less what has left of orders that bring less by now', () => {
    fc.assert(
      fc.property(anyMoneyLots, lots => {
        const balance = calculateBalance(lots)
        const ripe = readyBalance(balance, 'ripe', term)
        const paid = readyBalance(balance, 'paid', term)
        const nets = [...Map.groupBy(lots, one => one.orderId).values()].map(ofOrder => {
          const ripeSince = ripeAt(ofOrder[0]!, term)
          const net = sumCents(ofOrder)
          return ripeSince !== null && ripeSince <= term.now ? net : Math.min(0, net)
        })
        const free = nets.reduce((sum, net) => sum + net, 0)
        expect(ripe.available).toBeLessThanOrEqual(Math.max(0, free))
        expect(ripe.available).toBeLessThanOrEqual(paid.available)
        expect(paid.available).toBeLessThanOrEqual(balance.available)
        const parts = allocateAmount(ripe, ripe.accounts, availableFrom(ripe, ripe.accounts)) ?? []
        for (const part of parts) {
          const { paidAt } = lots.find(one => one.orderId === part.orderId)!
          expect(paidAt!.getTime()).toBeLessThanOrEqual(term.now.getTime() - 14 * 86_400_000)
        }
      }),
    )
  })

  test('what is free and what waits is all that is there', () => {
    fc.assert(
      fc.property(anyMoneyLots, lots => {
        const balance = calculateBalance(lots)
        const waiting = waitingMoneyOf(balance, balance.accounts, term)
        const ripe = readyBalance(balance, 'ripe', term)
        const free = availableFrom(ripe, balance.accounts)
        const held = waiting.reduce((sum, { amount }) => sum + amount, 0)
        expect(free + held).toBe(availableFrom(balance, balance.accounts))
        for (const { amount } of waiting) expect(amount).toBeGreaterThan(0)
      }),
    )
  })

  test('each order has its day, to the moment; unpaid money has none', () => {
    const balance = calculateBalance([
      lot(1, 1000, '2026-11-17T10:00:00Z'),
      lot(2, 2000, '2026-11-17T10:00:01Z'),
      lot(3, 3000, '2026-11-22T22:30:00Z'),
      lot(4, 4000, null),
    ])
    expect(availableFrom(readyBalance(balance, 'ripe', term), [gift])).toBe(1000)
    expect(availableFrom(readyBalance(balance, 'paid', term), [gift])).toBe(6000)
    expect(waitingMoneyOf(balance, [gift], term)).toEqual([
      { amount: 2000, free_on: '2026-12-01' },
      { amount: 3000, free_on: '2026-12-07' },
      { amount: 4000, free_on: null },
    ])
    expect(lastRipeAt(balance, term)).toEqual(new Date('2026-12-06T22:30:00Z'))
  })
})
