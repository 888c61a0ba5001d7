import type { Config } from '../config.ts'

type ShopHosts = Pick<
  Config,
  | 'SHOP_STORE_HASH'
  | 'SHOP_STOREFRONT_URL'
  | 'SHOP_CHANNEL_EN'
  | 'SHOP_CHANNEL_EL'
  | 'SHOP_CHECKOUT_ORIGINS'
  | 'SITE_URL'
>

/**
 * Origins that forms may lead to beside our own: the storefront, and the hosts that the platform gives to this store and
 * its channels, where carts and checkouts are; a store with domains of its own for them lists those.
 */
export function findFormTargets(config: ShopHosts): string[] {
  const { SHOP_STORE_HASH: hash, SHOP_STOREFRONT_URL, SITE_URL } = config
  // The host of the first channel has no number.
  const suffixes = ['', `-${config.SHOP_CHANNEL_EN}`, `-${config.SHOP_CHANNEL_EL}`]
  const addresses = [
    ...(SHOP_STOREFRONT_URL ? [SHOP_STOREFRONT_URL] : []),
    ...(hash ? suffixes.map(suffix => `https://store-${hash}${suffix}.mybigcommerce.com`) : []),
    ...config.SHOP_CHECKOUT_ORIGINS,
  ]
  const own = new URL(SITE_URL).origin
  return [...new Set(addresses.map(address => new URL(address).origin))].filter(origin => origin !== own)
}
