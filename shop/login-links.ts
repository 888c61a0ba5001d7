import { type JWTPayload, jwtVerify } from 'jose'
import { findCustomerById, isOfChannel } from './customers.ts'
import type { Store } from './store.ts'

/** How long a sign-in link is valid, as on the platform. */
const loginLinkSeconds = 30

/** Uses up a valid sign-in token of one of these channels and returns its claims; undefined for any other token. */
export async function useLoginToken(
  store: Store,
  jwt: string,
  channelIds: number[],
): Promise<JWTPayload | undefined> {
  const { clientId, clientSecret, storeHash } = store.credentials
  const verified = await jwtVerify(jwt, new TextEncoder().encode(clientSecret), {
    algorithms: ['HS256'],
    issuer: clientId,
    currentDate: store.now(),
    requiredClaims: ['iat', 'jti'],
  }).catch(() => undefined)
  const claims = verified?.payload
  const ageSeconds = store.now().getTime() / 1000 - (claims?.iat ?? 0)
  const isValid =
    claims?.operation === 'customer_login' &&
    claims.store_hash === storeHash &&
    Math.abs(ageSeconds) <= loginLinkSeconds &&
    channelIds.includes(Number(claims.channel_id)) &&
    (await mayArrive(store, claims))
  if (!isValid) return undefined
  const { rowCount } = await store.db.query(
    'insert into shop.used_login_token values ($1, $2) on conflict do nothing',
    [claims.jti, store.now()],
  )
  return rowCount === 1 ? claims : undefined
}

async function mayArrive(store: Store, claims: JWTPayload): Promise<boolean> {
  const customer = await findCustomerById(store.db, Number(claims.customer_id))
  return customer !== undefined && isOfChannel(customer, Number(claims.channel_id))
}
