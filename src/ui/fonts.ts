import sansGreek from '@fontsource-variable/commissioner/files/commissioner-greek-wght-normal.woff2'
import sansLatin from '@fontsource-variable/commissioner/files/commissioner-latin-wght-normal.woff2'
import serifGreek from '@fontsource-variable/literata/files/literata-greek-wght-normal.woff2'
import serifLatin from '@fontsource-variable/literata/files/literata-latin-wght-normal.woff2'
import type { Language } from '../base/language.ts'

/** The font files that a page of that language shows at once; a Greek page has Latin digits, spaces and names. */
export function fontsOf(language: Language): string[] {
  return language === 'el' ? [sansGreek, serifGreek, sansLatin, serifLatin] : [sansLatin, serifLatin]
}
