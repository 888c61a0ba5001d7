import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countCharacters } from './text.ts'

const graphemes = (text: string) =>
  [...new Intl.Segmenter('el', { granularity: 'grapheme' }).segment(text)].length

test('characters are counted as people count them, also where it is told without segmenting', () => {
  expect(countCharacters('Καλώς ήρθατε, «Νίκη»…')).toBe(21)
  expect(countCharacters('\u03b9\u0308\u0301')).toBe(1)
  expect(countCharacters('👩‍👩‍👧')).toBe(1)
  const basic = fc.integer({ min: 0, max: 0x2030 }).map(code => String.fromCharCode(code))
  const greek = fc.integer({ min: 0x370, max: 0x3ff }).map(code => String.fromCharCode(code))
  const text = fc.string({ unit: fc.oneof(basic, greek, fc.constantFrom('€', '\r\n', '\n', '👩‍👩‍👧')) })
  fc.assert(
    fc.property(text, value => countCharacters(value) === graphemes(value)),
    { numRuns: 2000 },
  )
})
