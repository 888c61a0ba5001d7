import { expect, test } from 'vitest'
import { lastWithdrawalDay, mayWithdraw } from './my-gift.ts'

const order = {
  isShipped: false,
  isCompleted: false,
  orderedAt: new Date('2027-03-01T10:00:00Z'),
  changedAt: new Date('2027-03-05T10:00:00Z'),
}

test('the term of goods begins when they are sent, and leaves time for the parcel', () => {
  expect(lastWithdrawalDay(order, true)).toBeNull()
  expect(lastWithdrawalDay({ ...order, isShipped: true }, true)).toBe('2027-04-02')
  expect(lastWithdrawalDay({ ...order, isCompleted: true }, true)).toBe('2027-04-02')
})

test('of money it runs from the order, its last day included', () => {
  const last = lastWithdrawalDay({ ...order, isCompleted: true }, false)
  expect(last).toBe('2027-03-15')
  expect([mayWithdraw([last], '2027-03-15'), mayWithdraw([last], '2027-03-16')]).toEqual([true, false])
  expect(mayWithdraw([last, null], '2028-01-01')).toBe(true)
})
