import { languages } from '../../base/language.ts'
import { findCheckoutOrigins } from '../../shop/port-storefronts.ts'
import type { Config } from '../config.ts'
import { storefrontAddresses } from '../storefronts.ts'

type PictureSettings = Parameters<typeof storefrontAddresses>[0] &
  Parameters<typeof findCheckoutOrigins>[2] &
  Pick<Config, 'PICTURE_HOSTS' | 'SITE_MARK'>

/**
 * Where pictures may come from beside this site: where the platform keeps those of its stores, the storefronts of all
 * languages, the shop's own mark, and what PICTURE_HOSTS names (R1203).
 */
export function findPictureOrigins(config: PictureSettings): string[] {
  const addresses = storefrontAddresses(config)
  const own = new URL(config.SITE_URL).origin
  const origins = [
    ...(config.SHOP_STORE_HASH === undefined ? [] : [platformPictures]),
    ...languages.flatMap(language => findCheckoutOrigins(language, addresses[language], config)),
    ...(config.SITE_MARK ? [new URL(config.SITE_MARK).origin] : []),
    ...config.PICTURE_HOSTS.map(host => `https://${host}`),
  ]
  return [...new Set(origins)].filter(origin => origin !== own)
}

/** The platform has several, numbered ones. */
const platformPictures = 'https://*.bigcommerce.com'

/** Whether our pages may show a picture of that address. */
export function isShownPicture(address: string, config: PictureSettings): boolean {
  const url = URL.parse(address)
  if (!url) return false
  const isPlatform = url.protocol === 'https:' && url.hostname.endsWith('.bigcommerce.com')
  return [new URL(config.SITE_URL).origin, ...findPictureOrigins(config)].some(origin =>
    origin === platformPictures ? isPlatform : url.origin === origin,
  )
}
