import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sumCents } from './ledger.rules.ts'
import { canTransfer, type OrderMoney, planMovesBack } from './transfer.rules.ts'

test('money of a covered gift may not be sent elsewhere, unless the shop no longer sells it', () => {
  const covered = { group: 'group' as const, isCovered: true, isAvailable: true }
  expect(canTransfer('gift', covered)).toBe(false)
  expect(canTransfer('change', covered)).toBe(true)
  expect(canTransfer('gift', { ...covered, isAvailable: false })).toBe(true)
  expect(canTransfer('gift', { ...covered, isCovered: false })).toBe(true)
  expect(canTransfer('gift', { ...covered, group: 'regular' })).toBe(true)
  expect(canTransfer('gift', { ...covered, group: 'virtual' })).toBe(false)
})

const aMoney = fc.array(
  fc.record({
    giftId: fc.integer({ min: 1, max: 4 }),
    account: fc.constantFrom('gift' as const, 'change' as const),
    cents: fc.integer({ min: -5000, max: 5000 }),
    moved: fc.integer({ min: -5000, max: 5000 }),
  }),
  { maxLength: 8 },
)
const uniqueAccounts = (money: OrderMoney[]) => [
  ...new Map(money.map(one => [`${one.giftId} ${one.account}`, one])).values(),
]

test('what goes back takes no account below zero, fills no gift above zero, and is nothing the second time', () => {
  fc.assert(
    fc.property(aMoney.map(uniqueAccounts), money => {
      const moves = planMovesBack(money)
      const after = money.map(one => {
        const isOne = (other: { giftId: number; account: string }) =>
          other.giftId === one.giftId && other.account === one.account
        const change =
          sumCents(moves.filter(({ to }) => isOne(to))) - sumCents(moves.filter(({ from }) => isOne(from)))
        return { ...one, cents: one.cents + change, moved: one.moved + change }
      })
      expect(sumCents(after)).toBe(sumCents(money))
      for (const [index, one] of after.entries())
        if (one.cents < (money[index]?.cents ?? 0)) expect(one.cents).toBeGreaterThanOrEqual(0)
      const sumOf = (all: OrderMoney[], giftId: number) => sumCents(all.filter(one => one.giftId === giftId))
      for (const { to, cents } of moves) {
        expect(cents).toBeGreaterThan(0)
        expect(sumOf(after, to.giftId)).toBeLessThanOrEqual(0)
      }
      expect(planMovesBack(after)).toEqual([])
    }),
  )
})
