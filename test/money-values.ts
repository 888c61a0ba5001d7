import fc from 'fast-check'
import type { GiftBalance } from '../src/giftcard/ledger/rules.ts'

const cents = fc.integer({ min: -50_000, max: 50_000 })

/** Sums of a ledger for up to twelve gifts, in cents, as values of a property test. */
export const anyGiftBalances = fc.uniqueArray(
  fc.record({ giftId: fc.integer({ min: 1, max: 40 }), gift: cents, change: cents }),
  { selector: balance => balance.giftId, maxLength: 12 },
)

/** All money of these gifts, in cents. */
export const totalOf = (balances: GiftBalance[]) =>
  balances.reduce((sum, { gift, change }) => sum + gift + change, 0)
