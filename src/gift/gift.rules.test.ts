import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  calculateGiftStatistics,
  calculateOpenAmounts,
  countGivenUnits,
  giftLockReason,
  giftStateOf,
  priceBandOf,
  validateGiftChange,
} from './gift.rules.ts'

const price = fc.oneof(
  fc.integer({ min: 1, max: 30_000 }),
  fc.constantFrom(4_999, 5_000, 9_999, 10_000, 14_999, 15_000),
)
const units = fc.integer({ min: 0, max: 12 })
const cents = fc.integer({ min: 0, max: 40_000 })
const wholeGift = fc.record({
  quantity: fc.integer({ min: 1, max: 9 }),
  isGroup: fc.constant(false),
  price,
  given: fc.record({ units, reservedUnits: units, cents: fc.constant(0), reservedCents: fc.constant(0) }),
})
const groupGift = fc.record({
  quantity: fc.constant(1),
  isGroup: fc.constant(true),
  price,
  given: fc.record({ units: fc.constant(0), reservedUnits: fc.constant(0), cents, reservedCents: cents }),
})
const gift = fc.oneof(wholeGift, groupGift)

test('a price band includes its lower end', () => {
  const bands = [0, 4_999, 5_000, 9_999, 10_000, 14_999, 15_000, 900_000].map(
    price => priceBandOf(price).field,
  )
  expect(bands).toEqual([
    'dollar050',
    'dollar050',
    'dollar50100',
    'dollar50100',
    'dollar100150',
    'dollar100150',
    'dollar150plus',
    'dollar150plus',
  ])
})

test('the statistics are the same as counting unit by unit', () => {
  fc.assert(
    fc.property(fc.array(gift, { maxLength: 30 }), gifts => {
      const model = { added: [0, 0, 0, 0], purchased: [0, 0, 0, 0], available: [0, 0, 0, 0] }
      for (const { quantity, isGroup, price, given } of gifts) {
        const band = Math.min(3, Math.floor(price / 5_000))
        for (let unit = 0; unit < quantity; unit++) {
          const isGiven = isGroup ? given.cents >= price : unit < given.units
          model.added[band]! += 1
          model[isGiven ? 'purchased' : 'available'][band]! += 1
        }
      }
      const statistics = calculateGiftStatistics(
        gifts.map(one => ({ ...one, type: 'physical', state: 'open' })),
      )
      expect(Object.values(statistics.added)).toEqual(model.added)
      expect(Object.values(statistics.purchased)).toEqual(model.purchased)
      expect(Object.values(statistics.available)).toEqual(model.available)
      expect(statistics.group_gifting_items).toBe(gifts.filter(({ isGroup }) => isGroup).length)
      expect(statistics.gift_items + statistics.group_gifting_items).toBe(gifts.length)
    }),
  )
})

test('what is open, reserved and given never exceeds what is wished for', () => {
  fc.assert(
    fc.property(gift, wish => {
      const open = calculateOpenAmounts(wish, wish.given)
      expect(open.units).toBeGreaterThanOrEqual(0)
      expect(countGivenUnits(wish, wish.given)).toBeLessThanOrEqual(wish.quantity)
      if (wish.isGroup) {
        expect(open.cents).toBe(Math.max(0, wish.price - wish.given.cents - wish.given.reservedCents))
        expect(open.remaining).toBeGreaterThanOrEqual(open.cents)
      } else expect(open.units + Math.min(wish.given.units, wish.quantity)).toBeLessThanOrEqual(wish.quantity)
    }),
  )
})

test('a gift is open exactly when some of it can be put in a cart', () => {
  fc.assert(
    fc.property(gift, fc.boolean(), (wish, available) => {
      const state = giftStateOf(wish, wish.given, available)
      const complete = countGivenUnits(wish, wish.given) === wish.quantity
      expect(state === 'given').toBe(complete)
      if (state === 'open') expect(calculateOpenAmounts(wish, wish.given).units).toBeGreaterThan(0)
      expect(state === 'unavailable').toBe(!available && !complete)
    }),
  )
})

test('money or a reservation locks the group switch and the units that are taken', () => {
  fc.assert(
    fc.property(gift, fc.integer({ min: 1, max: 12 }), fc.boolean(), (wish, quantity, isGroup) => {
      const errors = validateGiftChange(wish, wish.given, { quantity, isGroup })
      const { units, reservedUnits, cents, reservedCents } = wish.given
      const isTaken = units + reservedUnits + cents + reservedCents > 0
      expect('is_group_gifting' in errors).toBe(isTaken && isGroup !== wish.isGroup)
      expect('quantity' in errors).toBe(!wish.isGroup && quantity < units + reservedUnits)
      expect(giftLockReason(wish.given) !== null).toBe(isTaken)
    }),
  )
})
