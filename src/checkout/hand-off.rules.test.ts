import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '../base/app-error.ts'
import { type CartLineRequest, findGiftForLine, mergeLinesByGift, parseLineItems } from './hand-off.rules.ts'
import { formatGiverName, type MarkedOrigin } from './mark.rules.ts'
import { createHandoffReference, signMark, verifyMark } from './request.ts'

const generic = { productId: 9, productOptionId: 1, variantOptionId: 2 }

describe('parsing line items', () => {
  const optionSelections = [
    { option_id: 1, option_value: '77' },
    { option_id: 2, option_value: '770' },
  ]
  test.each([
    [
      { product_id: 5, quantity: 2 },
      { kind: 'units', productId: 5, variantId: 0, units: 2 },
    ],
    [
      { product_id: 5, variant_id: 50, quantity: 1, is_group_gifting: 'true', list_price: 4000 },
      { kind: 'contribution', productId: 5, variantId: 50, cents: 4000 },
    ],
    [
      { product_id: 5, quantity: 3, is_group_gifting: 1, list_price: 1000 },
      { kind: 'contribution', units: 1, cents: 3000 },
    ],
    [
      { product_id: 9, quantity: 1, list_price: 2500, option_selections: optionSelections },
      { kind: 'contribution', productId: 77, variantId: 770, cents: 2500 },
    ],
    [{ product_id: 5, quantity: 1, is_group_gifting: '0' }, { kind: 'units' }],
  ])('%j', (line, read) => expect(parseLineItems([line], generic)).toMatchObject([read]))

  test('reports every wrong line at once', () => {
    const parse = () =>
      parseLineItems(
        [
          { product_id: 9, quantity: 1, list_price: 100 },
          { product_id: 5, quantity: 1, is_group_gifting: true },
        ],
        generic,
      )
    expect(parse).toThrow(AppError)
    try {
      parse()
    } catch (error) {
      expect((error as AppError).fields).toEqual({
        'line_items.0.option_selections': 'field_required',
        'line_items.1.list_price': 'amount_wrong',
      })
    }
  })
})

test('a gift is found by product and variant; where only one side names a variant the product is enough', () => {
  const gifts = [
    { id: 1, product_id: 5, variant_id: 50 },
    { id: 2, product_id: 5, variant_id: 51 },
    { id: 3, product_id: 6, variant_id: 0 },
    { id: 4, product_id: 7, variant_id: 70 },
  ]
  const find = (productId: number, variantId: number) => findGiftForLine(gifts, { productId, variantId })?.id
  expect([find(5, 51), find(5, 52), find(5, 0), find(6, 60), find(7, 0), find(7, 71), find(8, 0)]).toEqual([
    2,
    undefined,
    undefined,
    3,
    4,
    undefined,
    undefined,
  ])
})

const lineRequest = fc.record({
  index: fc.constant(0),
  kind: fc.constantFrom('units' as const, 'contribution' as const),
  productId: fc.integer({ min: 1, max: 4 }),
  variantId: fc.constant(0),
  units: fc.integer({ min: 1, max: 5 }),
  cents: fc.integer({ min: 1, max: 9000 }),
  chosenCents: fc.constant(null),
  message: fc.constant(null),
  parts: fc.constant<CartLineRequest['parts']>([]),
})

test('merging keeps all units and cents, in one line of each kind for a gift', () => {
  fc.assert(
    fc.property(fc.array(lineRequest), lines => {
      const sums = mergeLinesByGift(lines, line => ({ id: line.productId }))
      const total = (of: CartLineRequest[], kind: 'units' | 'contribution') =>
        of
          .filter(one => one.kind === kind)
          .reduce((sum, one) => sum + (kind === 'units' ? one.units : one.cents), 0)
      expect(total(sums, 'units')).toBe(total(lines, 'units'))
      expect(total(sums, 'contribution')).toBe(total(lines, 'contribution'))
      expect(new Set(sums.map(one => `${one.kind} ${one.productId}`)).size).toBe(sums.length)
    }),
  )
})

const anOrigin: MarkedOrigin = {
  registryCode: 'KH7MABEZ3456',
  visibility: 'initials',
  language: 'el',
  createdAt: new Date('2026-11-22T10:00:00Z'),
  customerId: null,
  line: { kind: 'contribution', giftId: 7, productId: 70, variantId: 0, cents: 3000 },
}

test('a mark says again what the hand-off was, in at most 255 characters', () => {
  const secrets = { SECRET: 'secret', SECRET_PREVIOUS: [] }
  const id = fc.integer({ min: 1, max: 2_000_000_000 })
  const line = fc.record({
    kind: fc.constantFrom('contribution' as const, 'gift_card' as const),
    giftId: id,
    productId: fc.integer({ min: 1, max: 9_999_999 }),
    variantId: fc.integer({ min: 0, max: 9_999_999 }),
    cents: fc.integer({ min: 1, max: 99_999_999 }),
  })
  const origin = fc.record({
    registryCode: fc.constant(anOrigin.registryCode),
    visibility: fc.constantFrom('full' as const, 'initials' as const, 'anonymous' as const),
    language: fc.constantFrom('en' as const, 'el' as const),
    createdAt: fc.constant(anOrigin.createdAt),
    customerId: fc.option(id),
    line,
  })
  fc.assert(
    fc.property(origin, one => {
      const reference = createHandoffReference()
      const text = signMark(reference, one, secrets)
      expect(text.length).toBeLessThanOrEqual(255)
      expect(verifyMark(text, secrets, new Date())).toEqual({ reference, origin: one })
    }),
  )
})

test('only a signed reference is accepted, for years', () => {
  const secrets = { SECRET: 'secret', SECRET_PREVIOUS: [] }
  const now = new Date('2036-11-22T10:00:00Z')
  const reference = createHandoffReference()
  const text = signMark(reference, anOrigin, secrets)
  expect(verifyMark(text, secrets, now)?.reference).toBe(reference)
  expect(verifyMark(text, { SECRET: 'another', SECRET_PREVIOUS: [] }, now)).toBeNull()
  for (const forged of [
    null,
    '',
    '.',
    reference,
    `${reference}.`,
    text.replace(reference, createHandoffReference()),
  ])
    expect(verifyMark(forged, secrets, now)).toBeNull()
})

test.each([
  ['Άννα Δοκιμή', 'full', 'Άννα Δοκιμή'],
  ['Άννα Δοκιμή', 'initials', 'Ά. Δ.'],
  ['maria & nikos', 'initials', 'M. N.'],
  ['Άννα', 'anonymous', ''],
  [null, 'full', ''],
] as const)('%s, %s: “%s”', (name, visibility, shown) =>
  expect(formatGiverName(name, visibility)).toBe(shown),
)
