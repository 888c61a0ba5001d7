import { foldText, lookAlikes, splitWords, stripAccents } from './fold.ts'
import { givenNames } from './given-names.ts'
import { greekSpellings, joinLikeSounds, latinSpellings, readSpellings } from './spellings.ts'

/**
 * Search across alphabets (R231). A word has a plain form, the same for every accent, case
 * and look-alike letter, and sounds, the same for Greek and the ways people write it in Latin letters.
 */

/** A word of a query: its plain form, and all ways it may sound (none for a single letter). */
export interface PhoneticQueryWord {
  plain: string
  sounds: string[]
}

/** The search keys stored for a text, with spaces between: each word plain, and its sounds behind a «~». */
export function phoneticSearchKeys(text: string): string {
  const keys = splitWords(text).flatMap(word => [
    foldText(word),
    ...phoneticKeys(word).map(sound => `~${sound}`),
  ])
  return [...new Set(keys)].join(' ')
}

/** The words of a query; each must be the prefix of a stored key, plain or by sound. */
export function phoneticQueryKeys(text: string): PhoneticQueryWord[] {
  return splitWords(text)
    .slice(0, maxWords)
    .map(word => ({
      plain: foldText(word),
      sounds: [...word].length < 2 ? [] : withGivenNameVariants(phoneticKeys(word)),
    }))
}

const maxWords = 8

/** These sounds, and those of every other form of the same given name. */
export function withGivenNameVariants(sounds: string[]): string[] {
  const same = sameNames.filter(names => names.some(name => sounds.includes(name)))
  return [...new Set([...sounds, ...same.flat()])]
}

/**
 * How a word may sound, in a small alphabet of Latin letters (0 is θ). Greek has one reading; Latin may have several,
 * because Greeklish is written by sound or by shape. The table of both is in `spellings.ts`.
 */
export function phoneticKeys(word: string): string[] {
  const readings = isGreek(word)
    ? readSpellings(toGreekLetters(stripAccents(word)), greekSpellings)
    : readSpellings(foldText(word), latinSpellings)
  return [...new Set(readings.map(joinLikeSounds))]
}

const isGreek = (word: string) => /\p{Script=Greek}/u.test(word) && !/[b-df-hj-np-su-wyz]/iu.test(word)

/** Latin letters that slipped into a Greek word become the Greek ones they look like. */
function toGreekLetters(word: string): string {
  return [...word].map(letter => greekOf[letter] ?? letter).join('')
}
const greekOf = Object.fromEntries(
  Object.entries(lookAlikes)
    .filter(([letter]) => /\p{Script=Greek}/u.test(letter))
    .map(([letter, latin]) => [latin, letter]),
)

/** Forms of one given name, by their sounds. */
const sameNames = givenNames.map(names => names.split(' ').flatMap(phoneticKeys))
