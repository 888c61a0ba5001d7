import { type Context, Hono } from 'hono'
import { ShopError, type Store } from '../store.ts'
import { isEmittedScope, type WebhookSubscription } from '../webhooks.ts'
import { accepts, pagingQuery } from './accepts.ts'
import { isJsonObject, type JsonObject, parsePathId, readObject, toText } from './requests.ts'
import { sendData, sendRequestedPage } from './responses.ts'

const maxWebhooksPerScope = 10

const webhookFields = ['scope', 'destination', 'is_active', 'headers.*']

/** v3 hooks: the registered webhooks. */
export function createWebhooksApi(store: Store): Hono {
  const app = new Hono()
  app.get('/', accepts({ query: [...pagingQuery, 'is_active', 'scope', 'destination'] }), c =>
    listWebhooks(store, c),
  )
  app.post('/', accepts({ body: webhookFields }), c => createWebhook(store, c))
  app.get('/:id', accepts(), async c =>
    sendData(c, webhookJson(store, await getWebhook(store, parsePathId(c, 'id')))),
  )
  app.put('/:id', accepts({ body: webhookFields }), c => updateWebhook(store, c))
  app.delete('/:id', accepts(), c => deleteWebhook(store, c))
  return app
}

async function getWebhook(store: Store, id: number): Promise<WebhookSubscription> {
  const { rows } = await store.db.query<WebhookSubscription>('select * from shop.webhook where id = $1', [id])
  if (!rows[0]) throw new ShopError(404, 'Webhook not found.')
  return rows[0]
}

async function listWebhooks(store: Store, c: Context): Promise<Response> {
  const { rows } = await store.db.query<WebhookSubscription>('select * from shop.webhook order by id')
  const { scope, destination, is_active } = c.req.query()
  const matching = rows.filter(
    webhook =>
      (!scope || webhook.scope === scope) &&
      (!destination || webhook.destination === destination) &&
      (is_active === undefined || webhook.is_active === (is_active === 'true')),
  )
  return sendRequestedPage(
    c,
    matching.map(webhook => webhookJson(store, webhook)),
  )
}

async function createWebhook(store: Store, c: Context): Promise<Response> {
  const input = await readObject(c)
  const scope = parseScope(toText(input.scope))
  const destination = parseDestination(toText(input.destination))
  const { rows } = await store.db.query<WebhookSubscription>('select * from shop.webhook where scope = $1', [
    scope,
  ])
  if (rows.length >= maxWebhooksPerScope || rows.some(webhook => webhook.destination === destination)) {
    throw new ShopError(422, 'A webhook for this scope and destination exists.', { destination })
  }
  const created = await store.db.query<WebhookSubscription>(
    `insert into shop.webhook (scope, destination, is_active, headers, created, updated)
     values ($1, $2, $3, $4, $5, $5) returning *`,
    [scope, destination, input.is_active !== false, parseHeaders(input), store.now()],
  )
  return sendData(c, webhookJson(store, created.rows[0]!))
}

async function updateWebhook(store: Store, c: Context): Promise<Response> {
  const webhook = await getWebhook(store, parsePathId(c, 'id'))
  const input = await readObject(c)
  const { rows } = await store.db.query<WebhookSubscription>(
    `update shop.webhook set scope = $2, destination = $3, is_active = $4, headers = $5, updated = $6
     where id = $1 returning *`,
    [
      webhook.id,
      input.scope === undefined ? webhook.scope : parseScope(toText(input.scope)),
      input.destination === undefined ? webhook.destination : parseDestination(toText(input.destination)),
      typeof input.is_active === 'boolean' ? input.is_active : webhook.is_active,
      input.headers === undefined ? webhook.headers : parseHeaders(input),
      store.now(),
    ],
  )
  return sendData(c, webhookJson(store, rows[0]!))
}

async function deleteWebhook(store: Store, c: Context): Promise<Response> {
  const webhook = await getWebhook(store, parsePathId(c, 'id'))
  await store.db.query('delete from shop.webhook where id = $1', [webhook.id])
  return sendData(c, webhookJson(store, webhook))
}

function parseScope(scope: string): string {
  if (!isEmittedScope(scope)) throw new ShopError(422, 'This shop has no events of that scope.', { scope })
  return scope
}

/** Requires https on port 443, as the platform does; http is allowed on loopback. Throws 422. */
function parseDestination(destination: string): string {
  const url = URL.canParse(destination) ? new URL(destination) : undefined
  const isLoopback =
    url?.protocol === 'http:' && /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(url.hostname)
  if (!isLoopback && !(url?.protocol === 'https:' && url.port === '')) {
    throw new ShopError(422, 'The destination must be an https address on port 443.', { destination })
  }
  return destination
}

function parseHeaders(input: JsonObject): Record<string, string> | null {
  if (!isJsonObject(input.headers)) return null
  return Object.fromEntries(Object.entries(input.headers).map(([name, value]) => [name, String(value)]))
}

const unixSeconds = (date: Date): number => Math.floor(date.getTime() / 1000)

const webhookJson = (store: Store, webhook: WebhookSubscription) => ({
  id: webhook.id,
  client_id: store.credentials.clientId,
  store_hash: store.credentials.storeHash,
  scope: webhook.scope,
  destination: webhook.destination,
  headers: webhook.headers,
  is_active: webhook.is_active,
  created_at: unixSeconds(webhook.created),
  updated_at: unixSeconds(webhook.updated),
})
