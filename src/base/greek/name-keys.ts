import { foldText, splitWords, stripAccents } from './fold.ts'
import { phoneticKeys, withGivenNameVariants } from './phonetic-keys.ts'

/**
 * Search for people by their names (R231). An indexed word has keys; a word of the query matches a key exactly, by its
 * sound, by another form of the same name, by its prefix, or, when it is long, with one typo.
 */

/** How well a key matches; smaller is better. */
export const nameRanks = { whole: 0, sound: 1, form: 2, beginning: 3, typo: 4 } as const
export type NameRank = (typeof nameRanks)[keyof typeof nameRanks]

export interface QueryNameWord {
  /** Without accents and case, in its own alphabet. */
  typed: string
  /** With look-alike letters as one. */
  plain: string
  sounds: string[]
  /** Sounds of the other surname ending and of the same given name; these match whole words only. */
  forms: string[]
}

/** The words of a text as they are indexed: without accents and case, each once. */
export function indexedNameWords(text: string): string[] {
  return [...new Set(splitWords(text).map(stripAccents))]
}

/** The keys of an indexed word: its plain form, and its sounds behind a «~». */
export function nameKeys(word: string): string[] {
  return [foldText(word), ...phoneticKeys(word).map(sound => `~${sound}`)]
}

/** Prefixes of up to so many letters are indexed; longer ones match few words. */
const maxPrefixLength = 5
/** Shorter prefixes, by letters and by sound, match too many words. */
const minPrefixLength = { plain: 2, sound: 3 }

/** The indexed prefixes of a word: those of its keys, behind a «^». */
export function namePrefixes(word: string): string[] {
  const prefixes = nameKeys(word).flatMap(key => {
    const { mark, letters, least } = splitKey(key)
    const lengths = Array.from({ length: maxPrefixLength - least + 1 }, (_, at) => least + at)
    return lengths
      .filter(length => length <= letters.length)
      .map(length => `^${mark}${letters.slice(0, length).join('')}`)
  })
  return [...new Set(prefixes)]
}

/** The indexed prefix that equals a key of the query; null when the key is too short or too long. */
export function indexedPrefix(key: string): string | null {
  const { letters, least } = splitKey(key)
  return letters.length >= least && letters.length <= maxPrefixLength ? `^${key}` : null
}

/** Whether a key of the query also matches words that begin with it. */
export function canBeginWith(key: string): boolean {
  const { letters, least } = splitKey(key)
  return letters.length >= least
}

function splitKey(key: string) {
  const isSound = key.startsWith('~')
  const letters = [...(isSound ? key.slice(1) : key)]
  return { mark: isSound ? '~' : '', letters, least: minPrefixLength[isSound ? 'sound' : 'plain'] }
}

/** The keys of a word of the query, without its other forms. */
export function queryNameKeys({ plain, sounds }: QueryNameWord): string[] {
  return [plain, ...sounds.map(sound => `~${sound}`)]
}

/** The words of a query; «και», “the” and the like are left out, unless there is nothing else. */
export function queryNameWords(text: string): QueryNameWord[] {
  const words = indexedNameWords(text)
  const names = words.filter(word => word.length > 1 && !stopWords.has(word))
  return (names.length > 0 ? names : words).slice(0, maxWords).map(toQueryWord)
}

const maxWords = 6
const stopWords = new Set(
  'και κι με ο η οι το τα του τησ των τον την τη στο στη στον στην and the of for to'.split(' '),
)

function toQueryWord(typed: string): QueryNameWord {
  const sounds = phoneticKeys(typed)
  return {
    typed,
    plain: foldText(typed),
    sounds,
    forms: formsOf(sounds).filter(form => !sounds.includes(form)),
  }
}

/** Every other form: of the surname or the case, of the same given name, and the cases of those. */
function formsOf(sounds: string[]): string[] {
  const declined = [...sounds, ...sounds.flatMap(otherEndings)]
  const same = withGivenNameVariants(declined)
  return [...new Set([...same, ...same.flatMap(otherEndings)])]
}

/** Endings of a man's and a woman's surname (also nominative and genitive), by sound, after at least three letters. */
const endings = [
  // Παπαδόπουλος, Παπαδοπούλου
  ['os', 'u'],
  // Γεωργιάδης, Γεωργιάδου
  ['idis', 'idu'],
  ['adis', 'adu'],
  // Νικολαΐδης, Νικολαΐδου: without its dots αι is one sound
  ['edis', 'edu'],
  // Βασιλάκης, Βασιλάκη
  ['is', 'i'],
  // Παππάς, Παππά
  ['as', 'a'],
  // Παππούς, Παππού
  ['us', 'u'],
] as const

function otherEndings(sound: string): string[] {
  return endings.flatMap(([male, female]) => [
    ...exchanged(sound, male, female),
    ...exchanged(sound, female, male),
  ])
}

function exchanged(sound: string, ending: string, other: string): string[] {
  const stem = sound.slice(0, -ending.length)
  return sound.endsWith(ending) && stem.length >= 3 ? [stem + other] : []
}

/** How well a key or an indexed prefix matches a word of the query; null when it does not. */
export function rankName(query: QueryNameWord, key: string): NameRank | null {
  if (key.startsWith('^')) return queryNameKeys(query).includes(key.slice(1)) ? nameRanks.beginning : null
  return key.startsWith('~') ? rankBySound(query, key.slice(1)) : rankByLetters(query, key)
}

function rankByLetters({ typed, plain }: QueryNameWord, letters: string): NameRank | null {
  if (letters === plain) return nameRanks.whole
  if (canBeginWith(plain) && letters.startsWith(plain)) return nameRanks.beginning
  return allowsTypo(typed, letters) && isOneTypo(plain, letters) ? nameRanks.typo : null
}

function rankBySound({ typed, sounds, forms }: QueryNameWord, sound: string): NameRank | null {
  if (sounds.includes(sound)) return nameRanks.sound
  if (forms.includes(sound)) return nameRanks.form
  if (matchesPrefix(sounds, sound)) return nameRanks.beginning
  return allowsTypo(typed, sound) && sounds.some(asked => isOneTypo(asked, sound)) ? nameRanks.typo : null
}

function matchesPrefix(sounds: string[], sound: string): boolean {
  return sounds.some(asked => canBeginWith(`~${asked}`) && sound.startsWith(asked))
}

const minTypoLength = 6

/** One typo is forgiven between words of six letters or more, so that Μάρα does not find Μαρία. */
function allowsTypo(typed: string, indexed: string): boolean {
  return isLongWord(typed) && isLongWord(indexed)
}

export function isLongWord(word: string): boolean {
  return word.length >= minTypoLength
}

/** Whether two words differ by one added, missing or other letter, or by two exchanged neighbours. */
export function isOneTypo(one: string, other: string): boolean {
  const start = sharedLength(one, other)
  const [a, b] = [one.slice(start), other.slice(start)]
  if (Math.abs(a.length - b.length) > 1) return false
  if (a.length !== b.length) return a.length > b.length ? a.slice(1) === b : b.slice(1) === a
  const isExchanged = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
  return a.slice(1) === b.slice(1) || isExchanged
}

/**
 * The minimum share of trigrams that two words of so many letters have in common when they are one typo apart: an
 * exchange of letters changes four trigrams, and repeated trigrams count once, which the factor allows for.
 */
export function minSimilarity(letters: number): number {
  // A long word of one repeated sign has a key of two letters; below five the share would fall to nothing.
  const counted = Math.max(letters, 5)
  return (0.8 * (counted - 3)) / (counted + 5)
}

function sharedLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}
