import { normalizeText } from '../text.ts'

/** Keys of a Greek keyboard and what they write when the Latin layout is on. */
const latinKeys = 'abcdefghijklmnoprstuvwxyz'
const greekKeys = 'αβψδεφγηιξκλμνοπρστθωςχυζ'

const toGreek = new Map([...latinKeys].map((key, at) => [key, greekKeys[at] ?? key]))
const toLatin = new Map([...greekKeys].map((key, at) => [key, latinKeys[at] ?? key]))

/**
 * The same keys with the other layout on: «Xr;hstow» is «Χρήστος», and «Γεοργε» is “George”.
 * Null when nothing would change. The accent is its own key (`;` before the vowel).
 */
export function switchKeyboardLayout(typed: string): string | null {
  const isGreek = /\p{Script=Greek}/u.test(typed)
  const plain = normalizeText(typed, 'NFD').replace(/\p{M}/gu, '')
  const meant = isGreek ? retyped(plain, toLatin) : accented(retyped(plain, toGreek))
  return meant === plain ? null : meant
}

function retyped(text: string, keys: Map<string, string>): string {
  return [...text].map(letter => keys.get(letter) ?? capital(letter, keys) ?? letter).join('')
}

function capital(letter: string, keys: Map<string, string>): string | undefined {
  const small = letter.toLowerCase()
  return small === letter ? undefined : keys.get(small)?.toUpperCase()
}

function accented(text: string): string {
  return normalizeText(text.replace(/;([αεηιουω])/gi, '$1\u0301'), 'NFC')
}
