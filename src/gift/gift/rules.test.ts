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
} from './rules.ts'

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
  given: fc.record({ units, heldUnits: units, cents: fc.constant(0), heldCents: fc.constant(0) }),
})
const groupGift = fc.record({
  quantity: fc.constant(1),
  isGroup: fc.constant(true),
  price,
  given: fc.record({ units: fc.constant(0), heldUnits: fc.constant(0), cents, heldCents: cents }),
})
const gift = fc.oneof(wholeGift, groupGift)

test('the bands take their lower ends', () => {
  const bands = [0, 4_999, 5_000, 9_999, 10_000, 14_999, 15_000, 900_000].map(priceBandOf)
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

test('the statistic is what counting unit by unit says', () => {
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
      const counted = calculateGiftStatistics(gifts)
      expect(Object.values(counted.added)).toEqual(model.added)
      expect(Object.values(counted.purchased)).toEqual(model.purchased)
      expect(Object.values(counted.available)).toEqual(model.available)
      expect(counted.group_gifting_items).toBe(gifts.filter(one => one.isGroup).length)
      expect(counted.gift_items + counted.group_gifting_items).toBe(gifts.length)
    }),
  )
})

test('what is open, held and given never exceeds what is wished for', () => {
  fc.assert(
    fc.property(gift, one => {
      const open = calculateOpenAmounts(one, one.given)
      expect(open.units).toBeGreaterThanOrEqual(0)
      expect(countGivenUnits(one, one.given)).toBeLessThanOrEqual(one.quantity)
      if (one.isGroup) {
        expect(open.cents).toBe(Math.max(0, one.price - one.given.cents - one.given.heldCents))
        expect(open.remaining).toBeGreaterThanOrEqual(open.cents)
      } else expect(open.units + Math.min(one.given.units, one.quantity)).toBeLessThanOrEqual(one.quantity)
    }),
  )
})

test('a state is open exactly when something can be put in a cart', () => {
  fc.assert(
    fc.property(gift, fc.boolean(), (one, available) => {
      const state = giftStateOf(one, one.given, available)
      const complete = countGivenUnits(one, one.given) === one.quantity
      expect(state === 'given').toBe(complete)
      if (state === 'open') expect(calculateOpenAmounts(one, one.given).units).toBeGreaterThan(0)
      expect(state === 'unavailable').toBe(!available && !complete)
    }),
  )
})

test('money or a hold locks the switch and the units below what is covered, and says why', () => {
  fc.assert(
    fc.property(gift, fc.integer({ min: 1, max: 12 }), fc.boolean(), (one, quantity, isGroup) => {
      const locked = validateGiftChange(one, one.given, { quantity, isGroup })
      const { units, heldUnits, cents, heldCents } = one.given
      const touched = units + heldUnits + cents + heldCents > 0
      expect('is_group_gifting' in locked).toBe(touched && isGroup !== one.isGroup)
      expect('quantity' in locked).toBe(!one.isGroup && quantity < units + heldUnits)
      expect(giftLockReason(one.given) !== null).toBe(touched)
    }),
  )
})
