import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOneTypo, minSimilarity } from './name-keys.ts'

test('one typo is the same in both directions', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 5 }), fc.string({ maxLength: 5 }), (one, other) => {
      expect(isOneTypo(one, other)).toBe(isOneTypo(other, one))
    }),
  )
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, maxLength: 9 }),
      fc.nat(),
      fc.string({ maxLength: 1 }),
      (word, where, letter) => {
        const at = where % word.length
        expect(isOneTypo(word.slice(0, at) + letter + word.slice(at + 1), word)).toBe(true)
      },
    ),
  )
})

test('the minimum similarity is between 0 and 1 for every length', () => {
  for (let letters = 0; letters <= 40; letters++) {
    expect(minSimilarity(letters)).toBeGreaterThan(0)
    expect(minSimilarity(letters)).toBeLessThan(1)
  }
})
