import type { Shop, ShopWebhookEvent } from '../port.ts'
import { managementOperations } from './carts.ts'
import { catalogueOperations } from './catalogue.ts'
import { certificateOperations } from './certificates.ts'
import type { ShopConnection } from './connection.ts'
import { customerOperations } from './customers.ts'
import { hostOrderOperations } from './host-orders.ts'
import { createHttpClient, type HttpClientOptions } from './http-client.ts'
import { createLoginUrl } from './login-url.ts'
import { createRestClient } from './rest-client.ts'
import { type VerifiedWebhook, verifyWebhook } from './webhook-signature.ts'

/**
 * The one connector, for BigCommerce and for the embedded shop. Each API has an HTTP client of its own, so that an
 * outage of one does not open the circuit of the other. Passwords have a third one: see `customerOperations`.
 */
export function connectShop(
  connection: ShopConnection,
  options: HttpClientOptions = { fetch: globalThis.fetch },
): Shop {
  const { secret, requireSignature } = connection.webhooks
  const { storeHash, clientSecret } = connection.credentials
  const verification = {
    secret,
    requireSignature,
    storeHash,
    ...(clientSecret !== undefined && { clientSecret }),
  }
  const [graphqlHttp, restHttp] = [createHttpClient(options), createHttpClient(options)] as const
  const rest = createRestClient(connection, restHttp)
  return {
    ...catalogueOperations(connection, graphqlHttp),
    ...managementOperations(connection, restHttp),
    ...customerOperations(connection, rest, createRestClient(connection, createHttpClient(options))),
    ...certificateOperations(rest),
    ...hostOrderOperations(connection, rest),
    createLoginUrl: request => createLoginUrl(connection, request),
    isCircuitOpen: () => graphqlHttp.isCircuitOpen() || restHttp.isCircuitOpen(),
    parseWebhook: (headers, body, now) => toWebhookEvent(verifyWebhook(headers, body, now, verification)),
  }
}

function toWebhookEvent({ id, scope, data, isStale }: VerifiedWebhook): ShopWebhookEvent {
  return { id, scope, isStale, subject: subjectOf(scope, data) }
}

/** `store/cart/converted` says the order in `orderId`; all others say their own id in `id`. */
function subjectOf(scope: string, data: Record<string, unknown>): ShopWebhookEvent['subject'] {
  const kind = (['order', 'product', 'category'] as const).find(one => scope.startsWith(`store/${one}/`))
  const id = Number(scope === 'store/cart/converted' ? data.orderId : data.id)
  if (!Number.isSafeInteger(id) || id <= 0) return null
  if (scope === 'store/cart/converted') return { kind: 'order', id }
  return kind === undefined ? null : { kind, id }
}
