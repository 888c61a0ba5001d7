import { channels } from './channels.ts'
import type { Store } from './store.ts'
import { storefrontUrlOf } from './storefronts.ts'

/** Storefront tokens are for browsers, private ones for servers; with impersonation ones servers speak for customers. */
export type StorefrontTokenKind = 'storefront' | 'private' | 'impersonation'

export interface StorefrontToken {
  kind: StorefrontTokenKind
  channelIds: number[]
  /** What a private token may ask for: `Unauthenticated`, `Customer`, `B2B`. */
  scopes: string[]
  /** Where a storefront token may be used from. */
  origins: string[]
}

/** Why a token is refused, in the platform's words. */
export type TokenRefusal = 'Unknown JWT token' | 'JWT is expired'

/** A token that may be used now, or why it may not. */
export async function findStorefrontToken(
  store: Store,
  token: string,
): Promise<StorefrontToken | TokenRefusal> {
  const { rows } = await store.db.query<StorefrontToken & { is_revoked: boolean; is_expired: boolean }>(
    `select kind, channel_ids as "channelIds", scopes, origins, revoked is not null as is_revoked,
       expires <= $2 as is_expired from shop.storefront_token where token = $1`,
    [token, store.now()],
  )
  const row = rows[0]
  if (row?.is_revoked) return 'Unknown JWT token'
  if (row?.is_expired) return 'JWT is expired'
  if (row) return { kind: row.kind, channelIds: row.channelIds, scopes: row.scopes, origins: row.origins }
  const channelId = channelOfConfiguredToken(store, token)
  if (channelId === undefined) return 'Unknown JWT token'
  return { kind: 'private', channelIds: [channelId], scopes: ['Unauthenticated', 'Customer'], origins: [] }
}

/** The channel of a token that the shop was started with; such a token does not end. */
function channelOfConfiguredToken(store: Store, token: string): number | undefined {
  const configured = Object.entries(store.credentials.storefrontTokens).find(([, value]) => value === token)
  return configured && Number(configured[0])
}

/** Keeps a new token until it expires. */
export async function insertStorefrontToken(
  store: Store,
  token: string,
  expires: Date,
  { kind, channelIds, scopes, origins }: StorefrontToken,
): Promise<void> {
  await store.db.query(
    `insert into shop.storefront_token (token, channel_ids, expires, kind, scopes, origins)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [token, channelIds, expires, kind, scopes, origins],
  )
}

/** Revokes a token for good; false when there is none. */
export async function revokeStorefrontToken(store: Store, token: string): Promise<boolean> {
  const channelId = channelOfConfiguredToken(store, token)
  const { rowCount } =
    channelId === undefined
      ? await store.db.query(
          'update shop.storefront_token set revoked = coalesce(revoked, $2) where token = $1',
          [token, store.now()],
        )
      : await store.db.query(
          `insert into shop.storefront_token (token, channel_ids, expires, revoked)
           values ($1, $2, 'infinity', $3) on conflict do nothing`,
          [token, [channelId], store.now()],
        )
  return channelId !== undefined || rowCount === 1
}

/** Whether a storefront of the shop is at an origin, or a token that may be used now names it. */
export async function isOriginOfAnyToken(store: Store, origin: string): Promise<boolean> {
  const { rowCount } = await store.db.query(
    `select from shop.storefront_token
     where kind = 'storefront' and revoked is null and expires > $2 and $1 = any(origins) limit 1`,
    [origin, store.now()],
  )
  const ownOrigins = channels.map(channel => new URL(storefrontUrlOf(store, channel.id)).origin)
  return ownOrigins.includes(origin) || rowCount === 1
}
