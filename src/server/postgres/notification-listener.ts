import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { DatabaseServer } from './database-server.ts'
import type { Db } from './tables.ts'

type Subscriber = (payload: string | null) => void

/** Waiting times in ms. */
const defaultTimes = {
  /** After a connection broke. */
  reconnect: 1000,
  /** How long a probe may take to arrive. */
  answer: 3000,
  /** After a probe that did not arrive. */
  unanswered: 5000,
  /** Between probes. */
  proof: 60_000,
}

/** The NOTIFY channel of probes, notifications that a listener sends to itself; each has texts of its own. */
const proofChannel = 'doron_listen_check'

/**
 * A connection that listens for NOTIFY, and connects again whenever it breaks. At the start and each minute it sends
 * itself a probe through `db`, the way that changes are sent: a pooler that hands the connection on to others accepts
 * LISTEN and never delivers.
 */
export class NotificationListener {
  readonly #server: DatabaseServer
  readonly #db: Db
  readonly #log: Logger
  readonly #times: typeof defaultTimes
  readonly #onDisconnect: (() => void)[] = []
  readonly #subscribers = new Map<string, Set<Subscriber>>()
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  /** The probe that is waited for. */
  #expected: { text: string; received(): void } | undefined
  #isSubscribed = false
  #isClosed = false
  #working: Promise<void>

  constructor(server: DatabaseServer, db: Db, log: Logger, times: Partial<typeof defaultTimes> = {}) {
    this.#server = server
    this.#db = db
    this.#log = log
    this.#times = { ...defaultTimes, ...times }
    this.#working = this.#connect()
  }

  /**
   * Calls the subscriber with the payload of each notification on that channel, and with null when some may have been
   * missed, so that everything may have changed. Answers a function that unsubscribes.
   */
  on(channel: string, subscriber: Subscriber): () => void {
    const existing = this.#subscribers.get(channel)
    const subscribers = existing ?? new Set()
    subscribers.add(subscriber)
    this.#subscribers.set(channel, subscribers)
    const client = this.#client
    if (!existing && client) this.#listenLate(client, channel).catch(() => client.end())
    return () => subscribers.delete(subscriber)
  }

  /** Calls back when notifications no longer arrive; they are missed until the next null. */
  onDisconnect(callback: () => void): void {
    this.#onDisconnect.push(callback)
  }

  /** Whether its last probe arrived. */
  isSubscribed(): boolean {
    return this.#isSubscribed
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#expected?.received()
    await this.#working
    await this.#client?.end()
  }

  async #connect(): Promise<void> {
    let client: pg.Client | undefined
    try {
      client = this.#newClient(await this.#server.findAddress())
      await client.connect()
      for (const channel of [proofChannel, ...this.#subscribers.keys()]) await listen(client, channel)
      this.#client = client
      await this.#prove(client)
    } catch (error) {
      this.#log.warn({ err: error }, 'listening connection not opened; it is tried again')
      // Closing fails for a connection that never was open.
      await client?.end().catch(() => {})
      this.#loseConnection()
    }
  }

  #newClient(connectionString: string): pg.Client {
    const client = new pg.Client({ connectionString, keepAlive: true, connectionTimeoutMillis: 3000 })
    client.on('error', error => this.#log.warn({ error: error.message }, 'listening connection broke'))
    client.on('end', () => this.#loseConnection())
    client.on('notification', ({ channel, payload }) => {
      if (channel !== proofChannel) this.#publish(channel, payload ?? '')
      else if (payload === this.#expected?.text) this.#expected?.received()
    })
    return client
  }

  async #listenLate(client: pg.Client, channel: string): Promise<void> {
    await listen(client, channel)
    if (this.#isSubscribed) this.#publish(channel, null)
  }

  /**
   * Sends a probe and waits for it. When it can't be sent, nothing is known of the listening connection, and it is
   * tried again soon.
   */
  async #prove(client: pg.Client): Promise<void> {
    const { promise: received, resolve } = Promise.withResolvers<boolean>()
    const expected = { text: randomUUID(), received: () => resolve(true) }
    this.#expected = expected
    const limit = setTimeout(() => resolve(false), this.#times.answer)
    try {
      await sql`select pg_notify(${proofChannel}, ${expected.text})`.execute(this.#db)
      const isReceived = await received
      if (this.#isClosed || client !== this.#client) return
      if (isReceived) this.#markSubscribed()
      else this.#markUnsubscribed(client)
    } catch (error) {
      this.#log.debug({ err: error }, 'no notice could be sent to the listening connection')
      this.#later(this.#times.reconnect, () => this.#prove(client))
    } finally {
      clearTimeout(limit)
      if (this.#expected === expected) this.#expected = undefined
    }
  }

  #markSubscribed(): void {
    const wasSubscribed = this.#isSubscribed
    this.#isSubscribed = true
    if (!wasSubscribed) for (const channel of this.#subscribers.keys()) this.#publish(channel, null)
    this.#later(this.#times.proof, () => (this.#client ? this.#prove(this.#client) : Promise.resolve()))
  }

  #markUnsubscribed(client: pg.Client): void {
    this.#log.warn(
      'an own notice was not received: pages are polled. A pooler may stand between: set DATABASE_DIRECT_URL',
    )
    this.#client = undefined
    client.removeAllListeners('end')
    client.end().catch(error => this.#log.debug({ err: error }, 'listening connection not closed in order'))
    this.#loseConnection(this.#times.unanswered)
  }

  #publish(channel: string, payload: string | null): void {
    for (const subscriber of this.#subscribers.get(channel) ?? []) subscriber(payload)
  }

  #loseConnection(retryMs = this.#times.reconnect): void {
    this.#client = undefined
    this.#server.doubt()
    this.#isSubscribed = false
    for (const callback of this.#onDisconnect) callback()
    this.#later(retryMs, () => this.#connect())
  }

  #later(ms: number, work: () => Promise<void>): void {
    clearTimeout(this.#timer)
    if (this.#isClosed) return
    this.#timer = setTimeout(() => {
      this.#working = work()
    }, ms)
  }
}

async function listen(client: pg.Client, channel: string): Promise<void> {
  await client.query(`listen ${pg.escapeIdentifier(channel)}`)
}
