import { expect, test } from 'vitest'
import { findUnbuyableLines, parseRefusal, type SoldLine } from './stock.rules.ts'

const unlimited = { minQuantity: 1, maxQuantity: null, stock: null, sharesStock: true }

const lineOf = (id: number, units: number, livePrice: Partial<SoldLine['livePrice']> = {}): SoldLine => ({
  lineRequest: { kind: 'units', units },
  gift: { id, name: `Gift ${id}`, product_id: 7, variant_id: id },
  livePrice: { ...unlimited, ...livePrice },
})
const reasons = (lines: SoldLine[], setAside: Parameters<typeof findUnbuyableLines>[1] = []) =>
  findUnbuyableLines(lines, setAside).map(({ gift_id, reason, count }) => [gift_id, reason, count])

test('lines of one product count together for its least and its most', () => {
  const rules = { minQuantity: 2, maxQuantity: 3 }
  expect(reasons([lineOf(1, 1, rules), lineOf(2, 1, rules)])).toEqual([])
  expect(reasons([lineOf(1, 2, rules), lineOf(2, 2, rules)])).toEqual([
    [1, 'maximum', 3],
    [2, 'maximum', 3],
  ])
  expect(reasons([lineOf(1, 1, rules)])).toEqual([[1, 'minimum', 2]])
})

test('a share of a group gift and an amount on a card are not units', () => {
  const line = lineOf(1, 1, { minQuantity: 2, stock: 0 })
  expect(reasons([{ ...line, lineRequest: { kind: 'contribution', units: 1 } }])).toEqual([])
})

test('stock is of the product, or of each variant where they are counted apart', () => {
  const shared = { stock: 3, sharesStock: true }
  expect(reasons([lineOf(1, 2, shared), lineOf(2, 2, shared)])).toEqual([
    [1, 'stock', 3],
    [2, 'stock', 3],
  ])
  const apart = { stock: 2, sharesStock: false }
  expect(reasons([lineOf(1, 2, apart), lineOf(2, 2, apart)])).toEqual([])
  const aside = [{ product_id: 7, variant_id: 2, units: 1 }]
  expect(reasons([lineOf(1, 2, apart), lineOf(2, 2, apart)], aside)).toEqual([[2, 'held', 1]])
  expect(reasons([lineOf(1, 3, shared)], aside)).toEqual([[1, 'held', 2]])
})

const gifts = [
  { gift_id: 1, name: 'Vase', names: ['Vase', 'Βάζο', 'DRN-1'] },
  { gift_id: 2, name: 'Vase of the maximum', names: ['Vase of the maximum', 'Ψηλό βάζο', ''] },
]

test.each([
  ['You can only purchase a maximum of 2 of the Vase per order.', [[1, 'maximum', 2]]],
  ['You need to purchase a minimum of 12 of the Ψηλό βάζο per order.', [[2, 'minimum', 12]]],
  [
    "We don't have enough Vase of the maximum stock on hand for the quantity you selected.",
    [[2, 'stock', null]],
  ],
  ['The product DRN-1 is not available for purchase.', [[1, 'gone', null]]],
  ['Vase: the option Engraving is required.', [[1, 'modifier', null]]],
  ['Vase: something new.', [[1, 'unknown', null]]],
  ['Insufficient stock.', []],
])('the sentence “%s”', (said, expected) => {
  expect(parseRefusal(said, gifts).map(({ gift_id, reason, count }) => [gift_id, reason, count])).toEqual(
    expected,
  )
})
