import type { Language } from '../../base/language.ts'
import type { Config } from '../config.ts'

/** Where a language's storefront is now, and what the settings said of it then. */
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
