import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'

/** A statement with what leaves together with it, in one trip to the database. */
export interface JoinedQuery<Row = unknown> extends CompiledQuery<Row> {
  /** Statements that are sent before it, whose answers are not used; it fails when one of them does. */
  before?: CompiledQuery[]
  /** Whether its transaction ends with it: once it is answered, all is committed. */
  isLast?: boolean
}

/**
 * Saves transactions trips, each of which is time that locks are held: `begin` leaves with the first statement, and with a
 * statement what is joined to it. Where a pooler is asked one thing at a time, they follow each other.
 */
export class JoiningDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  readonly #isPipelined: boolean

  constructor(config: PostgresDialectConfig, isPipelined: boolean) {
    super(config)
    this.#config = config
    this.#isPipelined = isPipelined
  }

  override createDriver(): Driver {
    return new JoiningDriver(this.#config, this.#isPipelined)
  }
}

type Ask = DatabaseConnection['executeQuery']

class JoiningDriver extends PostgresDriver {
  readonly #isPipelined: boolean
  readonly #joining = new WeakSet<DatabaseConnection>()
  /** The `begin` of transactions in which nothing was asked yet. */
  readonly #begins = new WeakMap<DatabaseConnection, CompiledQuery>()
  /** Connections whose transaction was committed with its last statement. */
  readonly #ended = new WeakSet<DatabaseConnection>()

  constructor(config: PostgresDialectConfig, isPipelined: boolean) {
    super(config)
    this.#isPipelined = isPipelined
  }

  override async acquireConnection(...options: Parameters<PostgresDriver['acquireConnection']>) {
    const connection = await super.acquireConnection(...options)
    if (this.#joining.has(connection)) return connection
    this.#joining.add(connection)
    const ask = connection.executeQuery.bind(connection)
    connection.executeQuery = query => this.#askJoined(connection, ask, query)
    return connection
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    const executeQuery = async (begin: CompiledQuery) => {
      this.#begins.set(connection, begin)
      return { rows: [] }
    }
    await super.beginTransaction({ executeQuery } as unknown as DatabaseConnection, settings)
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    if (!this.#hasEnded(connection)) await super.commitTransaction(connection)
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (!this.#hasEnded(connection)) await super.rollbackTransaction(connection as never)
  }

  /** Whether there is nothing to end: the transaction has ended, or its `begin` was never sent. */
  #hasEnded(connection: DatabaseConnection): boolean {
    return this.#begins.delete(connection) || this.#ended.delete(connection)
  }

  async #askJoined<Row>(connection: DatabaseConnection, ask: Ask, query: JoinedQuery<Row>) {
    const { before = [], isLast = false } = query
    const begin = this.#begins.get(connection)
    this.#begins.delete(connection)
    const earlier = [...(begin ? [begin] : []), ...before]
    if (earlier.length === 0 && !isLast) return ask<Row>(query)
    const joined = [...earlier, query, ...(isLast ? [commit] : [])]
    const answers = this.#isPipelined
      ? await Promise.allSettled(joined.map(one => ask(one)))
      : await askInTurn(joined, ask)
    // Where a statement fails, `commit` rolls back.
    if (isLast) this.#ended.add(connection)
    for (const answer of answers) if (answer.status === 'rejected') throw answer.reason
    return (answers[earlier.length] as PromiseFulfilledResult<Awaited<ReturnType<typeof ask<Row>>>>).value
  }
}

const commit = CompiledQuery.raw('commit')

async function askInTurn(queries: CompiledQuery[], ask: Ask) {
  const answers: PromiseSettledResult<Awaited<ReturnType<Ask>>>[] = []
  for (const query of queries) answers.push(...(await Promise.allSettled([ask(query)])))
  return answers
}
