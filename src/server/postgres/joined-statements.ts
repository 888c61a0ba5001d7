import type { Writable } from 'node:stream'
import type pg from 'pg'

type AskQuery = (text: unknown, ...rest: unknown[]) => Promise<pg.QueryResult>
type Connection = pg.ClientBase & {
  getTransactionStatus?(): string | null
  connection?: { stream?: Writable }
}

/** Alone, as Kysely sends it. */
const beginText = /^(begin|start transaction( [a-z]+)+)$/

/**
 * Makes a connection send `begin` together with the first statement of its transaction, which saves a round trip; for
 * connections that send statements without waiting for the answers before. Returns whether a transaction is open or about
 * to be.
 */
export function joinBeginWithStatement(client: Connection): () => boolean {
  const ask = client.query.bind(client) as AskQuery
  let waiting: string | null = null
  let joined = 0
  const query: AskQuery = async (text, ...rest) => {
    if (typeof text === 'string' && beginText.test(text)) {
      waiting = text
      return { command: 'BEGIN', rowCount: null, oid: 0, fields: [], rows: [] }
    }
    if (waiting === null) return ask(text, ...rest)
    const begin = waiting
    waiting = null
    joined++
    // What is written between cork and uncork leaves at once; each time that something leaves costs as much as a small query.
    client.connection?.stream?.cork()
    const asked = [ask(begin), ask(text, ...rest)] as const
    client.connection?.stream?.uncork()
    const answers = await Promise.allSettled(asked).finally(() => joined--)
    for (const answer of answers) if (answer.status === 'rejected') throw answer.reason
    return (answers[1] as PromiseFulfilledResult<pg.QueryResult>).value
  }
  Object.assign(client, { query })
  return () => waiting !== null || joined > 0 || client.getTransactionStatus?.() !== 'I'
}
