import { z } from 'zod'
import { type Language, languages } from '../base/language.ts'
import type { ChannelSettings } from '../shop/port-storefronts.ts'
import { baseAddress, id, splitByName } from './setting-kinds.ts'

type Channels = Record<Language, ChannelSettings>

const defaultDelivery = 'Deliver to the hosts'
const form = 'en:CHANNEL:TOKEN:ADDRESS:DELIVERY,el:…'

/**
 * `en:1:TOKEN:https://shop.example:Deliver to the hosts,el:1481393:…`; what is left out at the end of a part is not known
 * yet. One channel may serve several languages (R954): what one of them leaves out is that of the other.
 */
export function channelList() {
  return z
    .string()
    .default('en:1,el:1481393')
    .transform((text, context): Channels => {
      const parts = splitByName(text, languages, context)
      const found: Partial<Channels> = {}
      for (const language of languages) {
        const part = parts.get(language)
        if (part === undefined)
          refuse(context, `must name each language as in ${form}; ${language} is missing`)
        else found[language] = parseChannel(language, part, context)
      }
      return context.issues.length > 0 ? z.NEVER : joinChannels(found as Channels, context)
    })
}

/** What a store's channels lack before they can be used. */
export function findMissingChannelParts(channels: Channels): string[] {
  return languages.flatMap(language => [
    ...(channels[language].token ? [] : [`must have the storefront token of ${language}: ${form}`]),
    ...(channels[language].url ? [] : [`must have the storefront's address of ${language}: ${form}`]),
  ])
}

interface Context {
  issues: unknown[]
  addIssue(message: string): void
}

const refuse = (context: Context, message: string) => context.addIssue(message)

function parseChannel(language: Language, text: string, context: Context): ChannelSettings {
  const [number = '', token = '', ...rest] = text.split(':')
  const [, address = '', delivery = ''] =
    /^((?:https?:\/\/[^:/]*(?::\d+)?(?:\/[^:]*)?|[^:]*))(?::(.*))?$/.exec(rest.join(':')) ?? []
  const channel = id().safeParse(number.trim())
  if (!channel.success) refuse(context, `must have the number of a channel after "${language}:"`)
  const url = address.trim() ? baseAddress.safeParse(address.trim()) : undefined
  if (url && !url.success) refuse(context, `must have the address of a storefront for ${language}: ${form}`)
  return {
    id: channel.data ?? 0,
    token: token.trim() || undefined,
    url: url?.data,
    delivery: delivery.trim(),
  }
}

/** One channel has one token and one site. */
function joinChannels(channels: Channels, context: Context): Channels {
  const joined = { ...channels }
  for (const [channel, same] of Map.groupBy(languages, language => channels[language].id)) {
    const its = same.map(language => channels[language])
    const tokens = new Set(its.flatMap(one => one.token ?? []))
    const sites = new Set(its.flatMap(one => (one.url === undefined ? [] : new URL(one.url).origin)))
    const why = `because channel ${channel} is that of ${same.join(' and ')}`
    if (tokens.size > 1) refuse(context, `must have the same token twice, or once, ${why}`)
    if (sites.size > 1) refuse(context, `must have addresses on one site, ${why}`)
    const [url, delivery] = [its.find(one => one.url)?.url, its.find(one => one.delivery)?.delivery]
    for (const language of same)
      joined[language] = {
        id: channel,
        token: [...tokens][0],
        url: channels[language].url ?? url,
        delivery: channels[language].delivery || delivery || defaultDelivery,
      }
  }
  return joined
}
