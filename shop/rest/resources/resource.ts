import type { Context, Hono } from 'hono'
import { inTransaction, type Queryable } from '../../database.ts'
import { deleteRecords, findRecords, insertRecord, type StoredRecord, updateRecord } from '../../records.ts'
import { ShopError, type Store } from '../../store.ts'
import { accepts, fieldsQuery, pagingQuery } from '../accepts.ts'
import { pickFields } from '../catalog/product-filters.ts'
import { isJsonObject, type JsonObject, parsePathId, readObject } from '../requests.ts'
import { sendData, sendRequestedPage, sendV2Page } from '../responses.ts'
import { acceptedFields, type Fields, parseFields } from './fields.ts'
import { matchesQuery } from './filters.ts'

type Stored = StoredRecord<JsonObject>
type Event = 'created' | 'updated' | 'deleted'
export type Call = 'list' | 'count' | 'create' | 'read' | 'update' | 'delete' | 'clear'

/** Where a change takes place: the transaction it is made in, and the record above it in the path. */
export interface Change {
  store: Store
  tx: Queryable
  /** Undefined where the path names none. */
  parentId: number | undefined
}

/** A resource of the REST API: from its path and fields follow routes, checks, lists and what is refused. */
export interface Resource {
  /** That of the list, such as `/v2/shipping/zones/:parent/methods`. */
  path: string
  kind: string
  fields: Fields
  /** What may not be written again. */
  fixed?: string[]
  /** Those that say what is deleted of many; by default `id:in`. */
  deleteFilters?: string[]
  /** Names in the query of the list: a field, or one with an operator such as `id:in`. */
  filters?: string[]
  calls?: Call[]
  /** Whether the query may say which fields of an answer are wanted. */
  picksFields?: boolean
  /** Whether `POST` and `PUT` of the list take many, and `DELETE` names them in the query. */
  isBatch?: boolean
  /** Kinds that go with it. */
  parts?: string[]
  /** Of a new one; 201 in v2 and 200 in v3 where the platform says nothing else. */
  createdStatus?: 200 | 201
  /** The field that names what it is part of, where the path doesn't. */
  parentField?: string
  /** The answer, besides the fields and the id. */
  show?(record: Stored, store: Store): JsonObject
  /** Throws when there is nothing above it; answers nothing otherwise. */
  parent?(store: Store, id: number): Promise<unknown>
  /** Throws for what can't be written; may replace fields. `before` is missing for a new one. */
  check?(
    change: Change,
    value: JsonObject,
    before?: Stored,
  ): Promise<JsonObject | undefined> | JsonObject | undefined
  /** What follows from a change. */
  changed?(change: Change, event: Event, record: Stored, before?: Stored): Promise<void>
}

const allCalls: Call[] = ['list', 'create', 'read', 'update', 'delete']

/** Adds the routes of a resource below `/:hash`. */
export function addResource(app: Hono, store: Store, resource: Resource): void {
  const { path, fields, calls = allCalls, isBatch = false } = resource
  const [list, one] = [`/:hash${path}`, `/:hash${path}/:id`]
  const body = acceptedFields(fields)
  const shownQuery = resource.picksFields ? fieldsQuery : []
  const changeable = body.filter(name => !resource.fixed?.includes(name))
  const does = (call: Call) => calls.includes(call)
  if (does('count'))
    app.get(`${list}/count`, accepts(), async c =>
      c.json({ count: (await listed(store, resource, c)).length }),
    )
  if (does('list'))
    app.get(list, accepts({ query: [...pagingQuery, ...shownQuery, ...(resource.filters ?? [])] }), c =>
      sendList(store, resource, c),
    )
  if (does('create')) app.post(list, accepts({ body }), c => create(store, resource, c))
  if (isBatch && does('update'))
    app.put(list, accepts({ body: ['id', ...changeable] }), c => updateMany(store, resource, c))
  if (isBatch ? does('delete') : does('clear'))
    app.delete(list, accepts({ query: deleteFiltersOf(resource) }), c => clear(store, resource, c))
  if (isBatch) return
  if (does('read'))
    app.get(one, accepts({ query: shownQuery }), async c =>
      send(resource, store, c, await requested(store, resource, c)),
    )
  if (does('update'))
    app.put(one, accepts({ body: changeable }), async c => {
      const { id } = await requested(store, resource, c)
      const [input, parentId] = [await readObject(c), parentIdOf(resource, c)]
      const updated = await inTransaction(store.db, tx =>
        update({ store, tx, parentId }, resource, id, input),
      )
      return send(resource, store, c, updated)
    })
  if (does('delete'))
    app.delete(one, accepts(), async c => {
      const record = await requested(store, resource, c)
      await remove(store, resource, [record])
      return c.body(null, 204)
    })
}

const deleteFiltersOf = ({ deleteFilters, isBatch }: Resource): string[] =>
  deleteFilters ?? (isBatch ? ['id:in'] : [])
const isOld = ({ path }: Resource): boolean => path.startsWith('/v2/')
/** Undefined for any. */
const parentIdOf = ({ path }: Resource, c: Context): number | undefined =>
  path.includes(':parent') ? parsePathId(c, 'parent') : undefined

/** The records that a call is about, in the order of their ids. */
async function listed(
  store: Store,
  resource: Resource,
  c: Context,
  filters = resource.filters ?? [],
): Promise<Stored[]> {
  const parentId = parentIdOf(resource, c)
  if (parentId) await resource.parent?.(store, parentId)
  const records = await findRecords<JsonObject>(store.db, resource.kind, parentId)
  const shown = (record: Stored) => showRecord(resource, store, record)
  return records.filter(record => matchesQuery(c, filters, shown(record)))
}

export const showRecord = (
  { fields, parentField, show }: Resource,
  store: Store,
  record: Stored,
): JsonObject => ({
  id: record.id,
  ...Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, record[name] ?? field.fallback ?? null]),
  ),
  ...(parentField && { [parentField]: record.parent_id }),
  ...show?.(record, store),
})

async function sendList(store: Store, resource: Resource, c: Context): Promise<Response> {
  const shown = (await listed(store, resource, c)).map(record =>
    pickFields(c, showRecord(resource, store, record)),
  )
  if (!isOld(resource)) return sendRequestedPage(c, shown)
  return sendV2Page(c, shown)
}

function send(resource: Resource, store: Store, c: Context, record: Stored): Response {
  const shown = pickFields(c, showRecord(resource, store, record))
  return isOld(resource) ? c.json(shown) : sendData(c, shown)
}

/** The record in the path. Throws 404. */
async function requested(store: Store, resource: Resource, c: Context): Promise<Stored> {
  const id = parsePathId(c, 'id')
  const record = (await listed(store, resource, c)).find(candidate => candidate.id === id)
  if (!record) throw new ShopError(404, 'The requested resource was not found.')
  return record
}

async function create(store: Store, resource: Resource, c: Context): Promise<Response> {
  const input: unknown = await c.req.json().catch(() => undefined)
  const inputs = resource.isBatch && Array.isArray(input) ? input : [input]
  const parentId = parentIdOf(resource, c)
  if (parentId) await resource.parent?.(store, parentId)
  const created = await inTransaction(store.db, async tx => {
    const records: Stored[] = []
    for (const one of inputs) records.push(await insert({ store, tx, parentId }, resource, one))
    return records
  })
  if (resource.isBatch) return sendMany(resource, store, c, created)
  const shown = showRecord(resource, store, created[0]!)
  const status = resource.createdStatus ?? (isOld(resource) ? 201 : 200)
  return isOld(resource) ? c.json(shown, status) : sendData(c, shown, status)
}

const sendMany = (resource: Resource, store: Store, c: Context, records: Stored[]): Response =>
  c.json({ data: records.map(record => showRecord(resource, store, record)), meta: {} })

/** Writes a new record, and what follows from it. */
export async function insert(change: Change, resource: Resource, input: unknown): Promise<Stored> {
  const status = isOld(resource) ? 400 : 422
  if (!isJsonObject(input)) throw new ShopError(status, 'Input is invalid: a JSON object is expected.')
  const value = parseFields(resource.fields, input, { isNew: true, status })
  const checked = { ...value, ...(await resource.check?.(change, value)) }
  const { store, tx } = change
  const { [resource.parentField ?? '']: parent, ...data } = checked
  const parentId = parent === undefined ? change.parentId : Number(parent)
  const record = await insertRecord<JsonObject>(tx, resource.kind, data, { parentId, now: store.now() })
  await resource.changed?.({ ...change, parentId }, 'created', record)
  return record
}

/** Writes fields of a record, and what follows from it. Throws where there is none. */
export async function update(
  change: Change,
  resource: Resource,
  id: number,
  input: JsonObject,
): Promise<Stored> {
  const { store, tx, parentId } = change
  const status = isOld(resource) ? 400 : 422
  await tx.query('select from shop.record where kind = $1 and id = $2 for update', [resource.kind, id])
  const before = (await findRecords<JsonObject>(tx, resource.kind, parentId)).find(record => record.id === id)
  if (!before) throw new ShopError(isOld(resource) ? 404 : 422, 'The requested resource was not found.')
  const value = parseFields(resource.fields, input, { isNew: false, status })
  const checked = { ...value, ...(await resource.check?.(change, value, before)) }
  const { [resource.parentField ?? '']: parent, ...data } = checked
  const newParent = parent === undefined ? undefined : Number(parent)
  const record = await updateRecord<JsonObject>(tx, resource.kind, id, data, store.now(), newParent)
  await resource.changed?.({ ...change, parentId: record.parent_id }, 'updated', record, before)
  return record
}

async function updateMany(store: Store, resource: Resource, c: Context): Promise<Response> {
  const input: unknown = await c.req.json().catch(() => undefined)
  const inputs = (Array.isArray(input) ? input : [input]).filter(isJsonObject)
  const parentId = parentIdOf(resource, c)
  const updated = await inTransaction(store.db, async tx => {
    const records: Stored[] = []
    for (const one of inputs)
      records.push(await update({ store, tx, parentId }, resource, Number(one.id), one))
    return records
  })
  return sendMany(resource, store, c, updated)
}

/** Deletes all of a list, or of many those that the query names. */
async function clear(store: Store, resource: Resource, c: Context): Promise<Response> {
  if ((resource.isBatch || resource.deleteFilters) && Object.keys(c.req.query()).length === 0)
    throw new ShopError(422, 'The query must name what is deleted.', { 'id:in': 'required' })
  await remove(store, resource, await listed(store, resource, c, deleteFiltersOf(resource)))
  return c.body(null, 204)
}

/** Deletes records, and does what follows from it. */
export async function remove(store: Store, resource: Resource, records: Stored[]): Promise<void> {
  await inTransaction(store.db, async tx => {
    await deleteRecords(
      tx,
      resource.kind,
      records.map(({ id }) => id),
      resource.parts,
    )
    for (const record of records)
      await resource.changed?.({ store, tx, parentId: record.parent_id }, 'deleted', record)
  })
}
