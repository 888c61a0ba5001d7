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

/** The language of a locale such as `el` or `el-GR`; undefined when the shop has no texts in it. */
export function languageOfLocale(locale: string): Language | undefined {
  const language = locale.split('-', 1)[0]?.toLowerCase()
  return channels.find(channel => channel.language === language)?.language
}

/** The language of a cart or an order: that of its locale, because a channel may serve several, else the channel's. */
export function languageOf({
  channel_id,
  locale,
}: {
  channel_id: number
  locale?: string | undefined
}): Language {
  return languageOfLocale(locale ?? '') ?? languageOfChannel(channel_id)
}

export function channelOfLanguage(language: Language): number {
  return channels.find(channel => channel.language === language)?.id ?? 1
}
