import { type Context, Hono } from 'hono'
import { getCart } from '../../carts/carts.ts'
import { getOrder } from '../../orders/orders.ts'
import { ShopError, type Store } from '../../store.ts'
import { accepts, pagingQuery } from '../accepts.ts'
import { type JsonObject, parsePathId, readObject, toText } from '../requests.ts'
import { sendData, sendRequestedPage } from '../responses.ts'

/** What notes of apps may hang on, and how many of one app. */
const maxMetafields = { order: 250, cart: 10 }
type Resource = keyof typeof maxMetafields

interface Metafield {
  id: number
  resource_id: string
  namespace: string
  key: string
  value: string
  permission_set: string
  description: string
  created: Date
  modified: Date
}

const permissionSets = ['app_only', 'read', 'write', 'read_and_sf_access', 'write_and_sf_access']
const metafieldFields = ['permission_set', 'namespace', 'key', 'value', 'description']
const maxLengths = { namespace: 64, key: 64, value: 65_535, description: 255 }

/** v3 metafields: what an app notes on an order or a cart, by namespace and key. */
export function createMetafieldsApi(store: Store, resource: Resource): Hono {
  const app = new Hono()
  const list = '/:id/metafields'
  const one = `${list}/:metafield`
  app.get(list, accepts({ query: [...pagingQuery, 'key', 'namespace', 'direction'] }), async c => {
    const { key, namespace, direction } = c.req.query()
    const fields = await findMetafields(store, resource, await requestedResource(store, resource, c))
    const matching = fields.filter(
      field => (!key || field.key === key) && (!namespace || field.namespace === namespace),
    )
    if (direction === 'desc') matching.reverse()
    return sendRequestedPage(
      c,
      matching.map(field => metafieldJson(store, resource, field)),
    )
  })
  app.post(list, accepts({ body: metafieldFields }), c => createMetafield(store, resource, c))
  app.get(one, accepts(), async c =>
    sendData(c, metafieldJson(store, resource, await requestedMetafield(store, resource, c))),
  )
  app.put(one, accepts({ body: metafieldFields }), c => changeMetafield(store, resource, c))
  app.delete(one, accepts(), async c => {
    const { id } = await requestedMetafield(store, resource, c)
    await store.db.query('delete from shop.metafield where id = $1', [id])
    return c.body(null, 204)
  })
  return app
}

/** The id of the order or cart in the path. Throws 404 when there is none. */
async function requestedResource(store: Store, resource: Resource, c: Context): Promise<string> {
  if (resource === 'cart') return (await getCart(store, c.req.param('id') ?? '')).id
  return String((await getOrder(store.db, parsePathId(c, 'id'))).id)
}

async function findMetafields(store: Store, resource: Resource, id: string): Promise<Metafield[]> {
  const { rows } = await store.db.query<Metafield>(
    'select * from shop.metafield where resource_type = $1 and resource_id = $2 order by id',
    [resource, id],
  )
  return rows
}

async function requestedMetafield(store: Store, resource: Resource, c: Context): Promise<Metafield> {
  const fields = await findMetafields(store, resource, await requestedResource(store, resource, c))
  const field = fields.find(({ id }) => id === parsePathId(c, 'metafield'))
  if (!field) throw new ShopError(404, 'The requested metafield was not found.')
  return field
}

function parseMetafield(input: JsonObject) {
  const field = {
    permission_set: toText(input.permission_set),
    namespace: toText(input.namespace),
    key: toText(input.key),
    value: toText(input.value),
    description: toText(input.description),
  }
  if (!permissionSets.includes(field.permission_set))
    throw new ShopError(422, 'permission_set is invalid.', { permission_set: field.permission_set })
  for (const [name, most] of Object.entries(maxLengths)) {
    const { length } = field[name as keyof typeof maxLengths]
    if (length > most || (length === 0 && name !== 'description'))
      throw new ShopError(422, `${name} must have 1 to ${most} characters.`, { [name]: 'invalid' })
  }
  return field
}

async function createMetafield(store: Store, resource: Resource, c: Context): Promise<Response> {
  const id = await requestedResource(store, resource, c)
  const field = parseMetafield(await readObject(c))
  const { rows } = await store.db.query<Metafield>(
    `insert into shop.metafield
       (resource_type, resource_id, permission_set, namespace, key, value, description, created, modified)
     select $1, $2, $3, $4, $5, $6, $7, $8, $8
     where (select count(*) from shop.metafield where resource_type = $1 and resource_id = $2) < $9
     on conflict do nothing returning *`,
    [resource, id, ...Object.values(field), store.now(), maxMetafields[resource]],
  )
  if (rows[0]) return sendData(c, metafieldJson(store, resource, rows[0]))
  const isThere = (await findMetafields(store, resource, id)).some(
    other => other.key === field.key && other.namespace === field.namespace,
  )
  if (isThere) throw new ShopError(409, 'This namespace has this key already.', { key: field.key })
  throw new ShopError(422, `At most ${maxMetafields[resource]} metafields.`, { key: 'limit' })
}

/** What is not sent stays as it is. */
async function changeMetafield(store: Store, resource: Resource, c: Context): Promise<Response> {
  const current = await requestedMetafield(store, resource, c)
  const field = parseMetafield({ ...current, ...(await readObject(c)) })
  const { rows } = await store.db.query<Metafield>(
    `update shop.metafield set permission_set = $2, namespace = $3, key = $4, value = $5, description = $6,
       modified = $7 where id = $1 and not exists (select from shop.metafield other where other.id <> $1
         and other.resource_type = metafield.resource_type and other.resource_id = metafield.resource_id
         and other.namespace = $3 and other.key = $4) returning *`,
    [current.id, ...Object.values(field), store.now()],
  )
  if (!rows[0]) throw new ShopError(400, 'This namespace has this key already.', { key: field.key })
  return sendData(c, metafieldJson(store, resource, rows[0]))
}

/** Notes of carts have ids in text, those of orders numbers. */
const metafieldJson = (store: Store, resource: Resource, field: Metafield) => ({
  id: resource === 'order' ? field.id : String(field.id),
  permission_set: field.permission_set,
  namespace: field.namespace,
  key: field.key,
  value: field.value,
  description: field.description,
  resource_type: resource,
  resource_id: resource === 'order' ? Number(field.resource_id) : field.resource_id,
  owner_client_id: store.credentials.clientId,
  date_created: field.created.toISOString(),
  date_modified: field.modified.toISOString(),
})
