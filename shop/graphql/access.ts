import { GraphQLError } from 'graphql'
import type { Context } from 'hono'
import { type Customer, findCustomerById } from '../customers.ts'
import type { Store } from '../store.ts'
import { findStorefrontToken, isOriginOfAnyToken, type StorefrontToken } from '../storefront-tokens.ts'
import { storefrontUrlOf } from '../storefronts.ts'
import { findCustomerByAccessToken } from './customer/access-tokens.ts'

/** Who asks: a token, the channel it speaks for, and a customer where one is signed in. */
export interface Caller {
  token: StorefrontToken
  channelId: number
  customer?: Customer
}

/** Why a request is refused before its query is read. */
export interface Refusal {
  status: 200 | 401 | 403
  message: string
  code?: string
}

/** Who makes a request, or why it is refused. Allows the browser to read the answer where the token names its origin. */
export async function findCaller(
  store: Store,
  c: Context,
  channelInUrl: number | undefined,
): Promise<Caller | Refusal> {
  const bearer = (c.req.header('authorization') ?? '').replace(/^Bearer\s+/i, '')
  const token = await findStorefrontToken(store, bearer)
  if (typeof token === 'string') return { status: 401, message: token }
  const channelId = channelInUrl ?? token.channelIds[0]!
  if (!token.channelIds.includes(channelId))
    return { status: 401, message: "JWT channel id doesn't match channel id of the URL" }
  const ownOrigin = new URL(storefrontUrlOf(store, channelId)).origin
  const refusal = checkOrigin(token, ownOrigin, c.req.header('origin'))
  if (refusal) return refusal
  allowOrigin(c, c.req.header('origin'))
  const customer = await findSignedInCustomer(store, c, token)
  return customer === 'unknown'
    ? {
        status: 200,
        message: 'The customer access token is not valid.',
        code: 'INVALID_CUSTOMER_ACCESS_TOKEN',
      }
    : { token, channelId, customer }
}

/** Storefront tokens are for browsers on the origins they name, all others for servers (R957). */
function checkOrigin(
  token: StorefrontToken,
  ownOrigin: string,
  origin: string | undefined,
): Refusal | undefined {
  if (token.kind !== 'storefront') {
    return origin === undefined
      ? undefined
      : { status: 403, message: 'This token is for servers and can not be used from a browser.' }
  }
  if (origin === undefined)
    return { status: 403, message: 'This token is for browsers and can not be used from a server.' }
  return [...token.origins, ownOrigin].includes(origin)
    ? undefined
    : { status: 403, message: `The token does not allow the origin ${origin}.` }
}

function allowOrigin(c: Context, origin: string | undefined): void {
  if (origin === undefined) return
  c.header('Access-Control-Allow-Origin', origin)
  c.header('Access-Control-Expose-Headers', 'X-Bc-Graphql-Complexity')
  c.header('Vary', 'Origin', { append: true })
}

/** The answer to a browser that asks before it posts; it does not send the token yet, so any token may name its origin. */
export async function answerPreflight(store: Store, c: Context): Promise<Response> {
  const origin = c.req.header('origin')
  if (origin !== undefined && (await isOriginOfAnyToken(store, origin))) {
    allowOrigin(c, origin)
    c.header('Access-Control-Allow-Methods', 'POST, OPTIONS')
    c.header('Access-Control-Allow-Headers', 'Authorization, Content-Type')
    c.header('Access-Control-Max-Age', '600')
  }
  return c.body(null, 204)
}

async function findSignedInCustomer(
  store: Store,
  c: Context,
  token: StorefrontToken,
): Promise<Customer | 'unknown' | undefined> {
  const accessToken = c.req.header('x-bc-customer-access-token')
  if (accessToken !== undefined && token.kind !== 'impersonation')
    return (await findCustomerByAccessToken(store, accessToken)) ?? 'unknown'
  const id = Number(c.req.header('x-bc-customer-id'))
  return token.kind === 'impersonation' && Number.isInteger(id) && id > 0
    ? findCustomerById(store.db, id)
    : undefined
}

/** Refuses what a private token was not made for. */
export function requireScope({ token }: Pick<Caller, 'token'>, scope: 'Unauthenticated' | 'Customer'): void {
  if (token.kind !== 'private' || token.scopes.includes(scope)) return
  throw new GraphQLError(`The token lacks the scope ${scope}.`, {
    extensions: { code: 'INSUFFICIENT_ACCESS_SCOPE', requiredScopes: [scope] },
  })
}
