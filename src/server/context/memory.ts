import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { createKeyedLimit, createWorkLimit, type WorkLimit } from '../../base/work-limit.ts'
import { currentScope } from '../observability/traces.ts'
import type { Db } from '../postgres/tables.ts'

/** A lease that was not renewed for so long may be taken by another process. */
const leaseSeconds = 60
const signEveryMs = (leaseSeconds * 1000) / 4

/**
 * Does the work unless another process is doing the one of that name; answers undefined then. The lease is
 * renewed while the work lasts; that of a process that was killed ends within a minute. Times are the
 * database's, so that clocks may differ.
 */
export async function withLease<T>(db: Db, name: string, work: () => Promise<T>): Promise<T | undefined> {
  const holder = randomUUID()
  if (!(await takeLease(db, name, holder))) return undefined
  // A renewal that fails is made up for by the next; one that comes too late finds the lease taken, and
  // changes nothing.
  const timer = setInterval(() => void takeLease(db, name, holder).catch(() => {}), signEveryMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    await db.deleteFrom('lease').where('name', '=', name).where('holder', '=', holder).execute()
  }
}

/** Takes or renews the lease; false when somebody else has it. */
async function takeLease(db: Db, name: string, holder: string): Promise<boolean> {
  const { rows } = await sql`
    insert into lease (name, holder, held_until) values (${name}, ${holder}, now() + make_interval(secs => ${leaseSeconds}))
    on conflict (name) do update set holder = excluded.holder, held_until = excluded.held_until
      where lease.holder = excluded.holder or lease.held_until < now()
    returning name`.execute(db)
  return rows.length === 1
}

export async function isLeased(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`select from lease where name = ${name} and held_until >= now()`.execute(db)
  return rows.length === 1
}

interface FairLimits {
  concurrent: number
  /** How many of one account, or of one address without an account, at once. */
  ofOne: number
  waiting: number
  waitMs: number
}

/** A limit of work, under which the work of one person waits for itself first, so that others are not behind it (R1201). */
export function createFairLimit({
  concurrent,
  ofOne,
  ...wait
}: FairLimits): WorkLimit & { waitingCount(): number } {
  const all = createWorkLimit({ concurrent, ...wait })
  const one = createKeyedLimit<string>({ concurrent: ofOne, ...wait })
  const limit: WorkLimit = work => {
    const who = currentScope()?.who
    return who === undefined ? all(work) : one(who, () => all(work))
  }
  return Object.assign(limit, { waitingCount: all.waitingCount })
}

/** The NOTIFY channel of changed tables that are kept in memory; the payload is the table's name. */
export const tableChannel = 'doron_table'

/** What `remember` has loaded, by database; only while change notifications arrive. */
const memories = new WeakMap<Db, Map<string, Promise<unknown>>>()

/** Starts an empty memory when change notifications arrive (`isSubscribed`), and drops it when they don't. */
export function keepTables(db: Db, isSubscribed: boolean): void {
  if (isSubscribed) memories.set(db, new Map())
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
