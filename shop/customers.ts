import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Queryable } from './database.ts'

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
  created: Date
  modified: Date
}

const deriveKey = promisify<string, Buffer, number, Buffer>(scrypt)
const hashBytes = 32

export async function findCustomerById(db: Queryable, id: number): Promise<Customer | undefined> {
  const { rows } = await db.query<Customer>('select * from shop.customer where id = $1', [id])
  return rows[0]
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
