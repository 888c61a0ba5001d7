import { expect, test } from 'vitest'
import { ratePassword } from '../password/strength-rules.ts'
import { emailKey } from './rules.ts'

test.each([
  ['123456', 'common'],
  ['Password', 'common'],
  ['password2027!', 'common'],
  ['Καλημέρα', 'common'],
  ['kodikos1', 'common'],
  ['abcdefgh', 'weak'],
  ['aaaaaaaaaaaaaaaaaa', 'weak'],
  ['xk29ff', 'weak'],
  ['blueharbour', 'fair'],
  ['μέλι και καρύδια', 'strong'],
  ['correct horse battery staple', 'strong'],
] as const)('%j is %s', (password, strength) => {
  expect(ratePassword(password)).toBe(strength)
})

test.each([
  ['Anna@Example.GR', 'anna@example.gr'],
  ['ａnna@example.gr', 'anna@example.gr'],
])('%j and %j are one mailbox', (one, other) => {
  expect(emailKey(one)).toBe(emailKey(other))
})

test('letters that only look alike are another mailbox', () => {
  expect(emailKey('аnna@example.gr')).not.toBe(emailKey('anna@example.gr'))
})
