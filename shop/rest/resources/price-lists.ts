import { type Context, Hono } from 'hono'
import { currentPriceCents, markCatalogueChanged } from '../../catalogue/live-catalogue.ts'
import type { PriceListAssignment, PriceRecord } from '../../catalogue/pricing-rules.ts'
import { inTransaction, type Queryable } from '../../database.ts'
import { parseCents, toEuros } from '../../money.ts'
import { deleteRecords, findRecords, insertRecord, type StoredRecord, updateRecord } from '../../records.ts'
import { ShopError, type Store } from '../../store.ts'
import { accepts, pagingQuery } from '../accepts.ts'
import { type JsonObject, parsePathId, readObject, readObjects, toText } from '../requests.ts'
import { sendData, sendRequestedPage } from '../responses.ts'
import { acceptedFields, flag, list, number, parseFields, required, text, whole } from './fields.ts'
import { matchesQuery } from './filters.ts'
import { insert, type Resource } from './resource.ts'

const changed: Resource['changed'] = ({ tx }) => markCatalogueChanged(tx)

/** v3 price lists. */
export const priceLists: Resource = {
  path: '/v3/pricelists',
  kind: 'price_list',
  parts: ['price_record'],
  calls: ['list', 'create', 'read', 'update', 'delete', 'clear'],
  filters: ['id:in', 'name', 'name:like'],
  deleteFilters: ['id:in', 'name'],
  fields: { name: required(text()), active: flag(true) },
  show: ({ created, modified }) => ({
    date_created: created.toISOString(),
    date_modified: modified.toISOString(),
  }),
  check: async ({ tx }, { name }, before) => {
    const others = (await findRecords<{ name: string }>(tx, 'price_list')).filter(
      ({ id }) => id !== before?.id,
    )
    if (others.some(other => other.name === name))
      throw new ShopError(409, 'A price list of this name exists already.', { name: 'taken' })
    return undefined
  },
  changed: async (change, event, { id }) => {
    if (event === 'deleted') {
      const { rows } = await change.tx.query<{ id: number }>(
        `select id from shop.record where kind = 'price_list_assignment' and (data ->> 'price_list_id')::int = $1`,
        [id],
      )
      await deleteRecords(
        change.tx,
        'price_list_assignment',
        rows.map(row => row.id),
      )
    }
    await markCatalogueChanged(change.tx)
  },
}

const assignmentNames = ['id', 'price_list_id', 'customer_group_id', 'channel_id']

/** v3 assignments: for whom, and on which channel, a price list holds. */
export const priceListAssignments: Resource = {
  path: '/v3/pricelists/assignments',
  kind: 'price_list_assignment',
  isBatch: true,
  calls: ['list', 'create', 'delete'],
  filters: [...assignmentNames, ...assignmentNames.map(name => `${name}:in`)],
  deleteFilters: [...assignmentNames, 'channel_id:in'],
  fields: { price_list_id: required(whole()), customer_group_id: whole(), channel_id: whole() },
  check: async ({ tx }, value) => {
    await requireRecord(tx, 'price_list', Number(value.price_list_id))
    if (value.customer_group_id) await requireRecord(tx, 'customer_group', Number(value.customer_group_id))
    return undefined
  },
  changed,
}

async function requireRecord(db: Queryable, kind: string, id: number): Promise<void> {
  const found = (await findRecords(db, kind)).some(record => record.id === id)
  if (!found)
    throw new ShopError(422, `The ${kind.replaceAll('_', ' ')} does not exist.`, { [kind]: String(id) })
}

type Stored = StoredRecord<PriceRecord & JsonObject>

const prices = {
  price: number(),
  sale_price: number(),
  retail_price: number(),
  map_price: number(),
  bulk_pricing_tiers: list(['quantity_min', 'quantity_max', 'type', 'amount']),
}
const priceRecord = { variant_id: whole(), sku: text(), currency: text(), ...prices }
const recordFilters = [
  ...['variant_id:in', 'product_id:in', 'currency', 'currency:in', 'sku', 'sku:in'],
  ...['price', 'sale_price', 'date_modified'].flatMap(name => [`${name}:min`, `${name}:max`]),
]

/** v3 records: what variants cost in a price list, by currency; writing one again replaces what it says. */
export function createPriceRecordsApi(store: Store): Hono {
  const app = new Hono()
  const records = '/:list/records'
  const one = `${records}/:variant/:currency`
  const manyBody = acceptedFields(priceRecord)
  for (const method of ['post', 'put'] as const) {
    app[method]('/records', accepts({ body: ['price_list_id', ...manyBody] }), c => writeMany(store, c))
    app[method](records, accepts({ body: manyBody }), c => writeMany(store, c, parsePathId(c, 'list')))
  }
  app.put('/:list/assignments', accepts({ body: ['customer_group_id', 'channel_id'] }), c => assign(store, c))
  app.get(records, accepts({ query: [...pagingQuery, ...recordFilters] }), async c => {
    const shown = await shownRecords(store, c)
    return sendRequestedPage(
      c,
      shown.filter(record => matchesQuery(c, recordFilters, record)),
    )
  })
  app.delete(records, accepts({ query: ['currency', 'variant_id:in', 'sku:in'] }), async c => {
    const shown = await shownRecords(store, c)
    return remove(
      store,
      c,
      shown.filter(record => matchesQuery(c, recordFilters, record)),
    )
  })
  app.get(`${records}/:variant`, accepts({ query: pagingQuery }), async c =>
    sendRequestedPage(
      c,
      (await shownRecords(store, c)).filter(record => record.variant_id === parsePathId(c, 'variant')),
    ),
  )
  app.get(one, accepts(), async c => sendData(c, await requestedRecord(store, c)))
  app.put(one, accepts({ body: acceptedFields(prices) }), async c => {
    const [variant_id, currency] = [parsePathId(c, 'variant'), c.req.param('currency')]
    const input = { ...(await readObject(c)), variant_id, currency }
    await inTransaction(store.db, tx => write(store, tx, parsePathId(c, 'list'), input))
    return sendData(c, await requestedRecord(store, c))
  })
  app.delete(one, accepts(), async c => remove(store, c, [await requestedRecord(store, c)]))
  return app
}

async function writeMany(store: Store, c: Context, listId?: number): Promise<Response> {
  const inputs = await readObjects(c)
  await inTransaction(store.db, async tx => {
    for (const input of inputs) await write(store, tx, listId ?? Number(input.price_list_id), input)
  })
  return sendData(c, {})
}

async function write(store: Store, tx: Queryable, listId: number, input: JsonObject): Promise<void> {
  const { rows } = await tx.query(
    `select from shop.record where kind = 'price_list' and id = $1 for update`,
    [listId],
  )
  if (rows.length === 0) throw new ShopError(404, 'The requested price list was not found.')
  const given = parseFields(priceRecord, input, { isNew: false, status: 422 })
  const { productByVariant } = await store.liveCatalogue()
  const product = [...productByVariant.values()].find(({ variants }) =>
    variants.some(({ id, sku }) => (given.sku ? sku === given.sku : id === given.variant_id)),
  )
  const variant = product?.variants.find(({ id, sku }) =>
    given.sku ? sku === given.sku : id === given.variant_id,
  )
  if (!product || !variant)
    throw new ShopError(422, 'The variant does not exist.', { variant_id: String(given.variant_id) })
  const currency = toText(given.currency).toLowerCase()
  if (!/^[a-z]{3}$/.test(currency))
    throw new ShopError(422, 'currency is required.', { currency: 'required' })
  for (const name of ['price', 'sale_price'])
    if (given[name] != null && !(parseCents(given[name]) >= 0))
      throw new ShopError(422, `${name} is invalid.`, { [name]: 'invalid' })
  const own = { ...given, variant_id: variant.id, product_id: product.id, sku: variant.sku, currency }
  const before = (await findRecords<PriceRecord>(tx, 'price_record', listId)).find(
    record => record.variant_id === variant.id && record.currency === currency,
  )
  if (before) await updateRecord(tx, 'price_record', before.id, own, store.now())
  else {
    const empty = {
      price: null,
      sale_price: null,
      retail_price: null,
      map_price: null,
      bulk_pricing_tiers: [],
    }
    await insertRecord(tx, 'price_record', { ...empty, ...own }, { parentId: listId, now: store.now() })
  }
  await markCatalogueChanged(tx)
}

/** The records of the list in the path, as the platform shows them. Throws 404. */
async function shownRecords(store: Store, c: Context): Promise<JsonObject[]> {
  const id = parsePathId(c, 'list')
  const lists = await findRecords(store.db, 'price_list')
  if (!lists.some(record => record.id === id))
    throw new ShopError(404, 'The requested price list was not found.')
  const { productByVariant } = await store.liveCatalogue()
  const records = await findRecords<PriceRecord & JsonObject>(store.db, 'price_record', id)
  return records.map(record => recordJson(record, productByVariant))
}

function recordJson(
  { id: record_id, parent_id, created, modified, ...record }: Stored,
  products: Awaited<ReturnType<Store['liveCatalogue']>>['productByVariant'],
): JsonObject {
  const product = products.get(record.variant_id)
  const variant = product?.variants.find(({ id }) => id === record.variant_id)
  const own = product && variant ? toEuros(currentPriceCents(product, variant)) : 0
  return {
    ...record,
    record_id,
    price_list_id: parent_id,
    calculated_price: record.sale_price ?? record.price ?? own,
    date_created: created.toISOString(),
    date_modified: modified.toISOString(),
  }
}

async function requestedRecord(store: Store, c: Context): Promise<JsonObject> {
  const currency = (c.req.param('currency') ?? '').toLowerCase()
  const found = (await shownRecords(store, c)).find(
    record => record.variant_id === parsePathId(c, 'variant') && record.currency === currency,
  )
  if (!found) throw new ShopError(404, 'The requested price record was not found.')
  return found
}

async function remove(store: Store, c: Context, records: JsonObject[]): Promise<Response> {
  await inTransaction(store.db, async tx => {
    await deleteRecords(
      tx,
      'price_record',
      records.map(record => Number(record.record_id)),
    )
    await markCatalogueChanged(tx)
  })
  return c.body(null, 204)
}

/** Assigns the list in the path, in place of what the group and channel had. */
async function assign(store: Store, c: Context): Promise<Response> {
  const input = await readObject(c)
  const price_list_id = parsePathId(c, 'list')
  const assigned = await inTransaction(store.db, async tx => {
    const same = (await findRecords<PriceListAssignment>(tx, 'price_list_assignment')).filter(
      one => one.customer_group_id === input.customer_group_id && one.channel_id === input.channel_id,
    )
    await deleteRecords(
      tx,
      'price_list_assignment',
      same.map(({ id }) => id),
    )
    return insert({ store, tx, parentId: undefined }, priceListAssignments, { ...input, price_list_id })
  })
  const { id, customer_group_id, channel_id } = assigned
  return sendData(c, { id, price_list_id, customer_group_id, channel_id })
}
