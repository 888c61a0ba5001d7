import { expect, test } from 'vitest'
import { foldReceiptNumber } from './receipts.rules.ts'

test('marks and spaces make no other number, but between two digits', () => {
  const same = ['A-2207', 'a 2207', 'Α2207', 'α – 2207', 'A/2207', 'Α.2207', '#A2207']
  expect(new Set(same.map(foldReceiptNumber))).toEqual(new Set(['a2207']))
  expect(foldReceiptNumber('12/3')).toBe(foldReceiptNumber('12 - 3'))
  expect(foldReceiptNumber('12/3')).not.toBe(foldReceiptNumber('1/23'))
})
