import { Kysely, type KyselyConfig, type LogEvent, type Transaction, type TransactionBuilder } from 'kysely'
import pg from 'pg'
import type { WorkLimit } from '../../base/work-limit.ts'
import { ConfigError } from '../config.ts'
import { createFairLimit } from '../context/fair-limit.ts'
import { currentScope, traceQuery } from '../observability/traces.ts'
import { answerLimitMs, connectClient, type DatabaseServer, openDatabaseServer } from './database-server.ts'
import { JoiningDialect } from './joining-driver.ts'
import { nameStatements } from './prepared.ts'
import type { Db, Tables } from './tables.ts'

const { int8, numeric, date } = { int8: 20, numeric: 1700, date: 1082 }

// pg returns bigint and numeric as strings and dates as local midnights; here ids are numbers and days are texts.
pg.types.setTypeParser(int8, value => {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`bigint beyond 2^53: ${value}`)
  return number
})
pg.types.setTypeParser(numeric, Number)
pg.types.setTypeParser(date, value => value)

interface PoolOptions {
  /** How many connections at most. */
  size?: number
  /**
   * Visitors get an answer within 5 s (R920): 3 s to connect, 4 s for a statement. Jobs wait for nobody: a minute for a
   * statement, and 10 s to connect. The queue of the jobs changes its own tables, which may take longer.
   */
  isFor?: 'visitors' | 'jobs' | 'queue'
  /** Once a request has waited so long for a connection (ms), those that have not begun are refused at once. */
  queueMs?: number
  /** Multiplies the times; for tests. */
  timeoutFactor?: number
  /** A pooler in transaction mode stands between: it refuses what would last for a whole connection. */
  isPooled?: boolean
}

const timeLimits = {
  visitors: { connect: 3000, statement: 4000, idleInTransaction: 10_000 },
  jobs: { connect: 10_000, statement: 60_000, idleInTransaction: 120_000 },
  queue: { connect: 10_000, statement: 600_000, idleInTransaction: 120_000 },
}

/** So many requests may wait for each connection, however short they wait. */
const waitingPerConnection = 100

/** How long each use of a connection checks that it can write, after one of the pool could not. */
const suspicionMs = 60_000

/**
 * A pool that refuses new requests at once while others wait too long, so that a short burst is served and an overload
 * is answered; and that gives up connections to a server that takes no writes, or no longer: after a failover the
 * address, or the list of servers, leads to another one.
 */
export class BoundedPool extends pg.Pool {
  readonly #server: DatabaseServer
  #suspectUntil = 0
  /** Who waits for a connection, the longest first. */
  readonly #waiting = new Set<{ since: number }>()
  readonly #queueMs: number
  /**
   * Transactions wait for each other's rows while they hold a connection. They get three quarters of them, so that
   * however many wait, reading goes on; and those of one account or address a quarter of that, so that however much
   * somebody does at once, it is they who wait (R1201).
   */
  readonly inTransactionTurn: WorkLimit & { waitingCount(): number }

  constructor(options: pg.PoolConfig & { max: number }, server: DatabaseServer, queueMs: number) {
    super(options)
    const { max, connectionTimeoutMillis: waitMs = 0 } = options
    this.#server = server
    this.#queueMs = queueMs
    this.inTransactionTurn = createFairLimit({
      concurrent: Math.max(1, Math.floor(max * 0.75)),
      ofOne: Math.max(1, Math.floor(max * 0.2)),
      waiting: max * waitingPerConnection,
      waitMs,
    })
  }

  /** Takes note of a failed query: one that wrote to a server that only reads makes all connections suspect. */
  notice(error: unknown): void {
    if (isReadOnlyRefusal(error)) this.#suspectUntil = Date.now() + suspicionMs
    if (isDatabaseUnavailable(error)) this.#server.doubt()
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const connecting = this.#connectToWriter()
    if (!callback) return connecting
    connecting.then(
      client => callback(undefined, client, broken => client.release(broken)),
      (error: Error) => callback(error, undefined, () => {}),
    )
    return undefined
  }

  /** What a request has begun, it may finish: refused half-way, its work so far would be lost. */
  #isFull(): boolean {
    if (this.waitingCount >= (this.options.max ?? 1) * waitingPerConnection) return true
    const [longest] = this.#waiting
    const isLong = longest !== undefined && performance.now() - longest.since > this.#queueMs
    return isLong && this.waitingCount > 0 && (currentScope()?.queries ?? 0) === 0
  }

  async #waitForTurn(): Promise<pg.PoolClient> {
    const turn = { since: performance.now() }
    this.#waiting.add(turn)
    try {
      return await super.connect()
    } catch (error) {
      this.#server.doubt()
      throw error
    } finally {
      this.#waiting.delete(turn)
    }
  }

  async #connectToWriter(): Promise<pg.PoolClient> {
    this.options.connectionString = await this.#server.findAddress()
    if (this.#isFull()) throw new Error('too many requests wait for a connection of the database')
    const client = await this.#waitForTurn()
    if (!this.#server.isCurrent(client)) {
      client.release(true)
      return this.#connectToWriter()
    }
    if (Date.now() > this.#suspectUntil) return client
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
    if (rows[0]?.transaction_read_only !== 'on') return client
    client.release(true)
    throw Object.assign(new Error('the database server only reads'), { code: '25006' })
  }
}

/** The refusal of a server that only reads, such as a standby, or a primary that has been replaced. */
const isReadOnlyRefusal = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '25006'

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (broken?: boolean | Error) => void,
) => void

/** Creates a pool whose connections fail instead of hanging; pools of one server find it together. */
export function createPool(server: DatabaseServer | string, options: PoolOptions = {}): BoundedPool {
  const { size = 12, isFor = 'visitors', timeoutFactor = 1, isPooled = false } = options
  const { connect, statement, idleInTransaction } = timeLimits[isFor]
  const { queueMs = isFor === 'visitors' ? 1000 : connect } = options
  const settings = {
    max: size,
    connectionTimeoutMillis: connect * timeoutFactor,
    query_timeout: (statement + 500) * timeoutFactor,
    ...(!isPooled && {
      statement_timeout: statement * timeoutFactor,
      idle_in_transaction_session_timeout: idleInTransaction * timeoutFactor,
    }),
    keepAlive: true,
    // A pooler lends a connection for one transaction or statement, so that statements have to follow each other.
    pipeline: !isPooled,
  }
  const found =
    typeof server === 'string'
      ? openDatabaseServer(server, { limitMs: answerLimitMs * timeoutFactor })
      : server
  const pool = new BoundedPool(settings, found, queueMs * timeoutFactor)
  // A broken connection is replaced at the next use, and its query fails. Without these listeners, on the pool for idle
  // connections and on each client for those in a transaction, the error would end the process.
  pool.on('error', error => pool.notice(error))
  pool.on('connect', client => {
    client.on('error', error => pool.notice(error))
    if (!isPooled) nameStatements(client)
  })
  return pool
}

/** Its queries are counted for the request or job that asks them. */
export function createDb(pool: pg.Pool): Db {
  const log = (event: LogEvent) => {
    const scope = currentScope()
    if (scope) scope.queries++
    traceQuery(event)
    if (event.level === 'error' && pool instanceof BoundedPool) pool.notice(event.error)
  }
  const options = {
    dialect: new JoiningDialect({ pool }, (pool.options as { pipeline?: boolean }).pipeline === true),
    log,
  }
  return pool instanceof BoundedPool
    ? new BoundedDatabase(options, pool.inTransactionTurn)
    : new Kysely<Tables>(options)
}

/**
 * Runs a statement for a library with queries of its own, such as the job queue; the pool takes note of its failures.
 */
export async function watchedQuery(pool: pg.Pool, text: string, values?: unknown[]): Promise<pg.QueryResult> {
  try {
    return await pool.query(text, values)
  } catch (error) {
    if (pool instanceof BoundedPool) pool.notice(error)
    throw error
  }
}

/**
 * Checks that the database answers and that our role may create tables in it. Throws `ConfigError` with what is wrong,
 * without the address.
 */
export async function pingDatabase(url: string): Promise<void> {
  const problem = await findDatabaseProblem(url).catch(
    (error: NodeJS.ErrnoException) => error.message || error.code,
  )
  if (problem) throw new ConfigError(`DATABASE_URL can't be used: ${problem}.`)
}

async function findDatabaseProblem(url: string): Promise<string | null> {
  const client = await connectClient(url, { connectionTimeoutMillis: 10_000 })
  try {
    const { rows } = await client.query<{ version: number; owns: boolean }>(
      `select current_setting('server_version_num')::int as version,
         has_database_privilege(current_database(), 'create')
         and coalesce(has_schema_privilege(current_schema(), 'create'), false) as owns`,
    )
    if ((rows[0]?.version ?? 0) < 150_000) return 'its PostgreSQL is older than 15'
    return rows[0]?.owns ? null : 'its role may make no tables there, it must own the database'
  } finally {
    await client.end()
  }
}

/** Whether an error means that the database is unavailable or overloaded, not that a statement was wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    /^(08|53|57P|57014|25006|25P03|55P03|ECONN|ETIMEDOUT|EPIPE|ENOENT)/.test(code) ||
    /Connection terminated|too many requests wait for a connection|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error/i.test(
      error.message,
    )
  )
}

/** A database whose transactions wait for their turn before they take a connection. */
class BoundedDatabase extends Kysely<Tables> {
  readonly #inTurn: WorkLimit

  constructor(options: KyselyConfig, inTurn: WorkLimit) {
    super(options)
    this.#inTurn = inTurn
  }

  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction()
    const execute = builder.execute.bind(builder)
    return Object.assign(builder, {
      execute: <T>(work: (tx: Transaction<Tables>) => Promise<T>) => this.#inTurn(() => execute(work)),
    })
  }
}
