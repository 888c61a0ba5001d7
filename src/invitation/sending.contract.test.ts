import { expect, test } from 'vitest'
import { parseEmailAddresses, recipientText } from './sending.contract.ts'

test('addresses are parsed with all separators that people use, each mailbox once', () => {
  expect(
    parseEmailAddresses(
      'a@x.gr; b@x.gr,c@x.gr d@x.gr\ne@x.gr;A@X.GR ;; "Ράπτης, Νίκος" <n@x.gr>, Άννα <an@x.gr>',
    ),
  ).toEqual({
    valid: [
      ...['a@x.gr', 'b@x.gr', 'c@x.gr', 'd@x.gr', 'e@x.gr'].map(email => ({ name: '', email })),
      { name: 'Ράπτης, Νίκος', email: 'n@x.gr' },
      { name: 'Άννα', email: 'an@x.gr' },
    ],
    invalid: [],
  })
  expect(parseEmailAddresses('a@x; anna, x@y.gr')).toEqual({
    valid: [{ name: '', email: 'x@y.gr' }],
    invalid: ['a@x', 'anna'],
  })
})

test('no address is lost before one with a name, and what is written back is read as the same', () => {
  const { valid } = parseEmailAddresses('a@x.gr Άννα Δοκιμή <an@x.gr> b@x.gr "c@x.gr"')
  expect(valid).toEqual([
    { name: '', email: 'a@x.gr' },
    { name: 'Άννα Δοκιμή', email: 'an@x.gr' },
    { name: '', email: 'b@x.gr' },
    { name: '', email: 'c@x.gr' },
  ])
  expect(parseEmailAddresses(valid.map(recipientText).join(';')).valid).toEqual(valid)
})
