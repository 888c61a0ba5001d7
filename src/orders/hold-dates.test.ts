import { expect, test } from 'vitest'
import { holdOf } from './orders.rules.ts'

const now = new Date('2026-11-22T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const pending = (waitsFor: 'checkout' | 'payment' | 'unknown', orderedAt: Date) =>
  holdOf({ state: 'pending', waitsFor, orderedAt }, 7, now)
const over = { state: 'void', heldUntil: null, isOver: true }

test('an order holds its gifts from its date: a day at the checkout, its days for a payment, without an end when nobody knows', () => {
  expect(pending('checkout', hoursAgo(23))).toEqual({
    state: 'pending',
    heldUntil: hoursAgo(-1),
    isOver: false,
  })
  expect(pending('checkout', hoursAgo(24))).toEqual(over)
  expect(pending('payment', hoursAgo(7 * 24 - 1)).heldUntil).toEqual(hoursAgo(-1))
  expect(pending('payment', hoursAgo(7 * 24))).toEqual(over)
  expect(pending('unknown', hoursAgo(9999))).toEqual({ state: 'pending', heldUntil: null, isOver: false })
})

test('a date that the shop puts in the future lengthens nothing', () => {
  expect(pending('payment', hoursAgo(-1000)).heldUntil).toEqual(hoursAgo(-7 * 24))
})

test.each(['paid', 'void'] as const)('an order that is %s holds nothing', state => {
  expect(holdOf({ state, waitsFor: null, orderedAt: hoursAgo(1) }, 7, now)).toEqual({
    state,
    heldUntil: null,
    isOver: false,
  })
})
