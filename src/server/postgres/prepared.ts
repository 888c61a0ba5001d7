import { createHash } from 'node:crypto'
import type { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Db } from './tables.ts'

/** By its text, the name under which connections prepare a statement. */
const names = new Map<string, string>()

/** A query of Kysely, or SQL. */
interface Compilable<Row> {
  compile(db: Db): CompiledQuery<Row>
}

/**
 * Asks a query that pages or hand-offs ask all the time, and whose text takes a few forms at most: each connection has it
 * parsed and planned once, because planning takes longer than reading. Answers its rows.
 */
export async function askPrepared<Row>(db: Db, query: Compilable<Row>): Promise<Row[]> {
  const compiled = query.compile(db)
  if (!names.has(compiled.sql)) names.set(compiled.sql, nameOf(compiled.sql))
  const { rows } = await db.executeQuery(compiled)
  return rows
}

let generation = 0
const nameOf = (text: string) =>
  `q${generation}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`

type AskQuery = (text: unknown, values?: unknown, ...rest: unknown[]) => Promise<pg.QueryResult>

/**
 * Makes a connection prepare the statements of `askPrepared`. One whose columns a newer release has changed is asked once
 * more without its name; in a transaction, which the refusal has ended, it fails, and has another name the next time.
 */
export function nameStatements(client: pg.ClientBase & { getTransactionStatus?(): string | null }): void {
  const ask = client.query.bind(client) as AskQuery
  const askByName = async (name: string, text: string, values: unknown) => {
    const isAlone = client.getTransactionStatus?.() === 'I'
    try {
      return await ask({ name, text, values })
    } catch (error) {
      if (!isOutdated(error)) throw error
      generation++
      if (names.get(text) === name) names.set(text, nameOf(text))
      if (!isAlone) throw error
      return ask(text, values)
    }
  }
  const query: AskQuery = (text, values, ...rest) => {
    const name = typeof text === 'string' ? names.get(text) : undefined
    return name === undefined ? ask(text, values, ...rest) : askByName(name, text as string, values)
  }
  Object.assign(client, { query })
}

/** Whether the table has changed since, or the connection has lost what it had prepared. */
function isOutdated(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string }
  return code === '26000' || (code === '0A000' && message.includes('cached plan'))
}
