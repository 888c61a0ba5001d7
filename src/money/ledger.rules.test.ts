import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyMoneyLots } from '../../test/money-values.ts'
import { allocateAmount, availableFrom, calculateBalance, isSameSource, sumCents } from './ledger.rules.ts'

const lot = { giftId: 1, account: 'gift' as const, orderId: 7, paidAt: new Date(0) }

describe('the balance of a registry', () => {
  test('what is available less the negative balance is what the ledger sums to', () => {
    fc.assert(
      fc.property(anyMoneyLots, lots => {
        const balance = calculateBalance(lots)
        expect(balance.available - balance.negativeBalance).toBe(sumCents(lots))
        expect(sumCents(balance.accounts) - sumCents(balance.shortfalls)).toBe(sumCents(lots))
        expect(Math.min(balance.available, balance.negativeBalance)).toBe(0)
        for (const { cents } of [...balance.accounts, ...balance.shortfalls]) expect(cents).toBeGreaterThan(0)
      }),
    )
  })

  test('allocated parts make up exactly the amount, from what the accounts and their orders hold', () => {
    fc.assert(
      fc.property(anyMoneyLots, fc.integer({ min: 1, max: 60_000 }), (lots, amount) => {
        const balance = calculateBalance(lots)
        const available = availableFrom(balance, balance.accounts)
        const parts = allocateAmount(balance, balance.accounts, amount)
        expect(parts === null).toBe(amount > available)
        if (parts !== null) expect(sumCents(parts)).toBe(amount)
        for (const account of balance.accounts)
          expect(sumCents((parts ?? []).filter(part => isSameSource(part, account)))).toBeLessThanOrEqual(
            account.cents,
          )
        for (const part of parts ?? []) {
          const held = lots.find(one => isSameSource(one, part) && one.orderId === part.orderId)
          expect(part.cents).toBeLessThanOrEqual(held?.cents ?? 0)
        }
      }),
    )
  })

  test('a changed price shifts money between accounts, and creates none', () => {
    const shifted = (gift: number, change: number) => [
      { ...lot, cents: gift },
      { ...lot, account: 'change' as const, cents: change },
    ]
    expect(calculateBalance(shifted(-2000, 2000))).toMatchObject({ accounts: [], available: 0 })
    expect(calculateBalance(shifted(10_000, -4000)).accounts).toEqual([
      { giftId: 1, account: 'gift', cents: 6000 },
    ])
  })
})
