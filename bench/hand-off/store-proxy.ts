import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

/** What stands between the product and the store. */
export interface Weather {
  /** Milliseconds that making a cart takes. */
  cartMs?: number
  /** So many carts are refused with 429 first; the limit is lifted after `resetMs`. */
  refusedCarts?: { times: number; resetMs: number }
  /** Calls of the REST API in a window of 30 seconds; those beyond get a 429. */
  quota?: number
  /** The store is asked once for each price and for one cart; then the proxy answers the same, each cart with an id of its own. */
  replays?: boolean
}

const windowMs = 30_000

/** A proxy before a store at `target`, whose weather can be set. */
export async function startStoreProxy(target: string) {
  let weather: Weather = {}
  let refusalsLeft = 0
  let window = { began: 0, used: 0 }
  const takeFromQuota = (quota: number): Record<string, string> => {
    const now = Date.now()
    if (now - window.began >= windowMs) window = { began: now, used: 0 }
    window.used++
    return limitHeaders(quota, quota - window.used, window.began + windowMs - now)
  }
  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    const isCart = incoming.method === 'POST' && /\/v3\/carts(\?|$)/.test(incoming.url ?? '')
    if (isCart && refusalsLeft > 0) {
      refusalsLeft--
      return refuse(response, limitHeaders(150, 0, weather.refusedCarts?.resetMs ?? 0))
    }
    const isRest = incoming.url?.includes('/stores/')
    const headers = isRest && weather.quota ? takeFromQuota(weather.quota) : {}
    if (Number(headers['x-rate-limit-requests-left']) < 0) return refuse(response, headers)
    if (weather.replays && incoming.method === 'POST') return replay(isCart, incoming, response)
    if (isCart && weather.cartMs) await wait(weather.cartMs)
    forward(target, incoming, response, headers)
  }
  const kept = new Map<string, Promise<KeptAnswer>>()
  const replay = async (isCart: boolean, incoming: IncomingMessage, response: ServerResponse) => {
    const body = await text(incoming)
    const key = isCart ? 'cart' : `${incoming.url} ${body}`
    const answer = kept.get(key) ?? askStore(target, incoming, body)
    kept.set(key, answer)
    const { status, type, text: said } = await answer
    const id = isCart ? (JSON.parse(said) as { data: { id: string } }).data.id : null
    response.writeHead(status, { 'content-type': type })
    response.end(id === null ? said : said.replaceAll(id, randomUUID()))
  }
  const server = createServer((incoming, response) => void answer(incoming, response))
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setWeather(next: Weather) {
      weather = next
      refusalsLeft = next.refusedCarts?.times ?? 0
      window = { began: 0, used: 0 }
    },
    /** Resolves when no call of the REST API came for two seconds. */
    async isQuiet() {
      for (let used = -1; used !== window.used; ) {
        used = window.used
        await wait(2000)
      }
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const limitHeaders = (quota: number, left: number, resetMs: number): Record<string, string> => ({
  'x-rate-limit-time-window-ms': String(windowMs),
  'x-rate-limit-time-reset-ms': String(resetMs),
  'x-rate-limit-requests-quota': String(quota),
  'x-rate-limit-requests-left': String(left),
})

function refuse(response: ServerResponse, headers: Record<string, string>): void {
  response.writeHead(429, { ...headers, 'content-type': 'application/json' })
  response.end('{"status":429,"title":"Too many requests"}')
}

function forward(
  target: string,
  incoming: IncomingMessage,
  response: ServerResponse,
  headers: Record<string, string>,
): void {
  const outgoing = request(
    target + incoming.url,
    { method: incoming.method ?? 'GET', headers: incoming.headers },
    answered => {
      response.writeHead(answered.statusCode ?? 502, { ...answered.headers, ...headers })
      answered.pipe(response)
    },
  )
  outgoing.on('error', () => response.destroy())
  incoming.pipe(outgoing)
}

interface KeptAnswer {
  status: number
  type: string
  text: string
}

async function askStore(
  target: string,
  { url, headers }: IncomingMessage,
  body: string,
): Promise<KeptAnswer> {
  const { host: _, connection: __, 'content-length': ___, ...sent } = headers
  const ask = () => fetch(target + url, { method: 'POST', headers: sent as Record<string, string>, body })
  // The store may just have closed the connection that was kept.
  const answer = await ask().catch(ask)
  const type = answer.headers.get('content-type') ?? 'application/json'
  return { status: answer.status, type, text: await answer.text() }
}
