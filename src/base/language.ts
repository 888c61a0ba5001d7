/** The languages of the product (R801). A further one is an entry here; the type checker tells what else it needs. */
export const languages = ['en', 'el'] as const
export type Language = (typeof languages)[number]
export const defaultLanguage: Language = 'en'

interface LanguageDetails {
  /** Its name in itself (R802). */
  label: string
  /** For `Intl`. */
  locale: string
  /** For share previews (Open Graph). */
  openGraphLocale: string
  /** The settings (config.ts) that are there once for each language. */
  channelSetting: string
  announcementSetting: string
}

export const languageDetails = {
  en: {
    label: 'English',
    locale: 'en-GB',
    openGraphLocale: 'en_US',
    channelSetting: 'SHOP_CHANNEL_EN',
    announcementSetting: 'ANNOUNCEMENT_EN',
  },
  el: {
    label: 'Ελληνικά',
    locale: 'el-GR',
    openGraphLocale: 'el_GR',
    channelSetting: 'SHOP_CHANNEL_EL',
    announcementSetting: 'ANNOUNCEMENT_EL',
  },
} as const satisfies Record<Language, LanguageDetails>

/** A known language, or null for anything else. */
export function parseLanguage(value: unknown): Language | null {
  return languages.find(language => language === value) ?? null
}

/** As readers in Greece are offered them. */
export const languagesGreekFirst: Language[] = ['el', 'en']

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
