import { createHmac, randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { channels } from '../channels.ts'
import { ShopError, type Store } from '../store.ts'
import {
  insertStorefrontToken,
  revokeStorefrontToken,
  type StorefrontToken,
  type StorefrontTokenKind,
} from '../storefront-tokens.ts'
import { accepts } from './accepts.ts'
import { type JsonObject, parseWholeNumber, readObject } from './requests.ts'
import { sendData } from './responses.ts'

const tokenScopes = ['Unauthenticated', 'Customer', 'B2B']
const maxOrigins = 2
const tokenFields = ['channel_id', 'channel_ids', 'expires_at']

/** v3 storefront tokens: those of browsers and servers, and for speaking as a customer. */
export function createTokensApi(store: Store): Hono {
  const app = new Hono()
  app.post('/api-token', accepts({ body: [...tokenFields, 'allowed_cors_origins'] }), c =>
    createToken(store, c, 'storefront'),
  )
  app.post('/api-token-private', accepts({ body: [...tokenFields, 'scopes'] }), c =>
    createToken(store, c, 'private'),
  )
  app.post('/api-token-customer-impersonation', accepts({ body: tokenFields }), c =>
    createToken(store, c, 'impersonation'),
  )
  app.delete('/api-token', accepts(), async c => {
    const isRevoked = await revokeStorefrontToken(store, c.req.header('sf-api-token') ?? '')
    if (!isRevoked)
      throw new ShopError(422, 'The token is missing or unknown.', { 'Sf-Api-Token': 'invalid' })
    return c.body(null, 200)
  })
  return app
}

async function createToken(store: Store, c: Context, kind: StorefrontTokenKind): Promise<Response> {
  const input = await readObject(c)
  const seconds = parseWholeNumber(input.expires_at, 'expires_at')
  const expires = new Date(seconds * 1000)
  if (!(expires > store.now())) {
    throw new ShopError(422, 'expires_at lies in the past.', { expires_at: String(seconds) })
  }
  const details: StorefrontToken = {
    kind,
    channelIds: parseChannelIds(input),
    scopes: kind === 'private' ? parseScopes(input) : [],
    origins: kind === 'storefront' ? parseOrigins(input) : [],
  }
  const token = signJwt(store, {
    cid: details.channelIds,
    eat: seconds,
    iat: Math.floor(store.now().getTime() / 1000),
    iss: 'BC',
    jti: randomUUID(),
    sub_type: { storefront: 0, private: 1, impersonation: 2 }[kind],
    ...(kind === 'private' ? { scopes: details.scopes } : {}),
    ...(kind === 'storefront' ? { cors: details.origins } : {}),
  })
  await insertStorefrontToken(store, token, expires, details)
  return sendData(c, { token })
}

/** One of `channel_id` and `channel_ids`; with both the platform’s outcome is not defined. */
function parseChannelIds(input: JsonObject): number[] {
  if ((input.channel_id === undefined) === (input.channel_ids === undefined)) {
    throw new ShopError(422, 'Either channel_id or channel_ids is required.', { channel_ids: 'required' })
  }
  const ids: unknown[] = Array.isArray(input.channel_ids) ? input.channel_ids : [input.channel_id]
  const channelIds = ids.map(id => parseWholeNumber(id, 'channel_ids'))
  if (channelIds.length === 0 || !channelIds.every(id => channels.some(channel => channel.id === id))) {
    throw new ShopError(422, 'The channel does not exist.', { channel_ids: String(channelIds) })
  }
  return channelIds
}

function parseScopes({ scopes }: JsonObject): string[] {
  const given = textsIn(scopes)
  if (given.length === 0 || !given.every(scope => tokenScopes.includes(scope))) {
    throw new ShopError(422, 'scopes is required.', { scopes: String(scopes) })
  }
  return given
}

function parseOrigins({ allowed_cors_origins: origins }: JsonObject): string[] {
  if (origins === undefined) return []
  const given = textsIn(origins)
  if (given.length === 0 || given.length > maxOrigins || !given.every(isOrigin)) {
    throw new ShopError(422, 'allowed_cors_origins must name one or two origins.', {
      allowed_cors_origins: String(origins),
    })
  }
  return given
}

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter(entry => typeof entry === 'string') : []

/** A JSON Web Token like the platform's, whose `eat` is the time it expires. */
function signJwt(store: Store, claims: object): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const unsigned = `${encode({ typ: 'JWT', alg: 'HS256' })}.${encode(claims)}`
  return `${unsigned}.${createHmac('sha256', store.credentials.clientSecret).update(unsigned).digest('base64url')}`
}
