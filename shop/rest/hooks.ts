import { type Context, Hono } from 'hono'
import { ShopError, type Store } from '../store.ts'
import type { Hook } from '../webhooks.ts'
import { type Body, body, data, idsQuery, isBody, pathId, slice, text } from './answers.ts'

const MOST_PER_SCOPE = 10

/** v3 hooks. */
export function hooksApi(store: Store): Hono {
  const app = new Hono()
  app.get('/', c => list(store, c))
  app.post('/', c => create(store, c))
  app.get('/:id', async c => data(c, hookJson(store, await hookById(store, pathId(c, 'id')))))
  app.put('/:id', c => update(store, c))
  app.delete('/:id', c => remove(store, c))
  return app
}

async function hookById(store: Store, id: number): Promise<Hook> {
  const { rows } = await store.db.query<Hook>('select * from shop.hook where id = $1', [id])
  if (!rows[0]) throw new ShopError(404, 'Webhook not found.')
  return rows[0]
}

async function list(store: Store, c: Context): Promise<Response> {
  const { rows } = await store.db.query<Hook>('select * from shop.hook order by id')
  const { scope, destination, is_active } = c.req.query()
  const ids = idsQuery(c, 'id:in')
  const found = rows.filter(
    hook =>
      (!scope || hook.scope === scope) &&
      (!destination || hook.destination === destination) &&
      (is_active === undefined || hook.is_active === (is_active === 'true')) &&
      (!ids || ids.includes(hook.id)),
  )
  return slice(
    c,
    found.map(hook => hookJson(store, hook)),
  )
}

async function create(store: Store, c: Context): Promise<Response> {
  const sent = await body(c)
  const scope = text(sent.scope)
  if (!/^store(\/[a-zA-Z]+)+(\/\*)?$/.test(scope)) {
    throw new ShopError(422, 'The scope is invalid.', { scope })
  }
  const destination = checkedDestination(text(sent.destination))
  const { rows } = await store.db.query<Hook>('select * from shop.hook where scope = $1', [scope])
  if (rows.length >= MOST_PER_SCOPE || rows.some(hook => hook.destination === destination)) {
    throw new ShopError(422, 'A webhook for this scope and destination exists.', { destination })
  }
  const made = await store.db.query<Hook>(
    `insert into shop.hook (scope, destination, is_active, headers, created, updated)
     values ($1, $2, $3, $4, $5, $5) returning *`,
    [scope, destination, sent.is_active !== false, headersFrom(sent), store.now()],
  )
  return data(c, hookJson(store, made.rows[0]!))
}

async function update(store: Store, c: Context): Promise<Response> {
  const known = await hookById(store, pathId(c, 'id'))
  const sent = await body(c)
  const { rows } = await store.db.query<Hook>(
    `update shop.hook set scope = $2, destination = $3, is_active = $4, headers = $5, updated = $6
     where id = $1 returning *`,
    [
      known.id,
      text(sent.scope) || known.scope,
      sent.destination === undefined ? known.destination : checkedDestination(text(sent.destination)),
      typeof sent.is_active === 'boolean' ? sent.is_active : known.is_active,
      sent.headers === undefined ? known.headers : headersFrom(sent),
      store.now(),
    ],
  )
  return data(c, hookJson(store, rows[0]!))
}

async function remove(store: Store, c: Context): Promise<Response> {
  const hook = await hookById(store, pathId(c, 'id'))
  await store.db.query('delete from shop.hook where id = $1', [hook.id])
  return data(c, hookJson(store, hook))
}

/** https on port 443, as the platform demands; plain http on loopback for a shop that runs beside its app. */
function checkedDestination(destination: string): string {
  const url = URL.canParse(destination) ? new URL(destination) : undefined
  const loopback = url?.protocol === 'http:' && /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(url.hostname)
  if (!loopback && !(url?.protocol === 'https:' && url.port === '')) {
    throw new ShopError(422, 'The destination must be an https address on port 443.', { destination })
  }
  return destination
}

function headersFrom(sent: Body): Record<string, string> | null {
  if (!isBody(sent.headers)) return null
  return Object.fromEntries(Object.entries(sent.headers).map(([name, value]) => [name, String(value)]))
}

const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000)

const hookJson = (store: Store, hook: Hook) => ({
  id: hook.id,
  client_id: store.credentials.clientId,
  store_hash: store.credentials.storeHash,
  scope: hook.scope,
  destination: hook.destination,
  headers: hook.headers,
  is_active: hook.is_active,
  created_at: seconds(hook.created),
  updated_at: seconds(hook.updated),
})
