import { createHmac } from 'node:crypto'
import { Hono } from 'hono'
import { channels } from '../channels.ts'
import { ShopError, type Store } from '../store.ts'
import { body, data, whole } from './answers.ts'

const SCOPES = ['Unauthenticated', 'Customer', 'B2B']

/** v3 storefront tokens: private ones, for servers. */
export function tokensApi(store: Store): Hono {
  const app = new Hono()
  app.post('/api-token-private', async c => {
    const sent = await body(c)
    const ids = Array.isArray(sent.channel_ids) ? sent.channel_ids : [sent.channel_id]
    const channelIds = ids.map(id => whole(id, 'channel_ids'))
    const expires = new Date(whole(sent.expires_at, 'expires_at') * 1000)
    const scopes = Array.isArray(sent.scopes) ? sent.scopes : []
    if (!channelIds.every(id => channels.some(channel => channel.id === id))) {
      throw new ShopError(422, 'The channel does not exist.', { channel_ids: String(channelIds) })
    }
    if (expires <= store.now())
      throw new ShopError(422, 'expires_at lies in the past.', { expires_at: 'past' })
    if (scopes.length === 0 || !scopes.every(scope => SCOPES.includes(scope))) {
      throw new ShopError(422, 'scopes is required.', { scopes: String(scopes) })
    }
    const token = signed(store, { cid: channelIds, eat: sent.expires_at, scopes })
    await store.db.query('insert into shop.token values ($1, $2, $3) on conflict do nothing', [
      token,
      channelIds,
      expires,
    ])
    return data(c, { token })
  })
  return app
}

/** The channel that a token speaks for; undefined when it is unknown or has run out. */
export async function channelOfToken(store: Store, token: string): Promise<number | undefined> {
  const found = Object.entries(store.credentials.storefrontTokens).find(([, known]) => known === token)
  if (found) return Number(found[0])
  const { rows } = await store.db.query<{ channel_ids: number[] }>(
    'select channel_ids from shop.token where token = $1 and expires > $2',
    [token, store.now()],
  )
  return rows[0]?.channel_ids[0]
}

/** A JSON Web Token like the platform's, which says by `eat` when it ends. */
function signed(store: Store, claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const said = `${part({ typ: 'JWT', alg: 'HS256' })}.${part(claims)}`
  return `${said}.${createHmac('sha256', store.credentials.clientSecret).update(said).digest('base64url')}`
}
