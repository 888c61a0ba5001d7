import { normalizeText } from '../text.ts'
import { letterTable } from './fold.ts'

/**
 * Greek in Latin letters by ELOT 743, the way of passports and road signs; Latin letters lose their marks.
 * What belongs to neither alphabet stays as it is. Lower case throughout.
 */
export function transliterateGreek(text: string): string {
  const greek = normalizeText(text, 'NFC')
    .toLowerCase()
    .replace(/ο[υύ]/g, 'ou')
    .replace(
      /([αεη])[υύ](?=([θκξπστφχψς]|$|[^\p{L}])?)/gu,
      (_, vowel: string, voiceless?: string) => `${single[vowel]}${voiceless === undefined ? 'v' : 'f'}`,
    )
    .replace(/γ(?=[γ])/g, 'n')
    .replace(/γ(?=[ξχ])/g, 'n')
    .replace(/(?<!\p{L})μπ|μπ(?!\p{L})/gu, 'b')
  return [...normalizeText(greek, 'NFKD').replace(/\p{M}/gu, '')]
    .map(letter => single[letter] ?? letter)
    .join('')
}

const single = letterTable(
  'αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf χch ψps ωo æae đd łl øo œoe ßss',
)

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
