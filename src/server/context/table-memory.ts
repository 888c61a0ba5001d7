import type { Db } from '../postgres/tables.ts'

/** The NOTIFY channel of changed tables that are kept in memory; the payload is the table's name. */
export const tableChannel = 'doron_table'

/** What is kept, by database: only while changes are heard. */
const memories = new WeakMap<Db, Map<string, Promise<unknown>>>()

/** Begins anew to keep what `remember` loads, or no longer keeps it. */
export function keepTables(db: Db, isHeard: boolean): void {
  if (isHeard) memories.set(db, new Map())
  else memories.delete(db)
}

/** Forgets all that was loaded, and what is being loaded. */
export function forgetTables(db: Db): void {
  if (memories.has(db)) memories.set(db, new Map())
}

/**
 * Loads something of a table that rarely changes once for all requests, until the table changes; for tables whose
 * triggers notify `tableChannel`. Whoever gets it must not change it. Within a transaction it is loaded each time.
 */
export function remember<T>(db: Db, key: string, load: () => Promise<T>): Promise<T> {
  const memory = memories.get(db)
  if (!memory) return load()
  const known = memory.get(key) as Promise<T> | undefined
  if (known) return known
  const loading = load()
  memory.set(key, loading)
  loading.catch(() => memory.get(key) === loading && memory.delete(key))
  return loading
}
