import { createHmac } from 'node:crypto'
import { Hono } from 'hono'
import { channels } from '../channels.ts'
import { ShopError, type Store } from '../store.ts'
import { parseWholeNumber, readObject } from './requests.ts'
import { sendData } from './responses.ts'

const tokenScopes = ['Unauthenticated', 'Customer', 'B2B']

/** v3 storefront tokens: the private ones, for servers. */
export function createTokensApi(store: Store): Hono {
  const app = new Hono()
  app.post('/api-token-private', async c => {
    const input = await readObject(c)
    const ids = Array.isArray(input.channel_ids) ? input.channel_ids : [input.channel_id]
    const channelIds = ids.map(id => parseWholeNumber(id, 'channel_ids'))
    const expires = new Date(parseWholeNumber(input.expires_at, 'expires_at') * 1000)
    const scopes = Array.isArray(input.scopes) ? input.scopes : []
    if (!channelIds.every(id => channels.some(channel => channel.id === id))) {
      throw new ShopError(422, 'The channel does not exist.', { channel_ids: String(channelIds) })
    }
    if (expires <= store.now())
      throw new ShopError(422, 'expires_at lies in the past.', { expires_at: 'past' })
    if (scopes.length === 0 || !scopes.every(scope => tokenScopes.includes(scope))) {
      throw new ShopError(422, 'scopes is required.', { scopes: String(scopes) })
    }
    const token = signJwt(store, { cid: channelIds, eat: input.expires_at, scopes })
    await store.db.query('insert into shop.storefront_token values ($1, $2, $3) on conflict do nothing', [
      token,
      channelIds,
      expires,
    ])
    return sendData(c, { token })
  })
  return app
}

/** A JSON Web Token like the platform's, whose `eat` is the time it expires. */
function signJwt(store: Store, claims: object): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const unsigned = `${encode({ typ: 'JWT', alg: 'HS256' })}.${encode(claims)}`
  return `${unsigned}.${createHmac('sha256', store.credentials.clientSecret).update(unsigned).digest('base64url')}`
}
