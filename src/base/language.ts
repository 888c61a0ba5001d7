/** The languages of the product (R801). To add one, add an entry here; the type checker shows what else it needs. */
export const languages = ['en', 'el'] as const
export type Language = (typeof languages)[number]
export const defaultLanguage: Language = 'en'

interface LanguageDetails {
  /** Its name in the language itself (R802). */
  label: string
  /** The locale for `Intl`. */
  locale: string
  /** For share previews (Open Graph). */
  openGraphLocale: string
}

export const languageDetails = {
  en: {
    label: 'English',
    locale: 'en-GB',
    openGraphLocale: 'en_US',
  },
  el: {
    label: 'Ελληνικά',
    locale: 'el-GR',
    openGraphLocale: 'el_GR',
  },
} as const satisfies Record<Language, LanguageDetails>

/** A known language, or null for anything else. */
export function parseLanguage(value: unknown): Language | null {
  return languages.find(language => language === value) ?? null
}

/** The language's own name; an unknown value as it is. */
export function languageLabel(value: string): string {
  const language = parseLanguage(value)
  return language === null ? value : languageDetails[language].label
}

/** The order in which readers in Greece are offered them. */
export const languagesGreekFirst: Language[] = ['el', ...languages.filter(language => language !== 'el')]

export function mapEachLanguage<T>(create: (language: Language) => T): Record<Language, T> {
  return Object.fromEntries(languages.map(language => [language, create(language)])) as Record<Language, T>
}

/** A value for each language, created at its first use, because an `Intl` format is expensive to create. */
export function mapLanguages<T>(create: (language: Language) => T): (language: Language) => T {
  const created: Partial<Record<Language, T>> = {}
  return language => {
    created[language] ??= create(language)
    return created[language]
  }
}

/** The name under which the chosen language is stored: in a cookie, which decides, and as a copy in local storage. */
export const languageKey = 'I18N_LANGUAGE'
