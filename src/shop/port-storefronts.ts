import { type Language, languages } from '../base/language.ts'

/** A store's channel for one language. */
export interface ChannelSettings {
  id: number
  /** A private storefront token. */
  token?: string | undefined
  /** Where its storefront is, without a slash at the end. */
  url?: string | undefined
  /** How it calls the shipping method that delivers to the hosts. */
  delivery: string
}

interface CheckoutSettings {
  SHOP_STORE_HASH?: string | undefined
  SHOP_CHANNELS: Record<Language, { id: number }>
  SHOP_CHECKOUT_ORIGINS?: string[] | undefined
}

/**
 * The origins where carts and checkouts of a language may be (R425): its storefront, the hosts that the platform gives to
 * the store and to that channel, and those that the merchant lists for both.
 */
export function findCheckoutOrigins(
  language: Language,
  storefrontUrl: string,
  settings: CheckoutSettings,
): string[] {
  const { SHOP_STORE_HASH: hash, SHOP_CHECKOUT_ORIGINS: listed = [] } = settings
  const channel = settings.SHOP_CHANNELS[language].id
  // The host of the first channel has no number; a channel without a checkout of its own uses that one's.
  const platformHosts = hash === undefined ? [] : [hash, `${hash}-${channel}`]
  const platformOrigins = platformHosts.map(host => `https://store-${host}.mybigcommerce.com`)
  return [...new Set([new URL(storefrontUrl).origin, ...platformOrigins, ...listed])]
}

/** Writes channels as the setting has them. */
export function formatChannels(channels: Record<Language, ChannelSettings>): string {
  const parts = languages.map(language => {
    const { id: channel, token = '', url = '', delivery } = channels[language]
    return `${language}:${[channel, token, url, delivery].join(':')}`
  })
  return parts.join(',')
}
