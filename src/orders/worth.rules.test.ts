import { describe, expect, test } from 'vitest'
import {
  excessOf,
  isHostOrder,
  limitMoney,
  type MoneyMovement,
  mostMoneyOf,
  takenOffCertificates,
  worthOfLine,
} from './worth.rules.ts'

const goods = { productId: 5, isCard: false }
const card = { productId: 9, isCard: true }
type Kind = Parameters<typeof worthOfLine>[0]['kind']

test.each<[Kind, number, typeof goods & { hasMoney?: boolean }, 'guest' | 'staff', object | string]>([
  ['goods', 5, goods, 'guest', { kind: 'units', isMoney: false }],
  ['goods', 5, goods, 'staff', { kind: 'units', isMoney: false }],
  ['goods', 6, goods, 'staff', 'other_product'],
  ['goods', 5, { ...goods, hasMoney: true }, 'staff', 'money_in'],
  ['goods', 9, card, 'staff', 'certificate'],
  ['digital', 5, goods, 'guest', { kind: 'units', isMoney: true }],
  ['digital', 5, goods, 'staff', { kind: 'units', isMoney: false }],
  ['certificate', 9, card, 'staff', 'certificate'],
  ['certificate', 5, goods, 'guest', 'certificate'],
  ['money', 1, goods, 'staff', { kind: 'contribution', isMoney: true }],
  ['money', 1, { ...goods, hasMoney: true }, 'guest', { kind: 'contribution', isMoney: true }],
  ['money', 1, card, 'guest', { kind: 'gift_card', isMoney: true }],
])('a line of %s, product %i, counts for %o by %s as %o', (kind, productId, target, by, worth) => {
  expect(worthOfLine({ kind, productId }, target, by)).toEqual(worth)
})

test('an order that carries a code of ours was placed by us', () => {
  expect([isHostOrder({ externalId: 'REG-ABEZ' }), isHostOrder({ externalId: 'ERP-7' })]).toEqual([
    true,
    false,
  ])
  expect(isHostOrder({ externalId: null })).toBe(false)
})

const movement = (more: Partial<MoneyMovement>): MoneyMovement => ({
  event: 'purchase',
  isOk: true,
  cents: 2000,
  certificate: null,
  ...more,
})
const certificate = { code: 'REG-ABEZ', fromCents: 3000, toCents: 1000 }
const order = { totalCents: 5000, certificateCents: 2000, refundedCents: 0, unplacedRefunds: [] }

describe('what certificates have paid', () => {
  test('is what their balances show, of payments that went through', () => {
    expect(takenOffCertificates([movement({ certificate })])).toBe(2000)
    expect(takenOffCertificates([movement({ certificate: { ...certificate, toCents: 2500 } })])).toBe(500)
    expect(takenOffCertificates([movement({ certificate, cents: 700 })])).toBe(700)
    for (const more of [{ isOk: false }, { event: 'pending' }, { certificate: null }])
      expect(takenOffCertificates([movement({ certificate, ...more })])).toBe(0)
    expect(takenOffCertificates([movement({ certificate: { ...certificate, code: '' } })])).toBe(0)
  })

  test('limits the money of the order; what is given back does, too, once it has its place', () => {
    expect([2000, 500, 0, 9000].map(taken => mostMoneyOf(order, taken))).toEqual([5000, 3500, 3000, 5000])
    const refunded = { ...order, refundedCents: 4000 }
    expect(mostMoneyOf(refunded, null)).toBe(1000)
    expect(mostMoneyOf({ ...refunded, unplacedRefunds: [{ cents: 1500 }] }, null)).toBe(2500)
  })
})

test('money beyond the most comes off the last lines; goods stay', () => {
  const line = (cents: number, isMoney: boolean) => ({ cents, isMoney, units: 1 })
  const lines = [line(1000, true), line(8000, false), line(1000, true), line(500, true)]
  expect(limitMoney(lines, 1200).map(one => [one.cents, one.units])).toEqual([
    ...[[1000, 1] as const, [8000, 1] as const],
    ...[[200, 1] as const, [0, 0] as const],
  ])
})

test('the excess is what came in beyond what was given back and what the order costs now', () => {
  const paid = [movement({ cents: 3000 }), movement({ certificate })]
  const now = { ...order, totalCents: 3500 }
  expect(excessOf(now, paid)).toBe(1500)
  expect(excessOf({ ...now, refundedCents: 1000 }, paid)).toBe(500)
  expect(excessOf(now, [...paid, movement({ event: 'refund', cents: 1500 })])).toBe(0)
  expect(excessOf(now, [...paid, movement({ event: 'refund', cents: 1500, isOk: false })])).toBe(1500)
  // Pending and failed payments were not captured.
  expect(excessOf(now, [movement({ cents: 3000, isOk: false }), movement({ event: 'pending' })])).toBe(0)
})
