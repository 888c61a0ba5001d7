import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanText, countCharacters, keepNamesTogether } from './text.ts'

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

test('no line can end between the sign of two names and the second one', () => {
  for (const sign of ['&', '+', 'και', 'and'])
    expect(keepNamesTogether(`Άννα ${sign} Νίκος`)).toBe(`Άννα ${sign}\u00a0Νίκος`)
  expect(keepNamesTogether('Alexander & Rhea & Paul')).toBe('Alexander &\u00a0Rhea &\u00a0Paul')
  for (const other of ['Andromeda’s list', '& Sons', 'Σταύρος και'])
    expect(keepNamesTogether(other)).toBe(other)
})

test('what nobody sees goes, what joins letters and parts of emoji stays', () => {
  for (const unseen of [
    '\u00ad',
    '\u034f',
    '\u115f',
    '\u200b',
    '\u200d',
    '\u200e',
    '\u2060',
    '\u3164',
    '\ufe0f',
    '\ufeff',
  ])
    for (const text of [`Μα${unseen}ρία`, `${unseen}Μαρία`, `Μαρία${unseen}${unseen}`])
      expect(cleanText(text, 'words')).toBe('Μαρία')
  for (const text of ['👩‍👩‍👧 ❤️ 1️⃣ 🏴\u{e0067}\u{e0062}\u{e007f}', 'می‌خواهم', 'क्‍ष', 'a\u202eb'])
    expect(cleanText(text, 'words')).toBe(text)
})

test('in an address, a telephone and a code nothing that can’t be seen has a meaning', () => {
  for (const unseen of ['\u200b', '\u200d', '\u202a', '\u2066', '\ufe0f'])
    for (const kind of ['address', 'telephone', 'code'] as const)
      expect(cleanText(`1${unseen}ع${unseen}`, kind)).toBe('1ع')
})
