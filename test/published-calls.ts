import { contracts, mistakesIn, mistakesInQuery } from './contracts.ts'

/** The published description of each part of the REST API, the longest path first. */
const files: [RegExp, string][] = [
  [/^\/v3\/catalog\/products\/[^/]+\/modifiers/, 'catalog/product-modifiers_catalog.v3.yml'],
  [/^\/v3\/catalog\/products\/[^/]+\/variants/, 'catalog/product-variants_catalog.v3.yml'],
  [/^\/v3\/catalog\/products/, 'catalog/products_catalog.v3.yml'],
  [/^\/v3\/customers\/subscribers/, 'subscribers.v3.yml'],
  [/^\/v3\/customers/, 'customers.v3.yml'],
  [/^\/v3\/carts/, 'carts.v3.yml'],
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

/** Passes requests on to `send` and collects where a REST request or a successful response is not as published. */
export function watched(send: (url: string, init: RequestInit) => Response | Promise<Response>) {
  const mistakes: string[] = []
  return {
    mistakes,
    async fetch(url: string, init: RequestInit): Promise<Response> {
      const response = await send(url, init)
      const path = /\/stores\/[^/]+(\/v[23]\/.*)/.exec(url)?.[1]
      if (contracts && path) {
        mistakes.push(...(await compare(path, init, response)))
      }
      return response
    },
  }
}

async function compare(
  target: string,
  { method = 'GET', body }: RequestInit,
  response: Response,
): Promise<string[]> {
  const { pathname, searchParams } = new URL(target, 'http://shop.test')
  const file = files.find(([path]) => path.test(pathname))?.[1]
  const call = { file: file ?? '', method: method.toLowerCase(), path: pathname.replace(/^\/v[23]/, '') }
  if (file === undefined) return [`${target} is in no published description`]
  const mistakes = mistakesInQuery(call, [...searchParams.keys()])
  if (body != null) mistakes.push(...mistakesIn(call, 'request', JSON.parse(String(body))))
  const text = await response.clone().text()
  if (response.ok && text !== '')
    mistakes.push(...mistakesIn(call, String(response.status), JSON.parse(text)))
  return mistakes.map(mistake => `${method} ${pathname}: ${mistake}`)
}
