import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
import type { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { JoinedQuery } from './joining-driver.ts'
import type { Db } from './tables.ts'

const namesKey = Symbol.for('doron.preparedStatements')
const shared = globalThis as { [namesKey]?: Map<string, string> }
/**
 * The name under which connections prepare a statement, by its text. The process has this module twice: features have
 * the bundle's, and the pool is opened by main.ts outside of it (docs/decisions/one-server-bundle.md).
 */
shared[namesKey] ??= new Map<string, string>()
const names = shared[namesKey]

/** From now on each connection parses and plans a statement of this text once. */
export function prepareStatement(text: string): void {
  if (!names.has(text)) names.set(text, nameOf(text))
}

interface Compilable<Row = unknown> {
  compile(db: Db): CompiledQuery<Row>
}

/**
 * Runs a query that pages or hand-offs ask all the time, and whose text takes a few forms at most: each connection
 * parses and plans it once, because planning takes longer than reading. Answers its rows. Within a transaction, the
 * statements `before` it, whose answers are not used, and `commit` where it `isLast`, are sent together with it.
 */
export async function askPrepared<Row>(
  db: Db,
  query: Compilable<Row>,
  { before = [], isLast = false }: { before?: Compilable[]; isLast?: boolean } = {},
): Promise<Row[]> {
  const named = (one: Compilable<Row>) => {
    const compiled = one.compile(db)
    prepareStatement(compiled.sql)
    return compiled
  }
  const joined: JoinedQuery<Row> = {
    ...named(query),
    before: before.map(one => named(one as Compilable<Row>)),
    isLast,
  }
  const { rows } = await db.executeQuery<Row>(joined)
  return rows
}

let generation = 0
const nameOf = (text: string) =>
  `q${generation}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`

type Connection = pg.ClientBase & {
  getTransactionStatus?(): string | null
  connection?: { stream?: Writable }
}

type AskQuery = (text: unknown, values?: unknown, ...rest: unknown[]) => Promise<pg.QueryResult>

/**
 * Makes a connection prepare the statements of `askPrepared`. One whose columns a newer release has changed is asked once
 * more without its name; in a transaction, which the refusal has ended, it fails, and has another name the next time.
 */
export function nameStatements(client: Connection): void {
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
      return await ask(text, values).catch(() => {
        throw error
      })
    }
  }
  const query: AskQuery = (text, values, ...rest) => {
    leaveTogether(client.connection?.stream)
    const name = typeof text === 'string' ? names.get(text) : undefined
    return name === undefined ? ask(text, values, ...rest) : askByName(name, text as string, values)
  }
  Object.assign(client, { query })
}

/** Sends what is asked in one tick together: each write to the socket costs as much as a small query. */
function leaveTogether(stream: Writable | undefined): void {
  if (!stream || stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** Whether the table has changed since, or the connection has lost what it had prepared. */
function isOutdated(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string }
  return code === '26000' || (code === '0A000' && message.includes('cached plan'))
}
