import type { Store } from './store.ts'

/** The channel a storefront token is for; undefined when it is unknown or expired. */
export async function findChannelByToken(store: Store, token: string): Promise<number | undefined> {
  const configured = Object.entries(store.credentials.storefrontTokens).find(([, value]) => value === token)
  if (configured) return Number(configured[0])
  const { rows } = await store.db.query<{ channel_ids: number[] }>(
    'select channel_ids from shop.storefront_token where token = $1 and expires > $2',
    [token, store.now()],
  )
  return rows[0]?.channel_ids[0]
}
