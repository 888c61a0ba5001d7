import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceOf } from '../src/catalogue/products.rules.ts'
import { checkAmount, type givingRange } from '../src/checkout/change.rules.ts'
import { applyCardAmount } from '../src/checkout/hand-off.rules.ts'
import { countsOfPlacing } from '../src/console/action/action.rules.ts'
import { calculateOpenAmounts, countGivenUnits, giftStateOf, priceBandOf } from '../src/gift/gift.rules.ts'
import { redeemableUnits } from '../src/money/payout/payout.rules.ts'

/** The database refuses a price below a cent; a rule that meets one all the same neither divides by it nor gives it away. */
const prices = fc.oneof(
  fc.constantFrom(0, -1, -4000, 1, 99, 100_000_000, 2_147_483_647),
  fc.integer({ min: -10_000, max: 2_147_483_647 }),
)
const amounts = fc.integer({ min: 0, max: 2_147_483_647 })
const few = fc.integer({ min: 0, max: 9 })
const rules = { min_quantity: 1, max_quantity: null, stock: null }
const totals = fc.record({ units: few, cents: amounts, reservedUnits: few, reservedCents: amounts })
const wishes = fc.record({ quantity: fc.integer({ min: 1, max: 9 }), isGroup: fc.boolean(), price: prices })
const isWhole = (value: number) => Number.isSafeInteger(value) && value >= 0

test('a gift whose price is none is neither given by money nor open', () => {
  fc.assert(
    fc.property(wishes, totals, fc.boolean(), (wish, given, available) => {
      const open = calculateOpenAmounts(wish, given)
      expect(Object.values(open).every(isWhole)).toBe(true)
      const state = giftStateOf(wish, given, available)
      if (wish.price < 1 && given.units === 0) {
        expect(countGivenUnits(wish, given)).toBe(0)
        expect(state).toBe('unavailable')
      }
      if (state === 'open') expect(open.units).toBeGreaterThan(0)
    }),
  )
})

test('a guest gives no more than is open, whatever the price', () => {
  fc.assert(
    fc.property(wishes, totals, amounts, few, (wish, given, cents, quantity) => {
      const { units, cents: openCents } = calculateOpenAmounts(wish, given)
      const gift = {
        type: 'physical',
        is_group_gifting: wish.isGroup,
        open_units: units,
        open_amount: openCents,
        ...rules,
      } as Parameters<typeof givingRange>[0]
      const checked = checkAmount(gift, { quantity, cents } as Parameters<typeof checkAmount>[1], 500)
      if (!checked.ok) return
      expect(checked.units).toBeGreaterThan(0)
      if (wish.isGroup) expect(checked.cents).toBeLessThanOrEqual(openCents)
      else expect(checked.units).toBeLessThanOrEqual(units)
    }),
  )
})

test('no host gets units for money that does not pay them', () => {
  fc.assert(
    fc.property(few, amounts, prices, (left, open, price) => {
      const { units, cents, missingCents } = redeemableUnits(left, open, price, rules)
      expect([units, cents, missingCents].every(isWhole)).toBe(true)
      expect(cents).toBeLessThanOrEqual(open)
      if (price < 1) expect(units).toBe(0)
    }),
  )
})

test('what staff place counts up to the price, and the rest stays money', () => {
  fc.assert(
    fc.property(wishes, totals, amounts, (wish, given, cents) => {
      const gift = { quantity: wish.quantity, is_group: wish.isGroup, price: wish.price }
      const { before, after } = countsOfPlacing(gift, given, { kind: 'contribution', units: 1, cents })
      const counted = (after.given_cents ?? 0) - (before.given_cents ?? 0)
      expect(isWhole(counted)).toBe(true)
      expect(counted + (after.change_cents ?? 0)).toBe(cents)
    }),
  )
})

test('every price has a band, and a missing one of a variant is that of its product', () => {
  fc.assert(
    fc.property(prices, price => {
      expect(priceBandOf(price).from).toBeLessThanOrEqual(Math.max(0, price))
      expect(priceOf({ price_cents: price }, { price_cents: null })).toBe(price)
      expect(priceOf({ price_cents: null })).toBeNull()
      const line = { kind: 'units', units: 2, cents: 0 } as Parameters<typeof applyCardAmount>[0]
      expect(applyCardAmount(line, undefined)).toBe(line)
    }),
  )
})
