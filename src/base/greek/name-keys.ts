import { foldText, splitWords, stripAccents } from './fold.ts'
import { phoneticKeys, withGivenNameVariants } from './phonetic-keys.ts'

/**
 * Asking for people by their names (R231). A kept word has keys; a word asked for meets a key whole,
 * by its sound, by another form of the same name, by its beginning, or, when it is long, but for one typo.
 */

/** How well a key is met; the smaller, the better. */
export const nameRanks = { whole: 0, sound: 1, form: 2, beginning: 3, typo: 4 } as const
export type NameRank = (typeof nameRanks)[keyof typeof nameRanks]

export interface QueryNameWord {
  /** Without accents and case, in its own alphabet. */
  typed: string
  /** With look-alike letters as one. */
  plain: string
  sounds: string[]
  /** Sounds of the other surname ending and of the same given name; these meet whole words only. */
  forms: string[]
}

/** The words of a text as they are kept: without accents and case, each once. */
export function indexedNameWords(text: string): string[] {
  return [...new Set(splitWords(text).map(stripAccents))]
}

/** The keys of a kept word: its plain form, and its sounds behind a «~». */
export function nameKeys(word: string): string[] {
  return [foldText(word), ...phoneticKeys(word).map(sound => `~${sound}`)]
}

/** Beginnings of up to so many letters are kept; longer ones have few words behind them. */
const beginningMost = 5
/** Shorter ones, by letters and by sound, are the beginning of too much. */
const beginningLeast = { plain: 2, sound: 3 }

/** The kept beginnings of a kept word: those of its keys, behind a «^». */
export function namePrefixes(word: string): string[] {
  const all = nameKeys(word).flatMap(key => {
    const { mark, letters, least } = inParts(key)
    const lengths = Array.from({ length: beginningMost - least + 1 }, (_, at) => least + at)
    return lengths
      .filter(length => length <= letters.length)
      .map(length => `^${mark}${letters.slice(0, length).join('')}`)
  })
  return [...new Set(all)]
}

/** The kept beginning that a key asked for is; null when it is too short or too long to be one. */
export function indexedPrefix(key: string): string | null {
  const { letters, least } = inParts(key)
  return letters.length >= least && letters.length <= beginningMost ? `^${key}` : null
}

/** Whether the words that begin with a key asked for are meant too. */
export function canBeginWith(key: string): boolean {
  const { letters, least } = inParts(key)
  return letters.length >= least
}

function inParts(key: string) {
  const isSound = key.startsWith('~')
  const letters = [...(isSound ? key.slice(1) : key)]
  return { mark: isSound ? '~' : '', letters, least: beginningLeast[isSound ? 'sound' : 'plain'] }
}

/** The keys of a word asked for, other forms apart. */
export function queryNameKeys({ plain, sounds }: QueryNameWord): string[] {
  return [plain, ...sounds.map(sound => `~${sound}`)]
}

/** What is asked for, word by word; «και», “the” and their like ask for nothing, unless there is nothing else. */
export function queryNameWords(text: string): QueryNameWord[] {
  const words = indexedNameWords(text)
  const names = words.filter(word => word.length > 1 && !fillers.has(word))
  return (names.length > 0 ? names : words).slice(0, mostWords).map(askedWord)
}

const mostWords = 6
const fillers = new Set(
  'και κι με ο η οι το τα του τησ των τον την τη στο στη στον στην and the of for to'.split(' '),
)

function askedWord(typed: string): QueryNameWord {
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

/** How well that key or kept beginning of a word meets the word asked for, or null. */
export function rankName(asked: QueryNameWord, key: string): NameRank | null {
  if (key.startsWith('^')) return queryNameKeys(asked).includes(key.slice(1)) ? nameRanks.beginning : null
  return key.startsWith('~') ? bySound(asked, key.slice(1)) : byLetters(asked, key)
}

function byLetters({ typed, plain }: QueryNameWord, letters: string): NameRank | null {
  if (letters === plain) return nameRanks.whole
  if (canBeginWith(plain) && letters.startsWith(plain)) return nameRanks.beginning
  return mayErr(typed, letters) && isOneTypo(plain, letters) ? nameRanks.typo : null
}

function bySound({ typed, sounds, forms }: QueryNameWord, sound: string): NameRank | null {
  if (sounds.includes(sound)) return nameRanks.sound
  if (forms.includes(sound)) return nameRanks.form
  if (begins(sounds, sound)) return nameRanks.beginning
  return mayErr(typed, sound) && sounds.some(asked => isOneTypo(asked, sound)) ? nameRanks.typo : null
}

function begins(sounds: string[], sound: string): boolean {
  return sounds.some(asked => canBeginWith(`~${asked}`) && sound.startsWith(asked))
}

const typoFrom = 6

/** One typo is forgiven between words of six letters or more, so that Μάρα does not find Μαρία. */
function mayErr(typed: string, kept: string): boolean {
  return isLongWord(typed) && isLongWord(kept)
}

export function isLongWord(word: string): boolean {
  return word.length >= typoFrom
}

/** One letter more, less or other, or two neighbours exchanged. */
export function isOneTypo(one: string, other: string): boolean {
  const start = sharedLength(one, other)
  const [a, b] = [one.slice(start), other.slice(start)]
  if (Math.abs(a.length - b.length) > 1) return false
  if (a.length !== b.length) return a.length > b.length ? a.slice(1) === b : b.slice(1) === a
  const isExchanged = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
  return a.slice(1) === b.slice(1) || isExchanged
}

/**
 * What share of their trigrams two words of so many letters have in common at the least, if they are one typo apart:
 * an exchange changes four of them, and those that a word repeats count once, for which there is some room.
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
