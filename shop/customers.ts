import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { insertRow, type Queryable, updateRow } from './database.ts'
import type { Store } from './store.ts'
import { emitEvent } from './webhooks.ts'

export interface Customer {
  id: number
  email: string
  first_name: string
  last_name: string
  phone: string
  company: string
  /** scrypt, `salt:hash` in hex; null when none was set. */
  password: string | null
  channel_id: number
  /** 0 for none. */
  customer_group_id: number
  /** The channels whose storefronts they may sign in on; null for all. */
  channel_ids: number[] | null
  /** Whether they can't sign in until they have set another password. */
  must_reset_password: boolean
  /** What staff know. */
  notes: string
  /** Sessions of the storefront with another number are over. */
  session_number: number
  created: Date
  modified: Date
}

const deriveKey = promisify<string, Buffer, number, Buffer>(scrypt)
const hashBytes = 32

/** Whether a customer may sign in on a channel. */
export const isOfChannel = ({ channel_ids }: Customer, channelId: number): boolean =>
  channel_ids === null || channel_ids.includes(channelId)

export async function findCustomerById(db: Queryable, id: number): Promise<Customer | undefined> {
  const { rows } = await db.query<Customer>('select * from shop.customer where id = $1', [id])
  return rows[0]
}

/** Ends the customer's sessions at the storefront, in every browser. */
export async function endSessions(db: Queryable, id: number): Promise<void> {
  await db.query('update shop.customer set session_number = session_number + 1 where id = $1', [id])
}

/** The password's scrypt hash as `salt:hash` in hex. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  return `${salt.toString('hex')}:${(await deriveKey(password, salt, hashBytes)).toString('hex')}`
}

/** The customer with this e-mail and password; takes as long when there is none. */
export async function findCustomerByPassword(
  db: Queryable,
  email: string,
  password: string,
): Promise<Customer | undefined> {
  const { rows } = await db.query<Customer>('select * from shop.customer where lower(email) = lower($1)', [
    email,
  ])
  const [salt = '', hash = ''] = (rows[0]?.password ?? `${'00'.repeat(16)}:${'00'.repeat(hashBytes)}`).split(
    ':',
  )
  const derived = await deriveKey(password, Buffer.from(salt, 'hex'), hashBytes)
  return timingSafeEqual(derived, Buffer.from(hash, 'hex')) ? rows[0] : undefined
}

export type CustomerFields = Partial<Omit<Customer, 'id' | 'created' | 'modified'>>

/** A new customer; undefined when another has the e-mail. */
export async function insertCustomer(
  store: Store,
  tx: Queryable,
  fields: CustomerFields & Pick<Customer, 'email' | 'first_name' | 'last_name' | 'channel_id'>,
): Promise<Customer | undefined> {
  const now = store.now()
  const group = await tx.query<{ id: number }>(
    `select id from shop.record where kind = 'customer_group' and data ->> 'is_default' = 'true'`,
  )
  const row = { customer_group_id: group.rows[0]?.id ?? 0, ...fields, created: now, modified: now }
  const customer = await insertRow<Customer>(tx, 'shop.customer', row)
  if (customer) await emitCustomerEvent(store, tx, 'created', customer.id)
  return customer
}

/** Writes fields of a customer; undefined when there is none, or when another has the e-mail. */
export async function updateCustomer(
  store: Store,
  tx: Queryable,
  id: number,
  fields: CustomerFields,
): Promise<Customer | undefined> {
  const taken = await tx.query('select from shop.customer where lower(email) = lower($1) and id <> $2', [
    fields.email ?? null,
    id,
  ])
  if (taken.rows.length > 0) return undefined
  if (fields.password || fields.must_reset_password) await endSessions(tx, id)
  const reset = fields.password ? { must_reset_password: false } : {}
  const written = { ...reset, ...fields, modified: store.now() }
  const customer = await updateRow<Customer>(tx, 'shop.customer', id, written)
  if (customer) await emitCustomerEvent(store, tx, 'updated', id)
  return customer
}

export async function deleteCustomers(store: Store, tx: Queryable, ids: number[]): Promise<void> {
  const { rows } = await tx.query<{ id: number }>(
    'delete from shop.customer where id = any($1) returning id',
    [ids],
  )
  await tx.query(
    `delete from shop.record where (kind = 'customer_address' and parent_id = any($1))
      or (kind = 'customer_attribute_value' and (data ->> 'customer_id')::int = any($1))`,
    [ids],
  )
  for (const { id } of rows) await emitCustomerEvent(store, tx, 'deleted', id)
}

const emitCustomerEvent = (store: Store, tx: Queryable, event: string, id: number): Promise<void> =>
  emitEvent(store, tx, `store/customer/${event}`, { type: 'customer', id })
