import sansGreek from '@fontsource-variable/commissioner/files/commissioner-greek-wght-normal.woff2'
import sansLatin from '@fontsource-variable/commissioner/files/commissioner-latin-wght-normal.woff2'
import serifGreek from '@fontsource-variable/literata/files/literata-greek-wght-normal.woff2'
import serifLatin from '@fontsource-variable/literata/files/literata-latin-wght-normal.woff2'
import type { Language } from '../../base/language.ts'

export interface FontFile {
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

/** The font files that a page of that language shows at once; a Greek page has Latin digits, spaces and names. */
export function fontsForLanguage(language: Language): FontFile[] {
  return language === 'el' ? [...greek, ...latin] : latin
}
