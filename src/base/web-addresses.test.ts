import { expect, test } from 'vitest'
import { hasWebAddress, isNamedLikeAddress } from './web-addresses.ts'

test.each([
  'paypal.com',
  'See PayPal.Com!',
  'https://evil.zzz/x',
  'http://1.2.3.4',
  'www.evil.gr',
  'go to:evil.example.co.uk/a?b=1',
  'ευχές.ελ',
  'evil。com',
  '(evil.top)',
])('%s names a site', text => expect(hasWebAddress(text)).toBe(true))

test.each([
  'Ελάτε στις 8.30 μ.μ.',
  'Γ.Παππάς, κ.λπ.',
  'St.George, at 8.30pm',
  'RSVP maria@example.com',
  'Thank you...for all',
  'and so on.',
  '12.05.2027',
])('%s names none', text => expect(hasWebAddress(text)).toBe(false))

test('our own address is none of another site', () => {
  expect(hasWebAddress('See https://doron.test/registry/x or doron.test', ['doron.test'])).toBe(false)
  expect(hasWebAddress('See https://doron.test.evil.com/', ['doron.test'])).toBe(true)
  expect(hasWebAddress('See https://doron.test@evil.com/', ['doron.test'])).toBe(true)
})

test('a name is neither a site nor a mailbox', () => {
  expect(['paypal.com', 'a@b', 'Άννα & Νίκος'].map(isNamedLikeAddress)).toEqual([true, true, false])
})
