import type { Pool, PoolClient } from 'pg'

/** A pool, or a connection inside a transaction. */
export type Queryable = Pick<PoolClient, 'query'>

const names = new Map<string, string>()
/** Some texts have a page's number in them: what comes later is planned each time. */
const mostNames = 300

/** Makes a connection plan each of its statements once: for most of them planning takes longer than what they do. */
export function prepareStatements(client: PoolClient): void {
  const ask = client.query.bind(client) as (...args: unknown[]) => unknown
  const query = (text: unknown, values: unknown, ...rest: unknown[]) => {
    if (typeof text !== 'string' || !Array.isArray(values)) return ask(text, values, ...rest)
    if (!names.has(text) && names.size >= mostNames) return ask(text, values, ...rest)
    const name = names.get(text) ?? `shop-${names.size}`
    names.set(text, name)
    return ask({ name, text, values }, ...rest)
  }
  Object.assign(client, { query })
}

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

/** Writes a new row; undefined when the table has one like it. */
export async function insertRow<T>(db: Queryable, table: string, row: object): Promise<T | undefined> {
  const columns = Object.keys(row)
  const { rows } = await db.query<T & object>(
    `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`)})
     on conflict do nothing returning *`,
    Object.values(row),
  )
  return rows[0]
}

/** Writes columns of the row with an id; undefined when there is none. */
export async function updateRow<T>(
  db: Queryable,
  table: string,
  id: number,
  row: object,
): Promise<T | undefined> {
  const { rows } = await db.query<T & object>(
    `update ${table} set ${Object.keys(row).map((column, index) => `${column} = $${index + 2}`)}
     where id = $1 returning *`,
    [id, ...Object.values(row)],
  )
  return rows[0]
}

/** Whether PostgreSQL refused a value that no column can hold (a number beyond 32 bits, a NUL): it is found nowhere. */
export function isOutOfRangeError(error: Error): boolean {
  return 'code' in error && ['22003', '22021'].includes(String(error.code))
}
