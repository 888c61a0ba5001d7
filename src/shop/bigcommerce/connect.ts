import type { Shop } from '../port.ts'
import { cartOperations } from './carts.ts'
import { catalogueOperations, fetchChangedProductIds } from './catalogue.ts'
import { certificateOperations } from './certificates.ts'
import type { ShopConnection } from './connection.ts'
import { customerOperations } from './customers.ts'
import { createGraphqlClient } from './graphql-client.ts'
import { hostOrderOperations } from './host-orders.ts'
import { cartLimits, createHttpClient, type HttpClientOptions } from './http/http-client.ts'
import { createRequestQuota } from './http/request-quota.ts'
import { createLoginUrl } from './login-url.ts'
import { newsletterOperations } from './newsletter.ts'
import { orderOperations } from './orders.ts'
import { pageOperations } from './pages.ts'
import { createRestClient } from './rest-client.ts'
import { fetchTaxRates } from './tax.ts'
import { webhookOperations } from './webhooks.ts'

/**
 * The one connector, for BigCommerce and for the embedded shop. Each API has an HTTP client of its own, so that an
 * outage of one does not open the circuit of the other; the check of passwords has a third one, because the platform
 * limits that call strictly, and carts have a fourth one with more time.
 */
export function connectShop(
  connection: ShopConnection,
  options: HttpClientOptions = { fetch: globalThis.fetch },
): Shop {
  const quota = createRequestQuota(options.now ?? Date.now)
  const graphqlHttp = createHttpClient(options)
  const [restHttp, passwordHttp] = [
    createHttpClient({ ...options, quota }),
    createHttpClient({ ...options, quota }),
  ]
  const cartHttp = createHttpClient({ ...options, quota, limits: cartLimits })
  const graphql = createGraphqlClient(connection, graphqlHttp)
  const rest = createRestClient(connection, restHttp)
  const passwordRest = createRestClient(connection, passwordHttp)
  return {
    ...catalogueOperations(connection, graphql),
    ...pageOperations(graphql),
    fetchChangedProductIds: moment => fetchChangedProductIds(rest, moment),
    fetchTaxRates: () => fetchTaxRates(connection, rest, restHttp),
    ...cartOperations(connection, createRestClient(connection, cartHttp)),
    ...orderOperations(connection, rest),
    ...webhookOperations(connection, rest),
    ...customerOperations(connection, rest, passwordRest),
    ...newsletterOperations(connection, rest),
    ...certificateOperations(rest),
    ...hostOrderOperations(connection, rest),
    createLoginUrl: login => createLoginUrl(connection, login),
    isCircuitOpen: () => [graphqlHttp, restHttp, cartHttp].some(http => http.isCircuitOpen()),
  }
}
