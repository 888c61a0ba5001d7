import type { Pool } from 'pg'
import type { LiveCatalogue } from './catalogue/live-catalogue.ts'
import type { ShopCredentials } from './credentials.ts'
import type { FaultSettings } from './faults.ts'
import type { RestQuota } from './rest-quota.ts'

/** The dependencies that every part of the shop is passed. */
export interface Store {
  db: Pool
  credentials: ShopCredentials
  /** Public address the shop is mounted at, without a trailing slash. */
  baseUrl: string
  /** The storefronts of channels that are not at `baseUrl`, by the channel's id; on the same path. */
  channelUrls: Record<number, string>
  /** The path of `baseUrl`; '' at the root. */
  basePath: string
  /** Whether the back office is served. */
  admin: boolean
  now(): Date
  faults: FaultSettings
  /** How many REST calls may be made in a while. */
  restQuota: RestQuota
  /** Whether the merchant enters prices with tax: then `list_price` and the prices of products are with tax. */
  pricesEnteredWithTax: boolean
  /** Whether Storefront GraphQL can add the tax; a store whose tax a provider computes at the checkout doesn't. */
  showsTax: boolean
  /** The products as they are now; cheap enough for every request. */
  liveCatalogue(): Promise<LiveCatalogue>
  /** Address an order page links back to, for carts made through the API. */
  returnUrl?: (cartId: string) => string
  /** What the program that makes carts through the API says of one; null for other carts. */
  cartNotes?: (cartId: string) => Promise<CartNote | null>
}

/** For whom a cart is bought, and the words that go with it. */
export interface CartNote {
  recipient: string
  words: string[]
}

/** An error of the caller, with the platform's status, title and names of the wrong fields. */
export class ShopError extends Error {
  readonly status: 400 | 404 | 409 | 422 | 429
  readonly fields: Record<string, string>
  constructor(status: ShopError['status'], title: string, fields: Record<string, string> = {}) {
    super(title)
    this.status = status
    this.fields = fields
  }
}
