import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.rules.ts'
import { ratePassword } from './strength.rules.ts'

test.each([
  ['123456', 'common'],
  ['Password', 'common'],
  ['password2027!', 'common'],
  ['Καλημέρα', 'common'],
  ['kodikos1', 'common'],
  ['abcdefgh', 'weak'],
  ['aaaaaaaa', 'weak'],
  ['12345678', 'common'],
  ['aaaaaaaaaaaaaaaaaa', 'weak'],
  ['αααααααααααα', 'weak'],
  ['1212121212121212', 'weak'],
  ['abcdabcdabcdabcd', 'weak'],
  ['qwertyuiop[]', 'common'],
  ['asdfghjkl;asdfgh', 'weak'],
  ['ασδφγηξκλζχψωβνμ', 'weak'],
  ['ΑβΓδΕζΗθΙκ', 'weak'],
  ['9876543210987654', 'weak'],
  ['1q2w3e4r5t6y7u', 'weak'],
  ['1qaz2wsx3edc4rfv', 'common'],
  ['xk29ff', 'weak'],
  ['blueharbour', 'fair'],
  ['μέλι και καρύδια', 'strong'],
  ['correct horse battery staple', 'strong'],
] as const)('%j is %s', (password, strength) => {
  expect(ratePassword(password, isCommonPassword)).toBe(strength)
})
