import { buildSchema, type GraphQLSchema, NoDeprecatedCustomRule, parse, validate } from 'graphql'
import { contracts, mistakesIn, mistakesInQuery, publishedSchema } from './contracts.ts'
import { isDocumented } from './documented-calls.ts'

/** The published description of each part of the REST API, the longest path first. */
const files: [RegExp, string][] = [
  [/^\/v3\/catalog\/products\/[^/]+\/modifiers/, 'catalog/product-modifiers_catalog.v3.yml'],
  [/^\/v3\/catalog\/products\/[^/]+\/variants/, 'catalog/product-variants_catalog.v3.yml'],
  [/^\/v3\/catalog\/products/, 'catalog/products_catalog.v3.yml'],
  [/^\/v3\/customers\/subscribers/, 'subscribers.v3.yml'],
  [/^\/v3\/customers/, 'customers.v3.yml'],
  [/^\/v3\/carts/, 'carts.v3.yml'],
  [/^\/v3\/checkouts/, 'checkouts.v3.yml'],
  [/^\/v3\/content\/pages/, 'pages.v3.yml'],
  [/^\/v3\/content\/scripts/, 'scripts.v3.yml'],
  [/^\/v3\/channels/, 'channels.v3.yml'],
  [/^\/v3\/hooks/, 'webhooks.v3.yml'],
  [/^\/v3\/orders/, 'orders.v3.yml'],
  [/^\/v3\/sites/, 'sites.v3.yml'],
  [/^\/v3\/storefront/, 'storefront_tokens.v3.yml'],
  [/^\/v3\/tax/, 'tax_rates_zones.v3.yml'],
  [/^\/v2\/gift_certificates/, 'marketing.v2.yml'],
  [/^\/v2\/orders/, 'orders.v2.oas2.yml'],
  [/^\/v2\/(store|time)/, 'store_information.v2.yml'],
  [/^\/v2\/tax_classes/, 'tax_classes.v2.yml'],
]

type Send = (url: string, init: RequestInit) => Response | Promise<Response>

/** Passes requests on to `send` and collects where a request or a successful reply is not as published. */
export function watched(send: Send) {
  const mistakes: string[] = []
  return {
    mistakes,
    async fetch(url: string, init: RequestInit): Promise<Response> {
      mistakes.push(...mistakesInRequest(url, init))
      const response = await send(url, init)
      mistakes.push(...(await mistakesInReply(url, init, response)))
      return response
    },
  }
}

/** What is wrong in requests that tests of this worker have sent through `watchRequests`; `setup.ts` allows none. */
export const requestMistakes: string[] = []

/** The same for requests only, where the shop is told to reply what is not published. */
export const watchRequests =
  (send: Send): Send =>
  (url, init) => {
    requestMistakes.push(...mistakesInRequest(url, init))
    return send(url, init)
  }

export function mistakesInRequest(url: string, init: RequestInit): string[] {
  if (!contracts) return []
  const body = init.body == null ? undefined : JSON.parse(String(init.body))
  if (/\/graphql(\/\d+)?(\?|$)/.test(url)) return mistakesInDocument((body as { query: string }).query)
  // Pictures are files of the storefront, in the widths that it makes.
  if (/\/images\/(stencil\/\d+w\/)?[\w-]+\.(webp|jpg)$/.test(url)) return []
  const { call, searchParams, version } = publishedCall(url, init)
  if (call === undefined) return [`${url} is in no published description`]
  const mistakes = mistakesInQuery(call, [...searchParams.keys()])
  if (!isDocumented(init.method ?? 'GET', `/${version}${call.path}`))
    mistakes.push('docs/shop-contract.md does not list it')
  if (body !== undefined) mistakes.push(...mistakesIn(call, 'request', body))
  return mistakes.map(mistake => `${init.method} ${call.path}: ${mistake}`)
}

async function mistakesInReply(url: string, init: RequestInit, response: Response): Promise<string[]> {
  const { call } = publishedCall(url, init)
  if (!contracts || call === undefined || !response.ok) return []
  const text = await response.clone().text()
  if (text === '') return []
  const mistakes = mistakesIn(call, String(response.status), JSON.parse(text))
  return mistakes.map(mistake => `${init.method} ${call.path}: ${mistake}`)
}

/** The call that a request makes, in the words of its published description. */
export function publishedCall(url: string, { method = 'GET' }: RequestInit) {
  const target = /\/stores\/[^/]+(\/v[23]\/.*)/.exec(url)?.[1] ?? ''
  const { pathname, searchParams } = new URL(target, 'http://shop.test')
  const file = files.find(([path]) => path.test(pathname))?.[1]
  const call = file && { file, method: method.toLowerCase(), path: pathname.replace(/^\/v[23]/, '') }
  return { call: call || undefined, searchParams, version: pathname.slice(1, 3) }
}

let schema: GraphQLSchema | undefined
const checkedDocuments = new Map<string, string[]>()

function mistakesInDocument(document: string): string[] {
  schema ??= buildSchema(publishedSchema())
  const known = checkedDocuments.get(document)
  if (known) return known
  const parsed = parse(document)
  const errors = [...validate(schema, parsed), ...validate(schema, parsed, [NoDeprecatedCustomRule])]
  const mistakes = errors.map(error => error.message)
  checkedDocuments.set(document, mistakes)
  return mistakes
}
