import type { Language } from '../base/language.ts'

/** Where a language's storefront is, as the shop says it: its URL without a slash at the end, and the origins of its checkouts. */
export interface StorefrontSite {
  url: string
  checkoutOrigins: string[]
}

/** The part of the shop that follows what the merchant changes in the store itself. */
export interface ShopStoreOperations {
  /** Where the storefronts of our channels are now. Throws ShopFailure. */
  fetchStorefrontSites(): Promise<Record<Language, StorefrontSite>>
  /** From now on carts, checkouts, sign-in links and pictures may be there too (R1332). */
  moveStorefronts(sites: Partial<Record<Language, StorefrontSite>>): void
  /** While false no call of the shop is made; each fails as `unavailable` at once (R1333). */
  setEnabled(isEnabled: boolean): void
  isEnabled(): boolean
  /** Asks the store once whether it takes our access token, enabled or not. Throws ShopFailure when it doesn't say. */
  isAccessAccepted(): Promise<boolean>
}
