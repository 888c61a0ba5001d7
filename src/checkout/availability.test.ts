import { expect, test } from 'vitest'
import { type CartLineRequest, checkAvailability, type OfferedGift } from './hand-off.rules.ts'

const now = new Date('2027-03-01T10:00:00Z')
const offered: OfferedGift = {
  id: 1,
  productId: 1,
  name: 'x',
  available: true,
  quantity: 3,
  isGroup: false,
  price: 1000,
  given: {
    units: 1,
    reservedUnits: 1,
    cents: 0,
    reservedCents: 0,
    reservedUntil: new Date('2027-03-01T10:07:30Z'),
  },
}
const requestUnits = (units: number): CartLineRequest => ({
  index: 0,
  kind: 'units',
  productId: 1,
  variantId: 0,
  units,
  cents: 0,
  chosenCents: null,
  message: null,
  parts: [],
})
const check = (line: CartLineRequest, gift: OfferedGift | undefined) => checkAvailability(line, gift, [], now)

test('a line is unavailable exactly when it asks for more than is open', () => {
  expect(check(requestUnits(1), offered)).toBeNull()
  expect(check(requestUnits(2), offered)).toMatchObject({ wanted: 2, open_units: 1 })
  expect(check({ ...requestUnits(1), kind: 'contribution', cents: 500 }, offered)).toMatchObject({
    open_cents: 0,
    reason: 'regrouped',
  })
  expect(check(requestUnits(1), undefined)).toMatchObject({ gift_id: 0, open_units: 0, reason: 'removed' })
})

test('only what is paid for counts as given; what is set aside says when it may be free', () => {
  const withGiven = (given: Partial<OfferedGift['given']>) => ({
    ...offered,
    quantity: 1,
    given: { ...offered.given, units: 0, ...given },
  })
  expect(check(requestUnits(1), withGiven({}))).toMatchObject({ reason: 'held', held_minutes: 8 })
  expect(check(requestUnits(1), withGiven({ reservedUntil: null }))).toMatchObject({
    reason: 'held',
    held_minutes: null,
  })
  expect(check(requestUnits(1), withGiven({ units: 1, reservedUnits: 0 }))).toMatchObject({
    reason: 'given',
    held_minutes: null,
  })
})
