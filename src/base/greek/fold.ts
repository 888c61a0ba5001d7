import { normalizeText } from '../text.ts'

/** Text normalised for search: the same for every accent, case and look-alike letter (R231, R930). */

/** Without accents and case, ς as σ, look-alike letters of Greek, Latin and Cyrillic as one. */
export function foldText(text: string): string {
  return [...stripAccents(text)].map(letter => lookAlikes[letter] ?? letter).join('')
}

/** Without accents and case, ς as σ; ligatures and full-width letters are separated, so that «ﬁ» is found as “fi”. */
export function stripAccents(text: string): string {
  return normalizeText(text, 'NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ')
}

/** Letters whose capitals (or small letters) look the same, as the Latin one. */
export const lookAlikes: Record<string, string> = {
  α: 'a',
  β: 'b',
  ε: 'e',
  ζ: 'z',
  η: 'h',
  ι: 'i',
  κ: 'k',
  μ: 'm',
  ν: 'n',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'y',
  χ: 'x',
  а: 'a',
  в: 'b',
  е: 'e',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  і: 'i',
  ј: 'j',
  ѕ: 's',
}

/** The words of a text (letters and digits, at most 48 characters each); an apostrophe does not end a word. */
export function splitWords(text: string): string[] {
  const apart = normalizeText(text.replace(/['’΄`´]/g, ''), 'NFKD')
  return apart.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]{0,47}/gu) ?? []
}
