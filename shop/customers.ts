import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Queries } from './store.ts'

export interface Customer {
  id: number
  email: string
  first_name: string
  last_name: string
  phone: string
  /** `salt:hash` in hex; null when none was set. */
  password: string | null
  channel_id: number
  created: Date
  modified: Date
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)
const HASH_BYTES = 32

export async function customerById(db: Queries, id: number): Promise<Customer | undefined> {
  const { rows } = await db.query<Customer>('select * from shop.customer where id = $1', [id])
  return rows[0]
}

export async function hashed(password: string): Promise<string> {
  const salt = randomBytes(16)
  return `${salt.toString('hex')}:${(await derive(password, salt, HASH_BYTES)).toString('hex')}`
}

/** The customer these credentials belong to; takes the same time when there is none. */
export async function customerByPassword(
  db: Queries,
  email: string,
  password: string,
): Promise<Customer | undefined> {
  const { rows } = await db.query<Customer>('select * from shop.customer where lower(email) = lower($1)', [
    email,
  ])
  const [salt = '', hash = ''] = (rows[0]?.password ?? `${'00'.repeat(16)}:${'00'.repeat(HASH_BYTES)}`).split(
    ':',
  )
  const given = await derive(password, Buffer.from(salt, 'hex'), HASH_BYTES)
  return timingSafeEqual(given, Buffer.from(hash, 'hex')) ? rows[0] : undefined
}
