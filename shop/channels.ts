export type Language = 'en' | 'el'

export interface Channel {
  id: number
  language: Language
  name: string
}

/** One storefront for each language; 1 is the platform's default channel. */
export const channels: Channel[] = [
  { id: 1, language: 'en', name: 'Doron Shop (English)' },
  { id: 1481393, language: 'el', name: 'Doron Shop (Ελληνικά)' },
]

/** The language a channel speaks; unknown channels speak English. */
export function languageOf(channelId: number): Language {
  return channels.find(channel => channel.id === channelId)?.language ?? 'en'
}

export function channelOf(language: Language): number {
  return channels.find(channel => channel.language === language)?.id ?? 1
}
