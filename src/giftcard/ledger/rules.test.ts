import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyGiftBalances, totalOf } from '../../../test/money-values.ts'
import { allocateAmount, availableFrom, calculateBalance, sumCents } from './rules.ts'

describe('the balance of a registry', () => {
  test('what is available less the negative balance is what the ledger sums to', () => {
    fc.assert(
      fc.property(anyGiftBalances, sums => {
        const balance = calculateBalance(sums)
        expect(balance.available - balance.negativeBalance).toBe(totalOf(sums))
        expect(sumCents(balance.accounts) - sumCents(balance.shortfalls)).toBe(totalOf(sums))
        expect(Math.min(balance.available, balance.negativeBalance)).toBe(0)
        for (const { cents } of [...balance.accounts, ...balance.shortfalls]) expect(cents).toBeGreaterThan(0)
      }),
    )
  })

  test('allocated parts make up exactly the amount, from what the accounts hold', () => {
    fc.assert(
      fc.property(anyGiftBalances, fc.integer({ min: 1, max: 60_000 }), (sums, amount) => {
        const balance = calculateBalance(sums)
        const available = availableFrom(balance, balance.accounts)
        const parts = allocateAmount(balance, balance.accounts, amount)
        expect(parts === null).toBe(amount > available)
        if (parts !== null) expect(sumCents(parts)).toBe(amount)
        for (const { giftId, account, cents } of parts ?? []) {
          const source = balance.accounts.find(one => one.giftId === giftId && one.account === account)
          expect(cents).toBeLessThanOrEqual(source?.cents ?? 0)
        }
      }),
    )
  })

  test('a changed price shifts money between accounts, and creates none', () => {
    expect(calculateBalance([{ giftId: 1, gift: -2000, change: 2000 }])).toMatchObject({
      accounts: [],
      available: 0,
    })
    expect(calculateBalance([{ giftId: 1, gift: 10_000, change: -4000 }]).accounts).toEqual([
      { giftId: 1, account: 'gift', cents: 6000 },
    ])
  })
})
