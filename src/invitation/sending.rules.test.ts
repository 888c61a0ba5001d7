import { expect, test } from 'vitest'
import { parseEmailAddresses } from './sending.contract.ts'

test('addresses are parsed with all separators that people use, each mailbox once', () => {
  expect(
    parseEmailAddresses(
      'a@x.gr; b@x.gr,c@x.gr d@x.gr\ne@x.gr;A@X.GR ;; "Ράπτης, Νίκος" <n@x.gr>, Άννα <an@x.gr>',
    ),
  ).toEqual({
    valid: ['a@x.gr', 'b@x.gr', 'c@x.gr', 'd@x.gr', 'e@x.gr', 'n@x.gr', 'an@x.gr'],
    invalid: [],
  })
  expect(parseEmailAddresses('a@x; anna, x@y.gr')).toEqual({ valid: ['x@y.gr'], invalid: ['a@x', 'anna'] })
})
