/** The two languages of the product; English is the default and the fallback (R801). */
export const languages = ['en', 'el'] as const
export type Language = (typeof languages)[number]
export const defaultLanguage: Language = 'en'

/** A known language, or null for anything else. */
export function parseLanguage(value: unknown): Language | null {
  return languages.find(language => language === value) ?? null
}

/** The name of a language in itself, for pickers and `lang` attributes. */
export const languageNames: Record<Language, string> = { en: 'English', el: 'Ελληνικά' }

/** As readers in Greece are offered them. */
export const languagesGreekFirst: Language[] = ['el', 'en']

/** The other one of the two. */
export function otherLanguage(language: Language): Language {
  return language === 'el' ? 'en' : 'el'
}

/** What there is one of in each language, made when it is first asked for: an `Intl` format costs more than it writes. */
export function mapLanguages<T>(make: (language: Language) => T): (language: Language) => T {
  const made: Partial<Record<Language, T>> = {}
  return language => {
    made[language] ??= make(language)
    return made[language]
  }
}

/** The language chosen is kept under this name: in a cookie, which decides, and in local storage, its mirror. */
export const languageKey = 'I18N_LANGUAGE'
