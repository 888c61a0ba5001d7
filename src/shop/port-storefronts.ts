import { type Language, languageDetails } from '../base/language.ts'

interface CheckoutSettings {
  SHOP_STORE_HASH?: string | undefined
  SHOP_CHANNEL_EN: number
  SHOP_CHANNEL_EL: number
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
  const channel = settings[languageDetails[language].channelSetting]
  // The host of the first channel has no number; a channel without a checkout of its own uses that one's.
  const platformHosts = hash === undefined ? [] : [hash, `${hash}-${channel}`]
  const platformOrigins = platformHosts.map(host => `https://store-${host}.mybigcommerce.com`)
  return [...new Set([new URL(storefrontUrl).origin, ...platformOrigins, ...listed])]
}
