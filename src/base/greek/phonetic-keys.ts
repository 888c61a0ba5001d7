import { foldText, lookAlikes, splitWords, stripAccents } from './fold.ts'
import { givenNames } from './given-names.ts'

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

const maxSounds = 16

/**
 * How a word may sound, in a small alphabet of Latin letters (0 is θ). Greek has one reading, by ELOT 743 with
 * like vowels and double letters joined; Latin may have several, because Greeklish is written by sound or by shape.
 */
export function phoneticKeys(word: string): string[] {
  const letters = isGreek(word) ? toGreekLetters(stripAccents(word)) : foldText(word)
  const rules = isGreek(word) ? greek : latin
  let sounds = ['']
  for (let at = 0; at < letters.length; ) {
    const rule = rules.find(([written]) => letters.startsWith(written, at))
    const [written, ...spoken] = rule ?? [letters[at] ?? '', letters[at] ?? '']
    sounds = sounds.flatMap(sound => spoken.map(more => sound + more)).slice(0, maxSounds)
    at += written.length
  }
  return [...new Set(sounds.map(joinDoubleLetters))]
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

/** Double letters are one, and φ before a voiceless sound is the υ of αυ, ευ. */
function joinDoubleLetters(sound: string): string {
  return sound.replace(/(.)\1+/g, '$1').replace(/([aei])f(?=[0kpsth])/g, '$1v')
}

/** A spelling and its possible sounds; longer spellings come first. */
type Spelling = [written: string, ...spoken: string[]]

const spellings = (text: string): Spelling[] =>
  text
    .trim()
    .split(/\s+/)
    .map(entry => {
      const [written = '', spoken = ''] = entry.split(':')
      return [written, ...spoken.split('/')] satisfies Spelling
    })

const greek = spellings(`
  ου:u αυ:av ευ:ev ηυ:iv αι:e ει:i οι:i υι:i μπ:b ντ:d γκ:g γγ:g τζ:tz
  α:a β:v γ:g δ:d ε:e ζ:z η:i θ:0 ι:i κ:k λ:l μ:m ν:n ξ:ks ο:o π:p ρ:r σ:s τ:t υ:i φ:f χ:h ψ:ps ω:o`)

const latin = spellings(`
  demetr:dimitr/demetr econom:ikonom/ekonom dj:tz/dz dz:tz/dz
  aya:agia/ava aye:agie/ave ayi:agi/avi ayo:agio/avo
  ou:u oy:u/oi au:av eu:ev ay:av/ai ey:ev/ei ai:e/ai ei:i oi:i/oi
  yi:i/gi ya:ia/gia ye:ie/gie yo:io/gio
  mp:b mb:b nt:d nd:d/nd gk:g ng:g gg:g gh:g/gi dh:d/di kh:h/ki ch:h th:0/ti ph:f/pi ps:ps tz:tz ts:ts
  8:0/8 3:ks/3 4:ps/4 9:0/9 b:v/b c:k h:h/i j:tz/i q:k u:u/i v:v w:o/v x:ks/h y:i`)

/** Forms of one given name, by their sounds. */
const sameNames = givenNames.map(names => names.split(' ').flatMap(phoneticKeys))
