import type { ShopConnection } from '../src/shop/bigcommerce/connection.ts'
import type { FetchFunction, HttpClientOptions } from '../src/shop/bigcommerce/http.ts'

/** One scripted reply of a test's shop. */
export interface ScriptedReply {
  status?: number
  body?: unknown
  /** Sent unchanged instead of `body`. */
  text?: string
  headers?: Record<string, string>
  /** The connection breaks instead of a reply. */
  lost?: boolean
  /** The connection is refused, so that nothing was sent. */
  refused?: boolean
  /** The reply takes so long, by the test's clock (ms). */
  takes?: number
  /** There is never a reply. */
  silent?: boolean
}

export interface RecordedCall {
  method: string
  url: string
  headers: Headers
  body: unknown
}

type Parts = { fetch: FetchFunction } & Required<Pick<HttpClientOptions, 'now' | 'sleep' | 'random'>>

/** A shop that replies by a script, one reply a call, and repeats the last one. Waits are recorded, not slept. */
export function scripted(...replies: ScriptedReply[]) {
  const calls: RecordedCall[] = []
  const waits: number[] = []
  const clock = { now: 1_000_000 }
  const parts: Parts = {
    fetch: (url, { method = 'GET', headers, body }) => {
      calls.push({
        method,
        url,
        headers: new Headers(headers),
        body: body == null ? undefined : JSON.parse(String(body)),
      })
      const reply = replies[Math.min(calls.length, replies.length) - 1] ?? {}
      clock.now += reply.takes ?? 0
      return respond(reply)
    },
    now: () => clock.now,
    sleep: async ms => {
      waits.push(ms)
      clock.now += ms
    },
    random: () => 0.5,
  }
  return { ...parts, calls, waits, clock }
}

function respond(reply: ScriptedReply): Promise<Response> {
  const { status = 200, body, text, headers, lost, refused, silent } = reply
  if (silent) return new Promise(() => {})
  if (refused)
    return Promise.reject(
      new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) }),
    )
  if (lost) return Promise.reject(new TypeError('fetch failed'))
  const content = text ?? (body === undefined ? null : JSON.stringify(body))
  return Promise.resolve(
    new Response(status === 204 ? null : content, { status, ...(headers && { headers }) }),
  )
}

export const testConnection: ShopConnection = {
  restUrl: 'https://api.shop.test/stores/abc',
  backOfficeUrl: 'https://store-abc.shop.test/manage',
  graphqlUrl: 'https://store-abc-{channel}.shop.test/graphql',
  credentials: {
    storeHash: 'abc',
    accessToken: 'access',
    clientId: 'client-id',
    clientSecret: 'client-secret',
    storefrontTokens: { 1: 'token-en', 1481393: 'token-el' },
  },
  channels: { en: 1, el: 1481393 },
  groupGift: { productId: 900, options: { product: 901, variant: 902, reference: 903 } },
  giftCardProductId: 186_584,
  hostsDeliveryMethods: { en: 'Deliver to the hosts', el: 'Αποστολή στους οικοδεσπότες' },
  hostOrderTax: 'products',
  storefrontUrls: { en: 'https://shop.test', el: 'https://el.shop.test' },
  checkoutOrigins: { en: ['https://shop.test'], el: ['https://el.shop.test'] },
  webhooks: { secret: 'hook-secret', requireSignature: false },
}
