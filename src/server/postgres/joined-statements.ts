import type { Writable } from 'node:stream'
import type pg from 'pg'
import { endsTransactionMark, sentWithNextMark } from './tables.ts'

type Statement = [text: unknown, ...rest: unknown[]]
type AskQuery = (...statement: Statement) => Promise<pg.QueryResult>
type Connection = pg.ClientBase & {
  getTransactionStatus?(): string | null
  connection?: { stream?: Writable }
}

/** Alone, as Kysely sends it. */
const beginText = /^(begin|start transaction( [a-z]+)+)$/

/**
 * Makes a connection send `begin`, and what is marked to be sent with the next statement, together with the next one, and
 * `commit` with the statement that is marked to end its transaction; each saves a round trip. For connections that send
 * statements without waiting for the answers before. Returns whether a transaction is open or about to be.
 */
export function joinStatements(client: Connection): () => boolean {
  const ask = client.query.bind(client) as AskQuery
  let waiting: Statement[] = []
  let joined = 0
  let isEnded = false
  /** Sends several at once; throws what the first of them failed with. */
  const askTogether = async (statements: Statement[]): Promise<pg.QueryResult[]> => {
    joined++
    // What is written between cork and uncork leaves at once; each time that something leaves costs as much as a small query.
    client.connection?.stream?.cork()
    const asked = statements.map(one => ask(...one))
    client.connection?.stream?.uncork()
    const answers = await Promise.allSettled(asked).finally(() => joined--)
    return answers.map(answer => {
      if (answer.status === 'rejected') throw answer.reason
      return answer.value
    })
  }
  const query: AskQuery = async (...statement) => {
    const text = textOf(statement)
    if (isEnded && (text === 'commit' || text === 'rollback')) {
      isEnded = false
      return noAnswer
    }
    if (beginText.test(text) || text.includes(sentWithNextMark)) {
      waiting.push(statement)
      return noAnswer
    }
    const before = waiting
    waiting = []
    // Where the statement fails, `commit` rolls back.
    isEnded = text.includes(endsTransactionMark)
    if (before.length === 0 && !isEnded) return ask(...statement)
    const answers = await askTogether([...before, statement, ...(isEnded ? [['commit'] as Statement] : [])])
    return answers[before.length]!
  }
  Object.assign(client, { query })
  return () => waiting.length > 0 || joined > 0 || client.getTransactionStatus?.() !== 'I'
}

const noAnswer: pg.QueryResult = { command: '', rowCount: null, oid: 0, fields: [], rows: [] }

function textOf([asked]: Statement): string {
  return typeof asked === 'string' ? asked : String((asked as { text?: unknown }).text)
}
