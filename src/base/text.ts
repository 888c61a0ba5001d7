/** Work on text of any length in time that grows no faster than the text. */

/** No language puts more than a few on one letter. */
const maxMarks = 30

/**
 * The text in that Unicode normal form. Sorting the marks (accents) on one letter takes the square of their number, so
 * those beyond 30 are left out.
 */
export function normalizeText(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  return text.replace(/\p{M}+/gu, marks => [...marks].slice(0, maxMarks).join('')).normalize(form)
}

/** The text without those characters at its end; an expression such as `/\/+$/` tries again from each of them. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** For names that people gave: no line ends in the sign or word between two of them. */
export function keepNamesTogether(names: string): string {
  return names.replace(/ ([&+]|και|and) (?=\S)/g, ' $1\u00a0')
}

/** The length of the longest part that no line can break in. */
export function longestWordLength(text: string): number {
  return Math.max(...text.split(/[\s-]+/).map(word => word.length))
}

/** Counting graphemes is slow; a longer text (UTF-16 units) is beyond every limit however it is counted. */
const maxCountedLength = 20_000

/** Letters and signs of which each is one character, whatever stands beside it. */
const singleCharacters = /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u0384-\u03ff\u1f00-\u1fff\u2013-\u2026€\n]*$/

/** The length as people count characters: «ΐ» written as two code points is one. */
export function countCharacters(text: string): number {
  if (text.length > maxCountedLength || singleCharacters.test(text)) return text.length
  return [...new Intl.Segmenter('el', { granularity: 'grapheme' }).segment(text)].length
}

/** What joins or varies letters of some scripts and parts of an emoji. */
const joiner = /^(\p{Join_Control}|\p{Variation_Selector}|[\u{e0020}-\u{e007f}])$/u
/** Before these, joiners have no meaning. */
const plainLetter = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u
const joined = /^[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]$/u
/** Turns the direction of what follows: refused in words (R929). */
const turning = /^[\u202a-\u202e\u2066-\u2069]$/

/**
 * The text without characters that nobody sees and that mean nothing, which come along when something is copied; joiners
 * within emoji and within words of scripts that join their letters stay, and so does what `isClean` refuses.
 */
function withoutInvisible(text: string): string {
  return text.replace(
    /(^|\P{Default_Ignorable_Code_Point})(\p{Default_Ignorable_Code_Point}+)/gu,
    (_, before, run) => {
      const joins = joined.test(before) && !plainLetter.test(before)
      const kept = [...run].filter(
        one => turning.test(one) || (joins && joiner.test(one)) || isKeycap(before, one),
      )
      return before + kept.join('')
    },
  )
}

/**
 * The kind of a text decides which invisible characters mean something in it: an address has no emoji, and a code joins
 * no letters. A list has both names, and telephones with the marks of direction that contacts put around them.
 */
export type TextKind = 'address' | 'telephone' | 'code' | 'name' | 'words' | 'list'

/**
 * A text as it comes in, without what nobody sees and what means nothing in a text of that kind (R929). Direction
 * overrides stay, so that they are refused: copying adds none.
 */
export function cleanText(text: string, kind: TextKind): string {
  if (kind === 'address' || kind === 'telephone' || kind === 'code')
    return text.replace(/(?!\u202e)\p{Default_Ignorable_Code_Point}/gu, '')
  const cleaned = withoutInvisible(text)
  return kind === 'list' ? cleaned.replace(/[\u202a-\u202d\u2066-\u2069]/g, '') : cleaned
}

/** 1️⃣ is a digit, a variation and a frame. */
const isKeycap = (before: string, one: string) => one === '\ufe0f' && /^[\d#*]$/.test(before)

/** NUL, lone surrogates, broken UTF-8 and direction overrides are refused (R929); new lines and tabs are text. */
export function isClean(value: string): boolean {
  return value.isWellFormed() && !/(?![\t\n\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069\ufeff\ufffd]/u.test(value)
}

/** E.164 as people here write it: «694 412 3456»; a number of another country as it is. */
export function formatPhone(number: string): string {
  return number.replace(/^\+30(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3')
}
