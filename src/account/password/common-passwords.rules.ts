import passwords from '../../data/common-passwords.txt?raw'
import { foldPassword } from './strength.rules.ts'

/** Passwords that are common in Greece, which international lists leave out. */
const greekPasswords = `kodikos kalimera kalispera kalinixta sagapo sagapw agapi mou123 ellada hellas athina thessaloniki kriti
  olympiakos olimpiakos panathinaikos paok1926 aek1924 aris1914 thira7 gate13 giorgos maria dimitris kostas nikos eleni
  katerina giannis vasilis panagiotis christos gamos2026 gamos2027 gamos2028 vaptisi wedding doron123 κωδικος κωδικος1
  καλημερα καλησπερα σαγαπω αγαπη ελλαδα αθηνα θεσσαλονικη ολυμπιακος παναθηναικος γιωργος μαρια δημητρης κωστας`

const common = new Set([...passwords.split('\n'), ...greekPasswords.split(/\s+/)].map(foldPassword))
/** Digits and signs that people put behind a word: years, 123, !. */
const maxSuffix = 4

/**
 * Whether a password is one of the most common ones that were ever lost, or such a one with up to four digits or signs
 * behind it; accents and case don't matter (R112).
 */
export function isCommonPassword(password: string): boolean {
  const plain = foldPassword(password)
  const suffix = [...plain.slice(-maxSuffix)].reverse().findIndex(sign => /\p{L}/u.test(sign))
  const endings = suffix === -1 ? maxSuffix : suffix
  return Array.from({ length: endings + 1 }, (_, cut) => plain.slice(0, plain.length - cut)).some(start =>
    common.has(start),
  )
}

/** Fewest characters of a password that have to be left once known words are taken out. */
const minOwnCharacters = 6

/**
 * Whether a password is little else than words that others know of the person or the site, such as a name with a year
 * (R112). Words of fewer than three characters are not looked for.
 */
export function isMostlyKnownWords(password: string, words: string[]): boolean {
  const known = words.flatMap(word => foldPassword(word).split(/[^\p{L}]+/u)).filter(word => word.length > 2)
  const plain = foldPassword(password)
  const left = known.reduce((rest, word) => rest.replaceAll(word, ''), plain)
  return left.length < plain.length && left.length < minOwnCharacters
}
