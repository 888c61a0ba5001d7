import pg from 'pg'
import type { Logger } from 'pino'

type Subscriber = (payload: string | null) => void

export interface NotificationListener {
  /**
   * Calls the subscriber for each notification on that channel; with null when some may have been missed, so that
   * everything there counts as changed. Answers how to unsubscribe.
   */
  on(channel: string, subscriber: Subscriber): () => void
  /** Calls when the connection breaks: until the next null, changes are missed. */
  onDisconnect(callback: () => void): void
  close(): Promise<void>
}

const reconnectMs = 1000

/** One connection of this process that listens for NOTIFY, and connects again whenever it breaks. */
export function openNotificationListener(databaseUrl: string, log: Logger): NotificationListener {
  return new ReconnectingListener(databaseUrl, log)
}

class ReconnectingListener implements NotificationListener {
  readonly #databaseUrl: string
  readonly #log: Logger
  readonly #onDisconnect: (() => void)[] = []
  readonly #subscribers = new Map<string, Set<Subscriber>>()
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  #connecting: Promise<void>

  constructor(databaseUrl: string, log: Logger) {
    this.#databaseUrl = databaseUrl
    this.#log = log
    this.#connecting = this.#connect()
  }

  on(channel: string, subscriber: Subscriber): () => void {
    const known = this.#subscribers.get(channel)
    const all = known ?? new Set()
    all.add(subscriber)
    this.#subscribers.set(channel, all)
    const client = this.#client
    if (!known && client) this.#listen(client, channel).catch(() => client.end())
    return () => all.delete(subscriber)
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
    const client = new pg.Client({
      connectionString: this.#databaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: 3000,
    })
    client.on('error', error => this.#log.warn({ error: error.message }, 'listening connection broke'))
    client.on('end', () => this.#reconnectLater())
    client.on('notification', ({ channel, payload }) => this.#publish(channel, payload ?? ''))
    try {
      await client.connect()
      this.#client = client
      for (const channel of this.#subscribers.keys()) await this.#listen(client, channel)
    } catch {
      await client.end().catch(() => {})
      this.#reconnectLater()
    }
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
    for (const callback of this.#onDisconnect) callback()
    if (this.#isClosed || this.#timer) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#connecting = this.#connect()
    }, reconnectMs)
  }
}
