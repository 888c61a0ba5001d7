import type { Pool, PoolClient } from 'pg'
import type { ShopCredentials } from './credentials.ts'
import type { Faults } from './faults.ts'
import type { Shelf } from './shelf.ts'

/** What every part of the shop is handed: its database, its clock, its keys and its goods. */
export interface Store {
  db: Pool
  credentials: ShopCredentials
  /** Public address of the mount, without a slash at the end. */
  base: string
  /** The path of `base`, '' when the shop stands at the root. */
  path: string
  admin: boolean
  now(): Date
  faults: Faults
  /** The goods as they stand now; cheap, may be asked on every request. */
  shelf(): Promise<Shelf>
  returnUrl?: (cartId: string) => string
}

/** A pool or a connection inside a transaction. */
export type Queries = Pick<PoolClient, 'query'>

/** Runs `work` in one transaction: all of it happens, or nothing. */
export async function inTransaction<T>(db: Pool, work: (tx: PoolClient) => Promise<T>): Promise<T> {
  const tx = await db.connect()
  try {
    await tx.query('begin')
    const result = await work(tx)
    await tx.query('commit')
    return result
  } catch (error) {
    await tx.query('rollback')
    throw error
  } finally {
    tx.release()
  }
}

/** True when what was asked for can stand in no column, a number beyond 32 bits or a NUL: there is no such thing. */
export function isUnkeepable(error: Error): boolean {
  return 'code' in error && ['22003', '22021'].includes(String(error.code))
}

/** Something the caller did wrong, in the platform's terms. */
export class ShopError extends Error {
  readonly status: 400 | 404 | 409 | 422
  readonly fields: Record<string, string>
  constructor(status: 400 | 404 | 409 | 422, title: string, fields: Record<string, string> = {}) {
    super(title)
    this.status = status
    this.fields = fields
  }
}
