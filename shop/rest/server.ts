import { timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import type { Store } from '../store.ts'
import { failure, onError } from './answers.ts'
import { cartsApi } from './carts.ts'
import { catalogApi } from './catalog.ts'
import { certificatesApi } from './certificates.ts'
import { customersApi } from './customers.ts'
import { hooksApi } from './hooks.ts'
import { ordersApi, statuses } from './orders.ts'
import { refundsApi } from './refunds.ts'
import { settingsV2, settingsV3 } from './settings.ts'
import { tokensApi } from './tokens.ts'

const RATE_LIMIT = { quota: '450', window: '30000' }

/** The REST Management API under `/stores/{hash}`; every call carries `X-Auth-Token`. */
export function restApp(store: Store): Hono {
  const app = new Hono()
  app.onError(onError)
  app.use('*', async (c, next) => {
    if (!trusted(store, c.req.header('x-auth-token'), c.req.path)) return failure(c, 401, 'Unauthorized')
    await next()
    c.header('X-Rate-Limit-Time-Window-Ms', RATE_LIMIT.window)
    c.header('X-Rate-Limit-Time-Reset-Ms', RATE_LIMIT.window)
    c.header('X-Rate-Limit-Requests-Quota', RATE_LIMIT.quota)
    c.header('X-Rate-Limit-Requests-Left', RATE_LIMIT.quota)
  })
  app.route('/:hash/v3/carts', cartsApi(store))
  app.route('/:hash/v3/hooks', hooksApi(store))
  app.route('/:hash/v2/orders', ordersApi(store))
  app.route('/:hash/v2/gift_certificates', certificatesApi(store))
  app.route('/:hash/v3/orders', refundsApi(store))
  app.route('/:hash/v3/customers', customersApi(store))
  app.route('/:hash/v3/catalog', catalogApi(store))
  app.route('/:hash/v3/storefront', tokensApi(store))
  app.route('/:hash/v3', settingsV3(store))
  app.route('/:hash/v2', settingsV2(store))
  app.get('/:hash/v2/order_statuses', c => c.json(statuses))
  app.all('*', c => failure(c, 404, 'The requested resource was not found.'))
  return app
}

function trusted(store: Store, token = '', path: string): boolean {
  const [given, known] = [Buffer.from(token), Buffer.from(store.credentials.accessToken)]
  return (
    given.length === known.length &&
    timingSafeEqual(given, known) &&
    path.includes(`/stores/${store.credentials.storeHash}/`)
  )
}
