import pg from 'pg'
import type { Logger } from 'pino'

export interface NotificationListener {
  /**
   * Calls when a notice comes on that channel; null when notices may have been missed, so that everything there
   * counts as changed. Answers how to stop hearing.
   */
  on(channel: string, hear: (payload: string | null) => void): () => void
  /** Calls when the connection breaks: until the next null, changes go unheard. */
  onDisconnect(tell: () => void): void
  close(): Promise<void>
}

const againMs = 1000

/** One connection of this process that listens, and connects again whenever it breaks. */
export function openNotificationListener(databaseUrl: string, log: Logger): NotificationListener {
  const deaf: (() => void)[] = []
  const hearers = new Map<string, Set<(payload: string | null) => void>>()
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const tell = (channel: string, payload: string | null) => {
    for (const hear of hearers.get(channel) ?? []) hear(payload)
  }
  const subscribe = async (to: pg.Client, channel: string) => {
    await to.query(`listen ${pg.escapeIdentifier(channel)}`)
    tell(channel, null)
  }
  const connect = async () => {
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: 3000,
    })
    fresh.on('error', error => log.warn({ error: error.message }, 'listening broke off'))
    fresh.on('end', again)
    fresh.on('notification', ({ channel, payload }) => tell(channel, payload ?? ''))
    try {
      await fresh.connect()
      client = fresh
      for (const channel of hearers.keys()) await subscribe(fresh, channel)
    } catch {
      await fresh.end().catch(() => {})
      again()
    }
  }
  let connecting = connect()
  function again() {
    client = undefined
    for (const told of deaf) told()
    if (closed || timer) return
    timer = setTimeout(() => {
      timer = undefined
      connecting = connect()
    }, againMs)
  }

  return {
    on(channel, hear) {
      const known = hearers.get(channel)
      const all = known ?? new Set()
      all.add(hear)
      hearers.set(channel, all)
      if (!known && client) subscribe(client, channel).catch(() => client?.end())
      return () => all.delete(hear)
    },
    onDisconnect: told => deaf.push(told),
    async close() {
      closed = true
      clearTimeout(timer)
      await connecting
      await client?.end()
    },
  }
}
