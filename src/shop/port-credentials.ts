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

/** The part of the shop that its own credentials are kept by. */
export interface ShopCredentialOperations {
  /** At most one watcher; without one, refused calls just fail. */
  watchCredentials(watcher: CredentialWatcher): void
  credentialStatus(): CredentialStatus
  /** Takes a token into use if it ends later than the present one, or if that was refused; answers whether it is in use now. */
  takeStorefrontToken(channel: number, token: string): boolean
  /** Asks the shop for a new private token of that channel, valid for a year. Throws ShopFailure. */
  createStorefrontToken(channel: number, now: Date): Promise<{ token: string; endsAt: Date }>
}
