import { createHmac, randomUUID } from 'node:crypto'
import type { ShopLoginRequest } from '../port.ts'
import type { ShopConnection } from './connection.ts'

/**
 * The platform's sign-in link: a signed token that it accepts once, within 30 seconds (R419). Null without a client
 * secret, and for a redirect to another origin, so that a token never leaves the shop.
 */
export function createLoginUrl(connection: ShopConnection, login: ShopLoginRequest): string | null {
  const { clientId, clientSecret, storeHash } = connection.credentials
  const target = pathInStorefront(connection.storefrontUrl, login.redirectTo)
  if (clientId === undefined || clientSecret === undefined || target === null) return null
  const claims = {
    iss: clientId,
    iat: Math.floor(login.now.getTime() / 1000),
    jti: randomUUID(),
    operation: 'customer_login',
    store_hash: storeHash,
    customer_id: login.customerId,
    channel_id: connection.channels[login.language],
    // With an absolute URL the platform forgets who signed in.
    redirect_to: target,
  }
  return `${connection.storefrontUrl}/login/token/${signJwt(claims, clientSecret)}`
}

/** The path and query of a URL of the storefront; null for another origin. */
function pathInStorefront(storefront: string, redirectTo: string): string | null {
  const base = new URL(storefront)
  if (!URL.canParse(redirectTo, base)) return null
  const target = new URL(redirectTo, base)
  return target.origin === base.origin ? target.pathname + target.search : null
}

/** A JSON Web Token with HS256. */
function signJwt(claims: object, secret: string): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const unsigned = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${unsigned}.${createHmac('sha256', secret).update(unsigned).digest('base64url')}`
}
