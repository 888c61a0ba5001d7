import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { createShop, type EmbeddedShop, type ShopOptions } from './app.ts'
import { newCredentials } from './credentials.ts'

const SERVER = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:54329/postgres'

/** An empty database of its own. */
async function freshDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `shop_${randomUUID().replaceAll('-', '')}`
  const run = async (sql: string) => {
    const client = new Client({ connectionString: SERVER })
    await client.connect()
    await client.query(sql)
    await client.end()
  }
  await run(`create database ${name}`)
  const url = new URL(SERVER)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) }
}

export interface Answer {
  status: number
  headers: Headers
  json: <T = Record<string, unknown>>() => T
  text: string
}

/** A shop on a fresh database with a clock to turn, spoken to as its callers do. */
export async function openTestShop(options: Partial<ShopOptions> = {}) {
  const database = await freshDatabase()
  const clock = { now: new Date('2026-11-21T10:00:00Z') }
  const shop = await createShop({
    databaseUrl: database.url,
    baseUrl: 'http://shop.test/shop',
    credentials: newCredentials(),
    now: () => clock.now,
    ...options,
  })
  const send = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await shop.app.request(path, init)
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) }
  }
  return {
    shop,
    clock,
    send,
    rest: restCaller(shop, send),
    graphql: graphqlCaller(shop, send),
    async close() {
      await shop.stop()
      await database.drop()
    },
  }
}

export type TestShop = Awaited<ReturnType<typeof openTestShop>>
type Send = (path: string, init?: RequestInit) => Promise<Answer>

const restCaller =
  (shop: EmbeddedShop, send: Send) =>
  (method: string, path: string, body?: unknown): Promise<Answer> =>
    send(`/stores/${shop.credentials.storeHash}${path}`, {
      method,
      headers: { 'x-auth-token': shop.credentials.accessToken, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })

const graphqlCaller =
  (shop: EmbeddedShop, send: Send) =>
  async <T = Record<string, unknown>>(query: string, variables = {}, channel = 1): Promise<T> => {
    const answer = await send('/graphql', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${shop.credentials.storefrontTokens[channel]}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ query, variables }),
    })
    const { data, errors } = answer.json<{ data: T; errors?: unknown }>()
    if (errors) throw new Error(JSON.stringify(errors))
    return data
  }

/** A visitor with cookies, who follows no redirects by itself. */
export function visitor(send: Send) {
  const cookies = new Map<string, string>()
  const go = async (address: string, form?: Record<string, string>): Promise<Answer> => {
    const path = address.replace(/^https?:\/\/shop\.test/, '').replace(/^\/shop(?=\/|$)/, '') || '/'
    const answer = await send(path, {
      method: form ? 'POST' : 'GET',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      body: form ? new URLSearchParams(form).toString() : undefined,
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return answer
  }
  return { go, location: (answer: Answer) => answer.headers.get('location') ?? '' }
}
