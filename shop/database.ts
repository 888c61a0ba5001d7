import type { Pool, PoolClient } from 'pg'

/** A pool, or a connection inside a transaction. */
export type Queryable = Pick<PoolClient, 'query'>

/** Runs a function in one transaction, which is rolled back when it throws. */
export async function inTransaction<T>(db: Pool, run: (tx: PoolClient) => Promise<T>): Promise<T> {
  const tx = await db.connect()
  try {
    await tx.query('begin')
    const result = await run(tx)
    await tx.query('commit')
    return result
  } catch (error) {
    await tx.query('rollback')
    throw error
  } finally {
    tx.release()
  }
}

/** Whether PostgreSQL refused a value that no column can hold (a number beyond 32 bits, a NUL): it is found nowhere. */
export function isOutOfRangeError(error: Error): boolean {
  return 'code' in error && ['22003', '22021'].includes(String(error.code))
}
