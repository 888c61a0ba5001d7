import { AsyncLocalStorage } from 'node:async_hooks'
import { defaultLanguage, type Language, languageKey, languages, parseLanguage } from '../../base/language.ts'
import { overwriteGetLocale } from '../../paraglide/runtime.js'
import { findCheckoutOrigins } from '../../shop/port-store.ts'
import type { Config } from '../config.ts'
import { urlOf } from '../http/address.ts'
import { storefrontAddresses } from '../storefronts.ts'
import { readCookie } from './session.ts'

/** Where a language's storefront is now, and what the setting was when that was found out. */
export interface StorefrontMove {
  language: Language
  setting: string
  url: string
  checkoutOrigins: string[]
}

/** Whether a storefront is the store's own, and not a path of this site, which can't move. */
export const canMove = (config: Config, language: Language) =>
  !config.storefrontSettings[language].startsWith('/')

/** The moves of storefronts whose setting is still the same; one that was set anew since is where its setting says. */
export const presentMoves = (config: Config, moves: StorefrontMove[]) =>
  moves.filter(
    ({ language, setting }) => canMove(config, language) && config.storefrontSettings[language] === setting,
  )

/** Lets links, forms and pictures of our pages lead to where the storefronts are now. */
export function moveStorefronts(config: Config, moves: StorefrontMove[]): void {
  for (const { language, url } of moves) config.storefronts[language] = url
  const checkouts = [...(config.SHOP_CHECKOUT_ORIGINS ?? []), ...moves.flatMap(move => move.checkoutOrigins)]
  config.SHOP_CHECKOUT_ORIGINS = [...new Set(checkouts)]
}

type ShopSettings = Parameters<typeof storefrontAddresses>[0] & Parameters<typeof findCheckoutOrigins>[2]
type PictureSettings = ShopSettings & Pick<Config, 'PICTURE_HOSTS' | 'SITE_MARK'>

/** Origins that forms may lead to beside our own: where the storefronts, carts and checkouts of all languages are. */
export const findFormTargets = (config: ShopSettings) => withoutOwn(config, findShopOrigins(config))

function findShopOrigins(config: ShopSettings): string[] {
  const addresses = storefrontAddresses(config)
  return languages.flatMap(language => findCheckoutOrigins(language, addresses[language], config))
}

function withoutOwn({ SITE_URL }: ShopSettings, origins: string[]): string[] {
  const own = new URL(SITE_URL).origin
  return [...new Set(origins)].filter(origin => origin !== own)
}

/**
 * Where pictures may come from beside this site: where the platform keeps those of its stores, the storefronts of all
 * languages, the shop's own mark, and what PICTURE_HOSTS names (R1203).
 */
export function findPictureOrigins(config: PictureSettings): string[] {
  return withoutOwn(config, [
    ...(config.SHOP_STORE_HASH === undefined ? [] : [platformPictures]),
    ...findShopOrigins(config),
    ...(config.SITE_MARK ? [new URL(config.SITE_MARK).origin] : []),
    ...config.PICTURE_HOSTS.map(host => `https://${host}`),
  ])
}

/** The platform serves pictures from several numbered hosts. */
const platformPictures = 'https://*.bigcommerce.com'

export function isShownPicture(address: string, config: PictureSettings): boolean {
  const url = URL.parse(address)
  if (!url) return false
  const isPlatform = url.protocol === 'https:' && url.hostname.endsWith('.bigcommerce.com')
  return [new URL(config.SITE_URL).origin, ...findPictureOrigins(config)].some(origin =>
    origin === platformPictures ? isPlatform : url.origin === origin,
  )
}

const currentLanguage = new AsyncLocalStorage<Language>()

// A message without an explicit language is in the language of the current request.
overwriteGetLocale(() => currentLanguage.getStore() ?? defaultLanguage)

export function withMessageLanguage<T>(language: Language, run: () => T): T {
  return currentLanguage.run(language, run)
}

/** `?lang=` wins, then the cookie, then English (R801). */
export function requestLanguage(request: Request): Language {
  const { searchParams } = urlOf(request)
  const cookie = readCookie(request, languageKey)
  return parseLanguage(searchParams.get('lang')) ?? parseLanguage(cookie) ?? defaultLanguage
}
