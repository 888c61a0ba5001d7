import { createHmac, randomUUID } from 'node:crypto'
import { dayInAthens } from '../../base/dates.ts'
import type { Language } from '../../base/language.ts'
import { type Shop, ShopFailure, type ShopLoginRequest } from '../port.ts'
import type { ShopPage, ShopPageLink, ShopPageText } from '../port-catalogue.ts'
import { cartOperations } from './carts.ts'
import { catalogueOperations, fetchChangedProductIds } from './catalogue.ts'
import { certificateOperations } from './certificates.ts'
import type { ShopConnection } from './connection.ts'
import { credentialOperations } from './credentials/credential-operations.ts'
import { CredentialKeeper } from './credentials.ts'
import { customerOperations } from './customers.ts'
import { createGraphqlClient, type GraphqlClient } from './graphql-client.ts'
import * as documents from './graphql-documents.ts'
import { hostOrderOperations } from './host-orders.ts'
import { leanFetch } from './http/lean-fetch.ts'
import {
  cartLimits,
  createHttpClient,
  createRequestQuota,
  type FetchFunction,
  type HttpClient,
  type HttpClientOptions,
} from './http.ts'
import { orderOperations } from './orders.ts'
import { createRestClient, deleteOne, getJson, nullIfMissing, type RestClient } from './rest-client.ts'
import { type CallSwitch, storeOperations } from './store/store-operations.ts'
import { createTaxBook, fetchTaxFacts, type TaxFacts, type TaxMemory } from './tax.ts'
import { webhookOperations } from './webhooks.ts'
import * as wire from './wire.ts'
import { blogSchema, pageSchema, pagesSchema, type WirePageLink, type WirePost } from './wire-graphql.ts'
import type { SetAside } from './wire-rows.ts'

interface ConnectOptions extends Omit<HttpClientOptions, 'fetch'> {
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
  const restHttp = createHttpClient({ ...options, quota })
  const cartHttp = createHttpClient({ ...options, quota, limits: cartLimits })
  const keeper = new CredentialKeeper(connection.credentials, now)
  const graphql = createGraphqlClient(connection, graphqlHttp, keeper, setAside)
  const restOver = (http: HttpClient) => createRestClient(connection, http, keeper, setAside)
  const rest = restOver(restHttp)
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
    ...cartOperations(connection, restOver(cartHttp), tax),
    ...orderOperations(connection, rest),
    ...webhookOperations(connection, rest),
    ...customerOperations(connection, rest, restOver(createHttpClient({ ...options, quota }))),
    ...newsletterOperations(connection, rest),
    ...certificateOperations(rest),
    ...hostOrderOperations(connection, rest, tax),
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

const maxNameLength = 100

/** Subscribers v3: one list for each channel. */
function newsletterOperations({ channels }: ShopConnection, rest: RestClient) {
  return {
    async subscribeToNewsletter({ email, name, language }) {
      const [channel_id, first_name] = [channels[language], name.slice(0, maxNameLength)]
      const body = { email, first_name, source: 'registry', channel_id }
      const path = '/v3/customers/subscribers'
      try {
        await rest(wire.ignoredReplySchema, { method: 'POST', path, body, repeatable: true })
      } catch (error) {
        if (!(await isSubscribed(rest, email, error))) throw error
      }
    },
    async unsubscribeFromNewsletter(email) {
      for (const { id } of await findSubscribers(rest, email))
        await nullIfMissing(() => deleteOne(rest, `/v3/customers/subscribers/${id}`))
    },
  } satisfies Partial<Shop>
}

/** The platform refuses an e-mail that is on the list already with the same error as an invalid one. */
async function isSubscribed(rest: RestClient, email: string, error: unknown): Promise<boolean> {
  if (!(error instanceof ShopFailure) || error.kind !== 'invalid') return false
  return (await findSubscribers(rest, email)).length > 0
}

async function findSubscribers(rest: RestClient, email: string) {
  const path = `/v3/customers/subscribers?email=${encodeURIComponent(email)}`
  const { data } = await getJson(rest, wire.subscribersSchema, path)
  return data.filter(subscriber => subscriber.email.toLowerCase() === email.toLowerCase())
}

/**
 * The platform's sign-in link: a signed token that it accepts once, within 30 seconds (R419). Null without a client
 * secret, and for a redirect to any origin but those of the language's channel, so that a token never leaves the shop and
 * nobody is signed in at one storefront to be sent to another, which would not know them.
 */
function createLoginUrl(connection: ShopConnection, login: ShopLoginRequest): string | null {
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

/** How long a picture may take in all, and how large it may be. */
const maxMs = 5000
const maxBytes = 5_000_000

/** Where the platform keeps the pictures of its stores. */
const platformHosts = /^cdn\d+\.bigcommerce\.com$/

/**
 * Pictures of products, from the hosts of the shop alone: what staff of the shop write into an address of a picture must
 * not make this server ask for anything else.
 */
export function pictureOperations(
  { storefrontUrls, checkoutOrigins }: ShopConnection,
  fetch: FetchFunction,
): Pick<Shop, 'fetchPicture'> {
  const isStorefront = (origin: string) =>
    Object.values(storefrontUrls).some(url => new URL(url).origin === origin) ||
    Object.values(checkoutOrigins).flat().includes(origin)
  const isOwn = ({ origin, protocol, hostname }: URL) =>
    isStorefront(origin) || (protocol === 'https:' && platformHosts.test(hostname))
  return {
    async fetchPicture(url) {
      if (!URL.canParse(url) || !isOwn(new URL(url))) throw new ShopFailure('origin', 'a picture elsewhere')
      const response = await request(fetch, url)
      if ([404, 410].includes(response.status)) return null
      if (!response.ok)
        throw new ShopFailure(response.status >= 500 ? 'unavailable' : 'invalid', 'a picture is refused', {
          status: response.status,
        })
      return readBytes(response)
    },
  }
}

async function request(fetch: FetchFunction, url: string): Promise<Response> {
  try {
    return await fetch(url, {
      method: 'GET',
      headers: { accept: 'image/webp,image/png,image/jpeg' },
      redirect: 'error',
      signal: AbortSignal.timeout(maxMs),
    })
  } catch (cause) {
    throw new ShopFailure('unavailable', 'a picture got no answer', { cause })
  }
}

async function readBytes({ body }: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of body ?? []) {
      size += chunk.length
      if (size > maxBytes) throw new ShopFailure('invalid', 'a picture is too large')
      chunks.push(chunk)
    }
  } catch (cause) {
    if (cause instanceof ShopFailure) throw cause
    throw new ShopFailure('unavailable', 'a picture broke off', { cause })
  }
  return Buffer.concat(chunks)
}

/** The merchant's pages and the platform's own blog, over Storefront GraphQL. */
function pageOperations(query: GraphqlClient): Pick<Shop, 'fetchPages' | 'fetchPage'> {
  return {
    async fetchPages(language) {
      const { site } = await query(language, documents.menuPagesQuery, pagesSchema)
      return site.content.pages.map(toPageLink)
    },
    async fetchPage(path, language) {
      const { site } = await query(language, documents.pageByPathQuery, pageSchema, { path })
      const { node } = site.route
      if (node === null) return null
      // The platform does not document which of the two types the blog's path leads to.
      if (['Blog', 'BlogIndexPage'].includes(node.__typename)) return fetchBlog(query, language)
      if (node.htmlBody === undefined) return null
      const children = (node.children ?? []).map(child => ({ ...toPageLink(child), ...toPageText(child) }))
      return { path: node.path ?? path, title: node.name ?? '', ...toPageText(node), children }
    },
  }
}

/** The blog as a page whose children are its posts. */
async function fetchBlog(query: GraphqlClient, language: Language): Promise<ShopPage | null> {
  const { blog } = (await query(language, documents.blogQuery, blogSchema)).site.content
  if (blog === null) return null
  const children = blog.posts.map(({ entityId, name, path, ...post }) => ({
    id: entityId,
    parentId: 0,
    title: name,
    href: path,
    ...toPageText(post),
  }))
  return {
    path: blog.path,
    title: blog.name,
    ...toPageText({ htmlBody: `<p>${escapeHtml(blog.description)}</p>` }),
    children,
  }
}

/** Only blog posts have a day and a picture on the platform. */
function toPageText({ htmlBody = '', publishedDate, thumbnailImage }: WirePost): ShopPageText {
  return {
    html: htmlBody,
    picture: thumbnailImage?.url ?? null,
    published: publishedDate ? dayInAthens(new Date(publishedDate.utc)) : null,
  }
}

function toPageLink(page: WirePageLink): ShopPageLink {
  return {
    id: page.entityId,
    parentId: page.parentEntityId ?? 0,
    title: page.name,
    href: page.path ?? page.link ?? '/',
  }
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
