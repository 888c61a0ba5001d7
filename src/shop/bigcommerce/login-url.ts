import { createHmac, randomUUID } from 'node:crypto'
import type { ShopLoginRequest } from '../port.ts'
import type { ShopConnection } from './connection.ts'

/**
 * The platform's sign-in link: a signed claim that it accepts once, within 30 seconds. An address that is not the
 * storefront's own gets none, so that a claim never leaves the shop.
 */
export function createLoginUrl(address: ShopConnection, wanted: ShopLoginRequest): string | null {
  const { clientId, clientSecret, storeHash } = address.credentials
  const target = insideStorefront(address.storefrontUrl, wanted.redirectTo)
  if (clientId === undefined || clientSecret === undefined || target === null) return null
  const claims = {
    iss: clientId,
    iat: Math.floor(wanted.now.getTime() / 1000),
    jti: randomUUID(),
    operation: 'customer_login',
    store_hash: storeHash,
    customer_id: wanted.customerId,
    channel_id: address.channels[wanted.language],
    // With a whole address the platform forgets who signed in.
    redirect_to: target,
  }
  return `${address.storefrontUrl}/login/token/${signed(claims, clientSecret)}`
}

/** The part of an address behind the storefront's origin; null when it lies elsewhere. */
function insideStorefront(storefront: string, redirectTo: string): string | null {
  const home = new URL(storefront)
  if (!URL.canParse(redirectTo, home)) return null
  const target = new URL(redirectTo, home)
  return target.origin === home.origin ? target.pathname + target.search : null
}

/** A JSON Web Token, HS256. */
function signed(claims: object, secret: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const said = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return `${said}.${createHmac('sha256', secret).update(said).digest('base64url')}`
}
