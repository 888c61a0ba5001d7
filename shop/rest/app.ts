import { timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import type { Store } from '../store.ts'
import { createCartsApi } from './carts.ts'
import { createCatalogApi } from './catalog.ts'
import { createCustomersApi } from './customers.ts'
import { createCertificatesApi } from './gift-certificates.ts'
import { createOrdersApi, orderStatusesJson } from './orders.ts'
import { createRefundsApi } from './refunds.ts'
import { handleError, sendError } from './responses.ts'
import { createSettingsV2Api, createSettingsV3Api } from './settings.ts'
import { createTokensApi } from './storefront-tokens.ts'
import { createSubscribersApi } from './subscribers.ts'
import { createWebhooksApi } from './webhooks.ts'

const rateLimit = { quota: '450', windowMs: '30000' }

/** The REST API under `/stores/{hash}`; every call needs `X-Auth-Token`. */
export function createRestApp(store: Store): Hono {
  const app = new Hono()
  app.onError(handleError)
  app.use('*', async (c, next) => {
    if (!isAuthorized(store, c.req.header('x-auth-token'), c.req.path))
      return sendError(c, 401, 'Unauthorized')
    await next()
    c.header('X-Rate-Limit-Time-Window-Ms', rateLimit.windowMs)
    c.header('X-Rate-Limit-Time-Reset-Ms', rateLimit.windowMs)
    c.header('X-Rate-Limit-Requests-Quota', rateLimit.quota)
    c.header('X-Rate-Limit-Requests-Left', rateLimit.quota)
  })
  app.route('/:hash/v3/carts', createCartsApi(store))
  app.route('/:hash/v3/hooks', createWebhooksApi(store))
  app.route('/:hash/v2/orders', createOrdersApi(store))
  app.route('/:hash/v2/gift_certificates', createCertificatesApi(store))
  app.route('/:hash/v3/orders', createRefundsApi(store))
  app.route('/:hash/v3/customers/subscribers', createSubscribersApi(store))
  app.route('/:hash/v3/customers', createCustomersApi(store))
  app.route('/:hash/v3/catalog', createCatalogApi(store))
  app.route('/:hash/v3/storefront', createTokensApi(store))
  app.route('/:hash/v3', createSettingsV3Api(store))
  app.route('/:hash/v2', createSettingsV2Api(store))
  app.get('/:hash/v2/order_statuses', c => c.json(orderStatusesJson))
  app.all('*', c => sendError(c, 404, 'The requested resource was not found.'))
  return app
}

/** Whether the token and the store's hash in the path are this shop's. */
function isAuthorized(store: Store, token = '', path: string): boolean {
  const [given, expected] = [Buffer.from(token), Buffer.from(store.credentials.accessToken)]
  return (
    given.length === expected.length &&
    timingSafeEqual(given, expected) &&
    path.includes(`/stores/${store.credentials.storeHash}/`)
  )
}
