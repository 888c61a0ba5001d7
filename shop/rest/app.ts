import { timingSafeEqual } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { Store } from '../store.ts'
import { accepts, isLacking, methodsAt } from './accepts.ts'
import { createCartsApi } from './carts.ts'
import { createCatalogApi } from './catalog.ts'
import { createChannelsApi } from './channels.ts'
import { createCheckoutsApi } from './checkouts.ts'
import { createMetafieldsApi } from './content/metafields.ts'
import { createScriptsApi } from './content/scripts.ts'
import { createCustomersApi } from './customers.ts'
import { createCertificatesApi } from './gift-certificates.ts'
import { createInventoryApi } from './inventory.ts'
import { createPromotionsApi } from './marketing/promotions.ts'
import { createOrdersApi, orderStatusesJson } from './orders.ts'
import { createPlacesApi } from './places.ts'
import { limitCalls } from './quota.ts'
import { createRefundsApi } from './refunds.ts'
import { parsePathId } from './requests.ts'
import { createAttributeValuesApi } from './resources/customer-attributes.ts'
import { resources } from './resources/index.ts'
import { createPriceRecordsApi } from './resources/price-lists.ts'
import { addResource } from './resources/resource.ts'
import { handleError, sendError } from './responses.ts'
import { createSettingsV2Api, createSettingsV3Api } from './settings.ts'
import { createTokensApi } from './storefront-tokens.ts'
import { createSubscribersApi } from './subscribers.ts'
import { createWebhooksApi } from './webhooks.ts'

/** The REST API under `/stores/{hash}`; every call needs `X-Auth-Token`. */
export function createRestApp(store: Store): Hono {
  const app = new Hono()
  app.onError(handleError)
  app.use('*', async (c, next) => {
    if (!isAuthorized(store, c.req.header('x-auth-token'), c.req.path))
      return sendError(c, 401, 'Unauthorized')
    await next()
  })
  app.use('*', limitCalls(store))
  app.use('*', async (c, next) => {
    if (isLacking(app, c.req.method, c.req.path))
      return sendError(c, 501, 'The embedded shop does not serve this call of the platform')
    await next()
  })
  app.route('/:hash/v3/carts', createCartsApi(store))
  app.route('/:hash/v3/checkouts', createCheckoutsApi(store))
  app.route('/:hash/v3/hooks', createWebhooksApi(store))
  app.route('/:hash/v2/orders', createOrdersApi(store))
  app.route('/:hash/v2/gift_certificates', createCertificatesApi(store))
  app.route('/:hash/v3/orders', createRefundsApi(store))
  app.route('/:hash/v3/orders', createMetafieldsApi(store, 'order'))
  app.route('/:hash/v3/carts', createMetafieldsApi(store, 'cart'))
  app.route('/:hash/v3/customers/subscribers', createSubscribersApi(store))
  app.route('/:hash/v3/customers/attribute-values', createAttributeValuesApi(store))
  app.route('/:hash/v3/customers', createCustomersApi(store))
  app.route('/:hash/v3/catalog', createCatalogApi(store))
  app.route('/:hash/v3/storefront', createTokensApi(store))
  app.route('/:hash/v3/promotions', createPromotionsApi(store))
  app.route('/:hash/v3/content/scripts', createScriptsApi(store))
  app.route('/:hash/v3', createChannelsApi(store))
  app.route('/:hash/v3/inventory', createInventoryApi(store))
  app.route('/:hash/v3', createSettingsV3Api())
  app.route('/:hash/v2', createPlacesApi())
  app.route('/:hash/v2', createSettingsV2Api(store))
  app.route('/:hash/v3/pricelists', createPriceRecordsApi(store))
  for (const resource of resources) addResource(app, store, resource)
  app.get('/:hash/v2/order_statuses', accepts(), c => c.json(orderStatusesJson))
  app.get('/:hash/v2/order_statuses/:id', accepts(), c => {
    const status = orderStatusesJson[parsePathId(c, 'id')]
    return status ? c.json(status) : sendError(c, 404, 'The requested resource was not found.')
  })
  app.all('*', c => refuseUnknownCall(app, c))
  return app
}

/** Answers what no route takes: 405 with the methods that there are, or else 404. */
function refuseUnknownCall(app: Hono, c: Context): Response {
  const methods = methodsAt(app, c.req.path)
  if (methods.length === 0) return sendError(c, 404, 'The requested resource was not found.')
  c.header('Allow', methods.join(', '))
  return sendError(c, 405, `${c.req.method} is not a method of this resource.`)
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
