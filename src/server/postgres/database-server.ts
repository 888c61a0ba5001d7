import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** Where the database is: one server, or several of which one takes writes and may be replaced by another. */
export interface DatabaseServer {
  /** The address of the server that takes writes. Throws `NoWritingServer` when none of several does. */
  findAddress(): Promise<string>
  /** To be called after a failure there: the next use asks again which server takes writes. */
  doubt(): void
  /** Whether a connection leads to the server that was found last; always, where there is one server only. */
  isCurrent(client: pg.ClientBase): boolean
}

/** None of the servers takes writes now; `isDatabaseUnavailable` knows its code. */
class NoWritingServer extends Error {
  readonly code = '57P03'
}

/** How long (ms) a server may take to be reached, and to say whether it takes writes. */
export const answerLimitMs = 1000
/** For how long (ms) nobody is asked after none of them took writes. */
const restMs = 200

/** The servers of an address: one, or several as in `postgres://user:password@a:5432,b:5432/database`. */
export function openDatabaseServer(url: string, { limitMs = answerLimitMs } = {}): DatabaseServer {
  const addresses = splitHosts(url)
  return addresses.length > 1
    ? new ReplaceableServer(addresses, limitMs)
    : { findAddress: async () => url, doubt() {}, isCurrent: () => true }
}

/** An address for each host that the address of a database names. */
export function splitHosts(url: string): string[] {
  const start = url.indexOf('://') + 3
  const end = url.slice(start).search(/[/?]/)
  const authority = end < 0 ? url.slice(start) : url.slice(start, start + end)
  const hostsAt = authority.lastIndexOf('@') + 1
  const before = url.slice(0, start) + authority.slice(0, hostsAt)
  const after = url.slice(start + authority.length)
  const hosts = authority.slice(hostsAt).split(',')
  return hosts.map(host => before + host + after)
}

/** A connection to the server that takes writes, opened. */
export async function connectClient(url: string, options: pg.ClientConfig = {}): Promise<pg.Client> {
  const connectionString = await openDatabaseServer(url).findAddress()
  const client = new pg.Client({ ...options, connectionString })
  // Queries on a broken connection fail; without a listener the error would end the process.
  client.on('error', () => {})
  await client.connect()
  return client
}

class ReplaceableServer implements DatabaseServer {
  readonly #addresses: string[]
  readonly #limitMs: number
  #found: { address: string; endpoint: string } | undefined
  #looking: Promise<string> | undefined

  constructor(addresses: string[], limitMs: number) {
    this.#addresses = addresses
    this.#limitMs = limitMs
  }

  async findAddress(): Promise<string> {
    if (this.#found) return this.#found.address
    this.#looking ??= this.#look()
    return this.#looking
  }

  doubt(): void {
    this.#found = undefined
  }

  isCurrent(client: pg.ClientBase): boolean {
    return this.#found === undefined || this.#found.endpoint === endpointOf(client)
  }

  /** Asks all at once. Of two that take writes, the one that was promoted last is meant. */
  async #look(): Promise<string> {
    const answers = await Promise.all(this.#addresses.map(address => askServer(address, this.#limitMs)))
    const writing = answers.filter(answer => answer.timeline !== null)
    const [latest] = writing.sort((a, b) => (b.timeline ?? 0) - (a.timeline ?? 0))
    if (latest) {
      this.#found = latest
      this.#looking = undefined
      return latest.address
    }
    // Whoever asks meanwhile gets the same answer.
    void wait(restMs, undefined, { ref: false }).then(() => {
      this.#looking = undefined
    })
    const reasons = answers.map(({ endpoint, reason }) => `${endpoint} ${reason}`).join(', ')
    throw new NoWritingServer(`no server of the database takes writes: ${reasons}`)
  }
}

interface Answer {
  address: string
  endpoint: string
  /** Counts promotions; null if the server takes no writes. */
  timeline: number | null
  reason: string
}

async function askServer(address: string, limitMs: number): Promise<Answer> {
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
  })
  // The query that fails reports it.
  client.on('error', () => {})
  const answer = { address, endpoint: endpointOf(client), timeline: null }
  try {
    await client.connect()
    const { rows } = await client.query<{ reads_only: string; wal_file: string | null }>(
      `select current_setting('transaction_read_only') as reads_only,
         case when pg_is_in_recovery() then null else pg_walfile_name(pg_current_wal_lsn()) end as wal_file`,
    )
    const { reads_only, wal_file } = rows[0] ?? { reads_only: 'on', wal_file: null }
    await client.end()
    if (reads_only === 'on' || wal_file === null) return { ...answer, reason: 'only reads' }
    return { ...answer, timeline: Number.parseInt(wal_file.slice(0, 8), 16), reason: '' }
  } catch (error) {
    // Closing in order would wait for an answer, which a server that hangs does not give.
    partsOf(client).connection.stream.destroy()
    const { code, message } = error as NodeJS.ErrnoException
    return { ...answer, reason: code ?? message }
  }
}

/** What pg's client has, and its types leave out. */
const partsOf = (client: pg.ClientBase) =>
  client as unknown as { host: string; port: number; connection: { stream: Socket } }

const endpointOf = (client: pg.ClientBase) => `${partsOf(client).host}:${partsOf(client).port}`
