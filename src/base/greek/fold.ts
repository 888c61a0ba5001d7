import { normalizeText } from '../text.ts'

/** Text normalised for search: the same for every accent, case and look-alike letter (R231, R930). */

/** A table in which each word is a letter and what it becomes: `αa θth`. */
export function letterTable(table: string): Record<string, string> {
  return Object.fromEntries(table.split(' ').map(([letter, ...becomes]) => [letter, becomes.join('')]))
}

/** Without accents and case, ς as σ, look-alike letters of Greek, Latin and Cyrillic as one. */
export function foldText(text: string): string {
  return [...stripAccents(text)].map(letter => lookAlikes[letter] ?? letter).join('')
}

/** Without accents and case, ς as σ; ligatures and full-width letters are separated, so that «ﬁ» is found as “fi”. */
export function stripAccents(text: string): string {
  return normalizeText(text, 'NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ')
}

/** Letters whose capitals (or small letters) look the same, as the Latin one. */
export const lookAlikes = letterTable(
  'αa βb εe ζz ηh ιi κk μm νn οo ρp τt υy χx аa вb еe кk мm нh оo рp сc тt уy хx іi јj ѕs',
)

/** The words of a text (letters and digits, at most 48 characters each); an apostrophe does not end a word. */
export function splitWords(text: string): string[] {
  const apart = normalizeText(text.replace(/['’΄`´]/g, ''), 'NFKD')
  return apart.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]{0,47}/gu) ?? []
}
