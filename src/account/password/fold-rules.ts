import { normalizeText } from '../../base/text.ts'

/** A password without accents and case, ς as σ, as guesses are compared with it. */
export function foldPassword(text: string): string {
  return normalizeText(text, 'NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ')
}
