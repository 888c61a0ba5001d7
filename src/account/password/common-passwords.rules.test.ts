import { expect, test } from 'vitest'
import { isCommonPassword, isMostlyKnownWords } from './common-passwords.rules.ts'

test.each([
  '123456',
  'Password',
  'password2027',
  'letmein!',
  'Καλημέρα',
  'kodikos1',
  'trustno1',
  '1q2w3e4r5t',
])('%s is common', password => expect(isCommonPassword(password)).toBe(true))

test.each(['μέλι και καρύδια', 'monkey84739201', 'xk29ff', 'blueharbour', ''])('“%s” is not', password =>
  expect(isCommonPassword(password)).toBe(false),
)

test('3,000 of the list have at least the 8 characters that a merchant may ask for', async () => {
  const { default: passwords } = await import('../../data/common-passwords.txt?raw')
  const long = passwords.split('\n').filter(password => password.length >= 8)
  expect(long.length).toBeGreaterThan(3000)
  expect(long.every(isCommonPassword)).toBe(true)
})

test.each([
  ['eleni1987', true],
  ['ΠΑΠΠΑ!2027', true],
  ['doron-eleni', true],
  ['eleni.pappa@example.gr', true],
  ['eleni και καρύδια', false],
  ['harbour', false],
])('%s: little else than known words: %s', (password, expected) => {
  const words = ['Doron', 'Ελένη', 'Παππά', 'eleni.pappa@example.gr']
  expect(isMostlyKnownWords(password, words)).toBe(expected)
})
