import type { Db } from '../postgres/tables.ts'

/** The NOTIFY channel of changed tables that are cached in memory; the payload is the table's name. */
export const tableChannel = 'doron_table'

/** By database; only while change notifications arrive. */
const caches = new WeakMap<Db, Map<string, Promise<unknown>>>()

/** Starts an empty cache when change notifications arrive, and drops it when they don't. */
export function setTableCacheEnabled(db: Db, isEnabled: boolean): void {
  if (isEnabled) caches.set(db, new Map())
  else caches.delete(db)
}

/** Deletes all that was loaded, and what is being loaded. */
export function clearTableCache(db: Db): void {
  if (caches.has(db)) caches.set(db, new Map())
}

/**
 * Loads something of a table that rarely changes once for all requests, until the table changes; for tables whose
 * triggers notify `tableChannel`. Whoever gets it must not change it. Within a transaction it is loaded each time.
 */
export function readThroughTableCache<T>(db: Db, key: string, load: () => Promise<T>): Promise<T> {
  const cache = caches.get(db)
  if (!cache) return load()
  const known = cache.get(key) as Promise<T> | undefined
  if (known) return known
  const loading = load()
  cache.set(key, loading)
  loading.catch(() => cache.get(key) === loading && cache.delete(key))
  return loading
}
