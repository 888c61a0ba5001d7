import type { Language } from '../../base/language.ts'
import sansGreek from './fonts/commissioner-greek.woff2'
import sansLatin from './fonts/commissioner-latin.woff2'
import serifGreek from './fonts/literata-greek.woff2'
import serifLatin from './fonts/literata-latin.woff2'

interface FontFile {
  family: 'Commissioner' | 'Literata'
  href: string
}

const greek: FontFile[] = [
  { family: 'Commissioner', href: sansGreek },
  { family: 'Literata', href: serifGreek },
]
const latin: FontFile[] = [
  { family: 'Commissioner', href: sansLatin },
  { family: 'Literata', href: serifLatin },
]

/** Pages of every language have Latin digits, spaces and names. */
const fonts: Record<Language, FontFile[]> = { en: latin, el: [...greek, ...latin] }

export function fontsForLanguage(language: Language): FontFile[] {
  return fonts[language]
}
