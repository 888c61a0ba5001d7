import { createHmac, randomUUID } from 'node:crypto'
import type { ShopLoginRequest } from '../port.ts'
import type { ShopConnection } from './connection.ts'

/**
 * The platform's sign-in link: a signed token that it accepts once, within 30 seconds (R419). Null without a client
 * secret, and for a redirect to any origin but those of the language's channel, so that a token never leaves the shop and
 * nobody is signed in at one storefront to be sent to another, which would not know them.
 */
export function createLoginUrl(connection: ShopConnection, login: ShopLoginRequest): string | null {
  const { clientId, clientSecret, storeHash } = connection.credentials
  const target = findTarget(connection, login)
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
    redirect_to: target.path,
  }
  return `${target.base}/login/token/${signJwt(claims, clientSecret)}`
}

/**
 * Where to sign in, and the path and query to go on to there: at the storefront of the language, or at the checkout's own
 * origin, which has sessions of its own. Null for another origin.
 */
function findTarget(
  { storefrontUrls, checkoutOrigins }: ShopConnection,
  { language, redirectTo }: ShopLoginRequest,
): { base: string; path: string } | null {
  const storefront = storefrontUrls[language]
  if (!URL.canParse(redirectTo, storefront)) return null
  const { origin, pathname, search } = new URL(redirectTo, storefront)
  // A path with two slashes at its beginning names another host.
  if (!checkoutOrigins[language].includes(origin) || pathname.startsWith('//')) return null
  return { base: origin === new URL(storefront).origin ? storefront : origin, path: pathname + search }
}

/** A JSON Web Token with HS256. */
function signJwt(claims: object, secret: string): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const unsigned = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${unsigned}.${createHmac('sha256', secret).update(unsigned).digest('base64url')}`
}
