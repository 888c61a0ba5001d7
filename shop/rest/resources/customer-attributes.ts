import { type Context, Hono } from 'hono'
import { findCustomerById } from '../../customers.ts'
import { inTransaction, type Queryable } from '../../database.ts'
import { deleteRecords, findRecords, insertRecord, type StoredRecord, updateRecord } from '../../records.ts'
import { ShopError, type Store } from '../../store.ts'
import { accepts, pagingQuery } from '../accepts.ts'
import { type JsonObject, queryIds, readObjects } from '../requests.ts'
import { sendRequestedPage } from '../responses.ts'
import { acceptedFields, oneOf, parseFields, required, text, whole } from './fields.ts'
import { matchesQuery } from './filters.ts'
import type { Resource } from './resource.ts'

const maxAttributes = 50
const maxLength = 255
const maxCustomersPerCall = 10

const dateFilters = ['date_created', 'date_modified'].flatMap(name => [name, `${name}:min`, `${name}:max`])
const showDates = ({ created, modified }: Pick<StoredRecord, 'created' | 'modified'>) => ({
  date_created: created.toISOString(),
  date_modified: modified.toISOString(),
})

/** v3 attributes: what a store writes down of its customers beyond their names. */
export const customerAttributes: Resource = {
  path: '/v3/customers/attributes',
  kind: 'customer_attribute',
  isBatch: true,
  parts: ['customer_attribute_value'],
  filters: ['name', 'name:like', 'type', ...dateFilters],
  fields: {
    name: required(text(undefined, { maxLength })),
    type: required(oneOf(['string', 'number', 'date'])),
  },
  fixed: ['type'],
  show: showDates,
  check: async ({ tx }, { name }, before) => {
    const others = (await findRecords<{ name: string }>(tx, 'customer_attribute')).filter(
      ({ id }) => id !== before?.id,
    )
    if (!before && others.length >= maxAttributes)
      throw new ShopError(422, `A store has ${maxAttributes} customer attributes at most.`)
    if (others.some(other => other.name === name))
      throw new ShopError(422, 'An attribute of this name exists already.', { name: 'taken' })
    return undefined
  },
}

interface Attribute {
  name: string
  type: 'string' | 'number' | 'date'
}
interface AttributeValue {
  customer_id: number
  attribute_value: string
}

const valueFields = {
  attribute_id: required(whole()),
  value: text(),
  customer_id: required(whole()),
}
const valueFilters = ['customer_id:in', 'attribute_id:in', 'name', ...dateFilters]

/** v3 values of attributes; writing one again replaces it. */
export function createAttributeValuesApi(store: Store): Hono {
  const app = new Hono()
  app.get('/', accepts({ query: [...pagingQuery, ...valueFilters] }), async c => {
    const attributes = await findRecords<Attribute>(store.db, 'customer_attribute')
    const nameOf = ({ parent_id }: StoredRecord<AttributeValue>) =>
      attributes.find(({ id }) => id === parent_id)?.name
    const values = await findRecords<AttributeValue>(store.db, 'customer_attribute_value')
    return sendRequestedPage(
      c,
      values
        .filter(value => matchesQuery(c, valueFilters, { ...showValue(value), name: nameOf(value) }))
        .map(showValue),
    )
  })
  app.put('/', accepts({ body: ['id', ...acceptedFields(valueFields)] }), c => writeValues(store, c))
  app.delete('/', accepts({ query: ['id:in'] }), async c => {
    const ids = queryIds(c, 'id:in')
    if (!ids) throw new ShopError(422, 'The query must name what is deleted.', { 'id:in': 'required' })
    const values = await findRecords(store.db, 'customer_attribute_value')
    await deleteRecords(
      store.db,
      'customer_attribute_value',
      values.map(({ id }) => id).filter(id => ids.includes(id)),
    )
    return c.body(null, 204)
  })
  return app
}

const showValue = (value: StoredRecord<AttributeValue>) => ({
  id: value.id,
  attribute_id: value.parent_id,
  attribute_value: value.attribute_value,
  customer_id: value.customer_id,
  ...showDates(value),
})

async function writeValues(store: Store, c: Context): Promise<Response> {
  const inputs = await readObjects(c)
  if (new Set(inputs.map(input => input.customer_id)).size > maxCustomersPerCall)
    throw new ShopError(422, `At most ${maxCustomersPerCall} customers at once.`)
  const written = await inTransaction(store.db, async tx => {
    const values: StoredRecord<AttributeValue>[] = []
    for (const input of inputs) values.push(await writeValue(tx, input, store.now()))
    return values
  })
  return sendRequestedPage(c, written.map(showValue))
}

async function writeValue(
  tx: Queryable,
  input: JsonObject,
  now: Date,
): Promise<StoredRecord<AttributeValue>> {
  const { attribute_id, customer_id, value } = parseFields(valueFields, input, { isNew: true, status: 422 })
  const attribute = (await findRecords<Attribute>(tx, 'customer_attribute')).find(
    ({ id }) => id === attribute_id,
  )
  if (!attribute)
    throw new ShopError(422, 'The attribute does not exist.', { attribute_id: String(attribute_id) })
  if (!(await findCustomerById(tx, Number(customer_id))))
    throw new ShopError(422, 'The customer does not exist.', { customer_id: String(customer_id) })
  if (typeof value !== 'string' || value.length > maxLength || !fitsType(attribute.type, value))
    throw new ShopError(422, `value is no ${attribute.type}.`, { value: 'invalid' })
  const data = { customer_id: Number(customer_id), attribute_value: value }
  const before = (await findRecords<AttributeValue>(tx, 'customer_attribute_value', attribute.id)).find(
    other => other.customer_id === customer_id,
  )
  if (input.id !== undefined && before?.id !== Number(input.id))
    throw new ShopError(422, 'The attribute value does not exist.', { id: String(input.id) })
  if (before) return updateRecord<AttributeValue>(tx, 'customer_attribute_value', before.id, data, now)
  return insertRecord(tx, 'customer_attribute_value', data, { parentId: attribute.id, now })
}

/** An empty value removes what the attribute had. */
function fitsType(type: Attribute['type'], value: string): boolean {
  if (value === '' || type === 'string') return true
  return type === 'number' ? Number.isFinite(Number(value)) : !Number.isNaN(Date.parse(value))
}

export async function countAttributesOf(db: Queryable): Promise<Map<number, number>> {
  const values = await findRecords<AttributeValue>(db, 'customer_attribute_value')
  return new Map(
    [...Map.groupBy(values, ({ customer_id }) => customer_id)].map(([id, own]) => [id, own.length]),
  )
}
