import fc from 'fast-check'
import type { MoneyLot } from '../src/money/ledger.rules.ts'

const lot = fc.record({
  giftId: fc.integer({ min: 1, max: 12 }),
  account: fc.constantFrom('gift' as const, 'change' as const),
  orderId: fc.integer({ min: 1, max: 6 }),
  cents: fc.integer({ min: -50_000, max: 50_000 }).filter(cents => cents !== 0),
})

const moments = fc.array(fc.option(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(2e12) })), {
  minLength: 7,
  maxLength: 7,
})

/** What the ledger of a registry may sum to for its orders, in cents; each order is paid since a day, or not at all. */
export const anyMoneyLots = fc
  .tuple(
    fc.uniqueArray(lot, {
      selector: ({ giftId, account, orderId }) => `${giftId} ${account} ${orderId}`,
      maxLength: 20,
    }),
    moments,
  )
  .map(([lots, paidAt]): MoneyLot[] =>
    lots.map(one => ({
      ...one,
      paidAt: paidAt[one.orderId] ?? null,
    })),
  )
