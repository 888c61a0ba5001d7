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
  /** What is asked before it, whose answers nobody reads; it fails where they do. */
  before?: CompiledQuery[]
  /** Whether its transaction ends with it: once it is answered, all is committed. */
  isLast?: boolean
}

/**
 * Saves transactions trips, each of which is time that locks are held: `begin` leaves with the first statement, and with a
 * statement what is joined to it. For connections that send statements without waiting for the answers before.
 */
export class JoiningDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): Driver {
    return new JoiningDriver(this.#config)
  }
}

type Ask = DatabaseConnection['executeQuery']

class JoiningDriver extends PostgresDriver {
  readonly #joining = new WeakSet<DatabaseConnection>()
  /** `begin` of transactions in which nothing was asked yet. */
  readonly #begins = new WeakMap<DatabaseConnection, CompiledQuery>()
  /** Whose transaction has ended with its last statement. */
  readonly #ended = new WeakSet<DatabaseConnection>()

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

  /** Whether there is nothing to end: it has ended, or never began. */
  #hasEnded(connection: DatabaseConnection): boolean {
    return this.#begins.delete(connection) || this.#ended.delete(connection)
  }

  async #askJoined<Row>(connection: DatabaseConnection, ask: Ask, query: JoinedQuery<Row>) {
    const { before = [], isLast = false } = query
    const begin = this.#begins.get(connection)
    this.#begins.delete(connection)
    const earlier = [...(begin ? [begin] : []), ...before]
    if (earlier.length === 0 && !isLast) return ask<Row>(query)
    const asked = [...earlier.map(one => ask(one)), ask<Row>(query), ...(isLast ? [ask(commit)] : [])]
    const answers = await Promise.allSettled(asked)
    // Where a statement fails, `commit` rolls back.
    if (isLast) this.#ended.add(connection)
    for (const answer of answers) if (answer.status === 'rejected') throw answer.reason
    return (answers[earlier.length] as PromiseFulfilledResult<Awaited<ReturnType<typeof ask<Row>>>>).value
  }
}

const commit = CompiledQuery.raw('commit')
