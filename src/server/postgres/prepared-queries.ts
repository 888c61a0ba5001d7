import { createHash } from 'node:crypto'
import type pg from 'pg'
import { preparedInTransactionsMark, preparedMark } from './tables.ts'

/** By its text, the name under which connections prepare a query. */
const names = new Map<string, string>()
let generation = 0

function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = `q${generation}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
  names.set(text, name)
  return name
}

type AskQuery = (text: unknown, values?: unknown, ...rest: unknown[]) => Promise<pg.QueryResult>

/**
 * Makes a connection prepare the queries that are marked. A release that runs beside a newer one, which has added a
 * column, asks as if nothing were prepared; so does everything in a transaction, which a refusal would end,
 * but what has the mark for that.
 */
export function prepareMarkedQueries(client: pg.ClientBase, isInTransaction: () => boolean): void {
  const ask = client.query.bind(client) as AskQuery
  const askByName = async (text: string, values: unknown[]) => {
    const name = nameOf(text)
    try {
      return await ask({ name, text, values })
    } catch (error) {
      if (!isOutdated(error)) throw error
      generation++
      if (names.get(text) === name) names.delete(text)
      return ask(text, values)
    }
  }
  const query: AskQuery = (text, values, ...rest) => {
    if (typeof text !== 'string' || !Array.isArray(values)) return ask(text, values, ...rest)
    if (text.includes(preparedMark) && !isInTransaction()) return askByName(text, values)
    if (text.includes(preparedInTransactionsMark)) return ask({ name: nameOf(text), text, values })
    return ask(text, values, ...rest)
  }
  Object.assign(client, { query })
}

/** Whether the table has changed since, or the connection has lost what it had prepared. */
function isOutdated(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string }
  return code === '26000' || (code === '0A000' && message.includes('cached plan'))
}
