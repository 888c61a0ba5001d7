import { expect, test } from 'vitest'
import { isCommonPassword } from './common-rules.ts'
import { ratePassword } from './strength-rules.ts'

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
  expect(ratePassword(password, isCommonPassword)).toBe(strength)
})
