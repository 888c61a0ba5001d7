import { AsyncLocalStorage } from 'node:async_hooks'
import { type Language, languages } from '../base/language.ts'

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

const background = new AsyncLocalStorage<true>()

/**
 * Runs work that nobody waits for: its calls of the shop wait when little is left of the shop's quota, so that guests
 * never do because of it.
 */
export function runInBackground<T>(work: () => T): T {
  return background.run(true, work)
}

export function isInBackground(): boolean {
  return background.getStore() === true
}

/** Runs work that something waits for, such as a transaction, at once even within work that nobody waits for. */
export function runInForeground<T>(work: () => T): T {
  return background.exit(work)
}

/** A storefront token that is in use, without the token itself. */
export interface StorefrontTokenStatus {
  storeHash: string
  channel: number
  /** When it ends, by its own claim; null where it has none. */
  endsAt: Date | null
  /** Whether the shop refused it the last time. */
  isRefused: boolean
}

export interface CredentialStatus {
  /** Whether the management API refused our access token the last time. */
  isAccessRefused: boolean
  storefrontTokens: StorefrontTokenStatus[]
}

/** A call that the shop refused because of our credentials. */
export interface CredentialRefusal {
  /** The channel of a storefront token; null for the access token of the management API. */
  channel: number | null
  /** token: wrong, ended or revoked (401). scope: it may not do that (403). */
  reason: 'token' | 'scope'
  /** Method and path, without ids. */
  call: string
}

/** What the product does when the shop refuses our credentials (R956). */
export interface CredentialWatcher {
  /** Looks for another token of that channel, or makes one, and hands it to the shop. */
  replaceToken(storeHash: string, channel: number): Promise<void>
  tell(refusal: CredentialRefusal): Promise<void>
}

/** The part of the shop for its own credentials (R956). */
export interface ShopCredentialOperations {
  /** At most one watcher; without one, refused calls just fail. */
  watchCredentials(watcher: CredentialWatcher): void
  credentialStatus(): CredentialStatus
  /** Takes a token into use if it ends later than the present one, or if that was refused; answers whether it is in use now. */
  takeStorefrontToken(channel: number, token: string): boolean
  /** Asks the shop for a new private token of that channel, valid for a year. Throws ShopFailure. */
  createStorefrontToken(channel: number, now: Date): Promise<{ token: string; endsAt: Date }>
}

export interface ChannelSettings {
  id: number
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

/** The value of SHOP_CHANNELS for these channels. */
export function formatChannels(channels: Record<Language, ChannelSettings>): string {
  const parts = languages.map(language => {
    const { id: channel, token = '', url = '', delivery } = channels[language]
    return `${language}:${[channel, token, url, delivery].join(':')}`
  })
  return parts.join(',')
}
