import { expect, test } from 'vitest'
import { emailKey } from './customer.rules.ts'

test.each([
  ['Anna@Example.GR', 'anna@example.gr'],
  ['ａnna@example.gr', 'anna@example.gr'],
  ['άννα@Παράδειγμα.gr', 'άννα@xn--hxajbheg2az3al.gr'],
])('%j and %j are one mailbox', (one, other) => {
  expect(emailKey(one)).toBe(emailKey(other))
})

test('characters that only look alike are another mailbox', () => {
  expect(emailKey('аnna@example.gr')).not.toBe(emailKey('anna@example.gr'))
})
