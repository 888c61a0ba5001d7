import pg from 'pg'
import type { Logger } from 'pino'
import type { DatabaseServer } from './database-server.ts'

type Subscriber = (payload: string | null) => void

export interface NotificationListener {
  /**
   * Calls the subscriber with the payload of each notification on that channel, and with null when some may have been
   * missed, so that everything may have changed. Answers a function that unsubscribes.
   */
  on(channel: string, subscriber: Subscriber): () => void
  /** Calls back when the connection breaks; until the next null, notifications are missed. */
  onDisconnect(callback: () => void): void
  close(): Promise<void>
}

const reconnectMs = 1000

/** Opens a connection that listens for NOTIFY and reconnects whenever it breaks. */
export function openNotificationListener(server: DatabaseServer, log: Logger): NotificationListener {
  return new ReconnectingListener(server, log)
}

class ReconnectingListener implements NotificationListener {
  readonly #server: DatabaseServer
  readonly #log: Logger
  readonly #onDisconnect: (() => void)[] = []
  readonly #subscribers = new Map<string, Set<Subscriber>>()
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  #connecting: Promise<void>

  constructor(server: DatabaseServer, log: Logger) {
    this.#server = server
    this.#log = log
    this.#connecting = this.#connect()
  }

  on(channel: string, subscriber: Subscriber): () => void {
    const existing = this.#subscribers.get(channel)
    const subscribers = existing ?? new Set()
    subscribers.add(subscriber)
    this.#subscribers.set(channel, subscribers)
    const client = this.#client
    if (!existing && client) this.#listen(client, channel).catch(() => client.end())
    return () => subscribers.delete(subscriber)
  }

  onDisconnect(callback: () => void): void {
    this.#onDisconnect.push(callback)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#connecting
    await this.#client?.end()
  }

  async #connect(): Promise<void> {
    let client: pg.Client | undefined
    try {
      client = this.#newClient(await this.#server.findAddress())
      await client.connect()
      this.#client = client
      for (const channel of this.#subscribers.keys()) await this.#listen(client, channel)
    } catch (error) {
      this.#log.warn({ err: error }, 'listening connection not opened; it is tried again')
      // It may never have been open.
      await client?.end().catch(() => {})
      this.#reconnectLater()
    }
  }

  #newClient(connectionString: string): pg.Client {
    const client = new pg.Client({ connectionString, keepAlive: true, connectionTimeoutMillis: 3000 })
    client.on('error', error => this.#log.warn({ error: error.message }, 'listening connection broke'))
    client.on('end', () => this.#reconnectLater())
    client.on('notification', ({ channel, payload }) => this.#publish(channel, payload ?? ''))
    return client
  }

  async #listen(client: pg.Client, channel: string): Promise<void> {
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    this.#publish(channel, null)
  }

  #publish(channel: string, payload: string | null): void {
    for (const subscriber of this.#subscribers.get(channel) ?? []) subscriber(payload)
  }

  #reconnectLater(): void {
    this.#client = undefined
    this.#server.doubt()
    for (const callback of this.#onDisconnect) callback()
    if (this.#isClosed || this.#timer) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#connecting = this.#connect()
    }, reconnectMs)
  }
}
