export type Language = 'en' | 'el'

/** A storefront of the platform. */
export interface Channel {
  id: number
  language: Language
  name: string
}

/** One channel for each language (R953); 1 is the platform's default channel. */
export const channels: Channel[] = [
  { id: 1, language: 'en', name: 'Doron Shop (English)' },
  { id: 1481393, language: 'el', name: 'Doron Shop (Ελληνικά)' },
]

/** The language of a channel; English for an unknown one. */
export function languageOfChannel(channelId: number): Language {
  return channels.find(channel => channel.id === channelId)?.language ?? 'en'
}

/** The id of the channel in a language. */
export function channelOfLanguage(language: Language): number {
  return channels.find(channel => channel.language === language)?.id ?? 1
}
