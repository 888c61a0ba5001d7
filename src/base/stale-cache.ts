import { LRUCache } from 'lru-cache'

/** Values in memory that were read somewhere slow, by key; the ones asked for longest ago go first. */
export interface StaleCache<T> {
  /**
   * The value, read by whoever asks first for all who ask meanwhile. One older than `freshMs` is answered at once and read
   * anew in the background, one older than `staleMs` is waited for. Throws what `read` throws, but keeps what it had.
   */
  read(key: string, now: Date, read: () => Promise<T>): Promise<T>
  /** The value, however old. */
  peek(key: string): T | undefined
  forget(key: string): void
}

interface StaleCacheOptions {
  max: number
  freshMs: number
  /** Until which age a value is answered at all; for ever by default. */
  staleMs?: number
  /** After an error of that kind the same is not read again for so long (ms); it is thrown again where there is no value. */
  pause?: { ms: number; after(error: unknown): boolean }
  /** Called when a value that was read anew is not what it was. */
  onChange?: () => void
}

export function createStaleCache<T>(options: StaleCacheOptions): StaleCache<T> {
  const { max, freshMs, staleMs = Number.POSITIVE_INFINITY, pause, onChange } = options
  let at = 0
  const failures = new LRUCache<string, { at: number; error: unknown }>({ max })
  const values = new LRUCache<string, { value: T }, () => Promise<T>>({
    max,
    ttl: freshMs,
    // Ages are by the clock of the requests.
    ttlResolution: 0,
    perf: { now: () => at },
    noDeleteOnFetchRejection: true,
    ignoreFetchAbort: true,
    async fetchMethod(key, known, { context: read }) {
      try {
        const value = await read()
        failures.delete(key)
        if (known && onChange && JSON.stringify(known.value) !== JSON.stringify(value)) onChange()
        return { value }
      } catch (error) {
        if (pause?.after(error)) failures.set(key, { at, error })
        throw error
      }
    },
  })
  const peek = (key: string) => values.peek(key, { allowStale: true })
  return {
    async read(key, now, read) {
      at = now.getTime()
      const known = peek(key)
      const failure = failures.get(key)
      if (failure && pause && at - failure.at < pause.ms) {
        if (known) return known.value
        throw failure.error
      }
      const ageMs = freshMs - values.getRemainingTTL(key)
      const found = await values.forceFetch(key, { context: read, allowStale: ageMs < staleMs })
      return found.value
    },
    peek: key => peek(key)?.value,
    forget: key => void values.delete(key),
  }
}
