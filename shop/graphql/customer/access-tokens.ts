import { createHash, randomBytes } from 'node:crypto'
import type { Customer } from '../../customers.ts'
import type { Store } from '../../store.ts'

const lifetimeMs = 7 * 24 * 3600 * 1000

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Signs a customer in on one device; the token of the device before is worth nothing from then on (R957). */
export async function createAccessToken(
  store: Store,
  customerId: number,
): Promise<{ value: string; expiresAt: string }> {
  const value = randomBytes(32).toString('base64url')
  const expires = new Date(store.now().getTime() + lifetimeMs)
  await store.db.query(
    `insert into shop.customer_access_token (customer_id, token_hash, expires) values ($1, $2, $3)
     on conflict (customer_id) do update set token_hash = excluded.token_hash, expires = excluded.expires`,
    [customerId, hashToken(value), expires],
  )
  return { value, expiresAt: expires.toISOString() }
}

export async function findCustomerByAccessToken(store: Store, token: string): Promise<Customer | undefined> {
  const { rows } = await store.db.query<Customer>(
    `select customer.* from shop.customer_access_token
     join shop.customer on customer.id = customer_id where token_hash = $1 and expires > $2`,
    [hashToken(token), store.now()],
  )
  return rows[0]
}

/** Signs a customer out everywhere. */
export async function deleteAccessToken(store: Store, customerId: number): Promise<void> {
  await store.db.query('delete from shop.customer_access_token where customer_id = $1', [customerId])
}
