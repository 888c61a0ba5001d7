import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allotRefunds } from '../order-reading.ts'
import { orderLinesSchema, refundsSchema } from '../wire.ts'

const lineFields = { variant_id: 0, name: 'Teapot', product_options: [] }
const linesOf = (...totals: [quantity: number, refunded: number, total: string][]) =>
  orderLinesSchema.parse(
    totals.map(([quantity, quantity_refunded, total_inc_tax], index) => ({
      ...lineFields,
      id: index + 1,
      product_id: index + 10,
      quantity,
      quantity_refunded,
      total_inc_tax,
      discounted_total_inc_tax: total_inc_tax,
    })),
  )
const item = (item_type: string, item_id: number, quantity: number, requested_amount: number) => ({
  item_type,
  item_id,
  quantity,
  requested_amount,
})
const allot = (lines: ReturnType<typeof linesOf>, ...refunds: object[]) => {
  const { data } = refundsSchema.parse({
    data: refunds.map((refund, index) => ({ id: index + 1, items: [], payments: [], ...refund })),
  })
  const { byLine, unplaced } = allotRefunds(lines, data)
  return { lines: Object.fromEntries(byLine), unplaced }
}
const two = linesOf([2, 1, '60.0000'], [1, 0, '100.0000'])

test.each<[string, ReturnType<typeof linesOf>, object[], object]>([
  [
    'units of a line',
    two,
    [{ total_amount: 30, items: [item('PRODUCT', 1, 1, 30)] }],
    { lines: { 1: 3000, 2: 0 }, unplaced: [] },
  ],
  [
    'several refunds, one after another',
    two,
    [
      { total_amount: 30, items: [item('PRODUCT', 1, 1, 30)] },
      { total_amount: 130, items: [item('PRODUCT', 1, 1, 30), item('PRODUCT', 2, 1, 100)] },
    ],
    { lines: { 1: 6000, 2: 10000 }, unplaced: [] },
  ],
  [
    'an amount of a whole order of several lines',
    two,
    [{ total_amount: 30, items: [item('ORDER', 9, 1, 30)] }],
    { lines: { 1: 0, 2: 0 }, unplaced: [{ refundId: 1, cents: 3000 }] },
  ],
  [
    'an amount of a whole order of one line',
    linesOf([1, 0, '100.0000']),
    [{ total_amount: 30, items: [item('ORDER', 9, 1, 30)] }],
    { lines: { 1: 3000 }, unplaced: [] },
  ],
  [
    'a tax adjustment, without items',
    two,
    [{ total_amount: 5 }],
    { lines: { 1: 0, 2: 0 }, unplaced: [{ refundId: 1, cents: 500 }] },
  ],
  [
    'delivery, handling and fees',
    two,
    [
      {
        total_amount: 9,
        items: [item('SHIPPING', 1, 1, 4), item('HANDLING', 1, 1, 3), item('FEE', 2, 1, 2)],
      },
    ],
    { lines: { 1: 0, 2: 0 }, unplaced: [] },
  ],
  [
    'the merchant’s own total',
    two,
    [
      {
        total_amount: 20,
        uses_merchant_override_values: true,
        items: [item('PRODUCT', 1, 1, 30), item('SHIPPING', 1, 1, 10)],
      },
    ],
    { lines: { 1: 1500, 2: 0 }, unplaced: [] },
  ],
  [
    'payments that were all declined',
    two,
    [{ total_amount: 30, items: [item('PRODUCT', 1, 1, 30)], payments: [{ amount: 30, is_declined: true }] }],
    { lines: { 1: 0, 2: 0 }, unplaced: [] },
  ],
  [
    'payments of which one was declined',
    two,
    [
      {
        total_amount: 30,
        items: [item('PRODUCT', 1, 1, 30)],
        payments: [
          { amount: 20, is_declined: true },
          { amount: 10, is_declined: false },
        ],
      },
    ],
    { lines: { 1: 1000, 2: 0 }, unplaced: [] },
  ],
  [
    'more than a line has, as with wrapping',
    two,
    [{ total_amount: 75, items: [item('PRODUCT', 1, 2, 75)] }],
    { lines: { 1: 6000, 2: 0 }, unplaced: [] },
  ],
])('%s', (_, lines, refunds, expected) => expect(allot(lines, ...refunds)).toEqual(expected))

test('what is given back is divided to the cent', () => {
  const amount = fc.integer({ min: 1, max: 9999 })
  fc.assert(
    fc.property(
      fc.array(amount, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 5000 }),
      (parts, total) => {
        const lines = linesOf(...parts.map((): [number, number, string] => [1, 1, '1000000.0000']))
        const items = parts.map((cents, index) => item('PRODUCT', index + 1, 1, cents / 100))
        const { lines: allotted } = allot(lines, { total_amount: total / 100, items })
        expect(Object.values(allotted).reduce((sum, cents) => sum + cents, 0)).toBe(total)
        expect(Object.values(allotted).every(cents => cents >= 0)).toBe(true)
      },
    ),
  )
})
