import type { Shop } from '../port.ts'
import { cartOperations } from './carts.ts'
import { catalogueOperations, fetchChangedProductIds } from './catalogue.ts'
import { certificateOperations } from './certificates.ts'
import type { ShopConnection } from './connection.ts'
import { CredentialKeeper } from './credentials/credential-keeper.ts'
import { credentialOperations } from './credentials/credential-operations.ts'
import { customerOperations } from './customers.ts'
import { createGraphqlClient } from './graphql-client.ts'
import { hostOrderOperations } from './host-orders.ts'
import {
  cartLimits,
  createHttpClient,
  type FetchFunction,
  type HttpClientOptions,
} from './http/http-client.ts'
import { leanFetch } from './http/lean-fetch.ts'
import { createRequestQuota } from './http/request-quota.ts'
import { createLoginUrl } from './login-url.ts'
import { newsletterOperations } from './newsletter.ts'
import { orderOperations } from './orders.ts'
import { pageOperations } from './pages.ts'
import { pictureOperations } from './pictures.ts'
import { createRestClient } from './rest-client.ts'
import { type CallSwitch, storeOperations } from './store/store-operations.ts'
import { createTaxBook, type TaxMemory } from './tax/tax-book.ts'
import { fetchTaxFacts, type TaxFacts } from './tax/tax-rates.ts'
import { webhookOperations } from './webhooks.ts'
import type { SetAside } from './wire-rows.ts'

export interface ConnectOptions extends Omit<HttpClientOptions, 'fetch'> {
  /** Reaches the shop in place of the network. */
  fetch?: FetchFunction
  /** Where tax rates are kept; for as long as the process lives without it. */
  taxMemory?: TaxMemory
  /** Keeps rows of replies that can't be read; they are left out without it (R1302). */
  setAside?: SetAside
}

/**
 * The one connector, for BigCommerce and for the embedded shop. Each API has an HTTP client of its own, so that an
 * outage of one does not open the circuit of the other; the check of passwords has a third one, because the platform
 * limits that call strictly, and carts have a fourth one with more time.
 */
export function connectShop(
  { storefrontUrls, checkoutOrigins, ...settled }: ShopConnection,
  { fetch, setAside, ...others }: ConnectOptions = {},
): Shop {
  // These two change while the process runs.
  const connection: ShopConnection = {
    ...settled,
    storefrontUrls: { ...storefrontUrls },
    checkoutOrigins: { ...checkoutOrigins },
  }
  const calls: CallSwitch = { isEnabled: true }
  const options = { fetch: fetch ?? leanFetch, isEnabled: () => calls.isEnabled, ...others }
  const { now = Date.now } = options
  const quota = createRequestQuota(now)
  const graphqlHttp = createHttpClient(options)
  const [restHttp, passwordHttp] = [
    createHttpClient({ ...options, quota }),
    createHttpClient({ ...options, quota }),
  ]
  const cartHttp = createHttpClient({ ...options, quota, limits: cartLimits })
  const keeper = new CredentialKeeper(connection.credentials, now)
  const graphql = createGraphqlClient(connection, graphqlHttp, keeper, setAside)
  const [rest, passwordRest, cartRest] = [
    createRestClient(connection, restHttp, keeper, setAside),
    createRestClient(connection, passwordHttp, keeper, setAside),
    createRestClient(connection, cartHttp, keeper, setAside),
  ]
  const probe = createRestClient(connection, createHttpClient({ ...options, quota, isEnabled: () => true }))
  const tax = createTaxBook(rest, () => fetchTaxFacts(connection, rest, restHttp), {
    memory: others.taxMemory,
    now,
  })
  return {
    ...catalogueOperations(connection, { query: graphql, tax }),
    ...pageOperations(graphql),
    ...pictureOperations(connection, fetch ?? globalThis.fetch),
    fetchChangedProductIds: moment => fetchChangedProductIds(rest, moment),
    fetchTaxRates: async () => factorsByName(await tax.refresh()),
    ...cartOperations(connection, cartRest, tax),
    ...orderOperations(connection, rest),
    ...webhookOperations(connection, rest),
    ...customerOperations(connection, rest, passwordRest),
    ...newsletterOperations(connection, rest),
    ...certificateOperations(rest),
    ...hostOrderOperations(connection, rest),
    ...credentialOperations(keeper, rest),
    ...storeOperations(connection, { rest, probe, calls }),
    orderPageUrl: id => `${connection.backOfficeUrl}/orders/${id}`,
    createLoginUrl: login => createLoginUrl(connection, login),
    isCircuitOpen: () =>
      !calls.isEnabled || [graphqlHttp, restHttp, cartHttp].some(http => http.isCircuitOpen()),
    readLoad: () => ({
      openCircuits: Object.entries({ graphql: graphqlHttp, rest: restHttp, cart: cartHttp })
        .filter(([, http]) => http.isFailing())
        .map(([lane]) => lane),
      quotaLeft: quota.left(),
    }),
  }
}

const factorsByName = ({ classes }: TaxFacts) =>
  Object.fromEntries(
    classes.flatMap(({ name, factor }) => (factor === null ? [] : [[name.toLowerCase(), factor]])),
  )
