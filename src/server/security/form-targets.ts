import { languages } from '../../base/language.ts'
import { findCheckoutOrigins } from '../../shop/port-store.ts'
import type { Config } from '../config.ts'
import { storefrontAddresses } from '../storefronts.ts'

type ShopHosts = Pick<
  Config,
  'storefronts' | 'SHOP_STORE_HASH' | 'SHOP_CHANNELS' | 'SHOP_CHECKOUT_ORIGINS' | 'SITE_URL'
>

/** Origins that forms may lead to beside our own: where the storefronts, carts and checkouts of all languages are. */
export function findFormTargets(config: ShopHosts): string[] {
  const addresses = storefrontAddresses(config)
  const origins = languages.flatMap(language => findCheckoutOrigins(language, addresses[language], config))
  return withoutOwn(origins, config)
}

function withoutOwn(origins: string[], { SITE_URL }: Pick<Config, 'SITE_URL'>): string[] {
  const own = new URL(SITE_URL).origin
  return [...new Set(origins)].filter(origin => origin !== own)
}
