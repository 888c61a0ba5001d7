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
