/** The two languages of the product; English is the default and the fallback (spec §2, §9). */
export const languages = ['en', 'el'] as const
export type Language = (typeof languages)[number]
export const defaultLanguage: Language = 'en'

/** A known language, or null for anything else. */
export function asLanguage(value: unknown): Language | null {
  return languages.find(language => language === value) ?? null
}

/** The name of a language in itself, for pickers and `lang` attributes. */
export const languageNames: Record<Language, string> = { en: 'English', el: 'Ελληνικά' }

/** As readers in Greece are offered them. */
export const greekFirst: Language[] = ['el', 'en']

/** The other one of the two. */
export function otherLanguage(language: Language): Language {
  return language === 'el' ? 'en' : 'el'
}
