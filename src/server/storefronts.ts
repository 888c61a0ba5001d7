import { isIP, isIPv6 } from 'node:net'
import { type Language, mapEachLanguage } from '../base/language.ts'
import { trimEndOf } from '../base/text.ts'
import type { ChannelSettings } from '../shop/port-store.ts'
import { type DemoSettings, isDemonstration } from './loopback.ts'

interface StorefrontSettings extends DemoSettings {
  SHOP_CHANNELS: Record<Language, Pick<ChannelSettings, 'id' | 'url'>>
}

const embeddedPath = '/shop'

/**
 * Where links to the storefront lead in each language, without a slash at the end: each channel has its own site (R953).
 * The embedded shop is a path of this site, and a demonstration's Greek one is on another name of this machine (R955).
 */
export function findStorefronts(settings: StorefrontSettings): Record<Language, string> {
  const { en, el } = settings.SHOP_CHANNELS
  return {
    en: en.url ?? embeddedPath,
    el: el.url ?? findSecondEmbeddedUrl(settings) ?? embeddedPath,
  }
}

/** The addresses of the storefronts, those on this site with its name. */
export function storefrontAddresses({
  storefronts,
  SITE_URL,
}: {
  storefronts: Record<Language, string>
  SITE_URL: string
}): Record<Language, string> {
  return mapEachLanguage(language => {
    const storefront = storefronts[language]
    return storefront.startsWith('/') ? SITE_URL + storefront : storefront
  })
}

/** The embedded shop by the other name that this machine is reached by; undefined where there is one name only. */
function findSecondEmbeddedUrl(settings: StorefrontSettings): string | undefined {
  const url = new URL(settings.SITE_URL)
  const isOneChannel = settings.SHOP_CHANNELS.en.id === settings.SHOP_CHANNELS.el.id
  if (!isDemonstration(settings) || isOneChannel || url.protocol !== 'http:') return undefined
  const otherName = otherLocalName(url.hostname, settings.HOST)
  if (otherName === undefined) return undefined
  url.hostname = otherName
  return trimEndOf(url.href, '/') + embeddedPath
}

/** `localhost` leads to the first two addresses of this machine only. */
function otherLocalName(hostname: string, listensAt: string): string | undefined {
  if (hostname !== 'localhost')
    return ['127.0.0.1', '::1', 'localhost'].includes(listensAt) ? 'localhost' : undefined
  if (isIP(listensAt) === 0) return undefined
  return isIPv6(listensAt) ? `[${listensAt}]` : listensAt
}
