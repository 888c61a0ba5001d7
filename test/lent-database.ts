import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { openPool } from '../shop/app.ts'
import { type BoundedPool, createPool } from '../src/server/postgres/database.ts'
import { prepareStatement } from '../src/server/postgres/prepared.ts'
import { type FreshDatabase, freshDatabase, timeoutFactor } from './postgres.ts'
import { watchWrites } from './protected-writes.ts'

/**
 * A database as the template is, that other tests of this worker had before: its connections have loaded what they need to
 * know of the tables, and have planned what is asked often, which costs several times what asking does.
 */
export interface LentDatabase {
  url: string
  /** The product's pool of that name; ending it ends what this test asks, not the connections. */
  pool(name: string, size?: number): BoundedPool
  /** The embedded shop's pool. */
  shopPool(): pg.Pool
  /** Restores it for the next test; deletes it where it can't be told that it is as it was. */
  giveBack(): Promise<void>
}

interface KeptDatabase {
  fresh: FreshDatabase
  /** Looks and restores; nobody else has it. */
  client: pg.Client
  pools: Map<string, pg.Pool>
  uses: number
}

/** The statements that are planned once; some texts have as many places as a list has entries. */
const prepared = new Set<string>()
const mostPrepared = 1500

/** Rows that were deleted stay in the files of such a database. */
const mostUses = 50
/** How often and how many times it is looked whether everything of a test has ended. */
const lookMs = 10
const looks = 100

/** Planning is half of what the server of tests would do, and no other plan would be better for so few rows. */
const planOnce = `do $$ begin
  execute format('alter database %I set plan_cache_mode = force_generic_plan', current_database());
end $$`

const kept: KeptDatabase[] = []

/** Takes one of those that this worker keeps, or makes one. */
export async function lendDatabase(stock = kept): Promise<LentDatabase> {
  const database = stock.pop() ?? (await createDatabase())
  database.uses++
  const { fresh, pools } = database
  const poolOf = <T extends pg.Pool>(name: string, create: () => T): T => {
    const pool = (pools.get(name) as T | undefined) ?? create()
    pools.set(name, pool)
    return lend(pool)
  }
  return {
    url: fresh.url,
    pool: (name, size) => poolOf(`${name} ${size}`, () => createWatchedPool(fresh.url, size)),
    shopPool: () => poolOf('shop', () => openPool(fresh.url)),
    giveBack: () => giveBack(database, stock),
  }
}

async function createDatabase(): Promise<KeptDatabase> {
  const fresh = await freshDatabase()
  const client = new pg.Client(fresh.url)
  client.on('error', () => {})
  await client.connect()
  await client.query(planOnce)
  return { fresh, client, pools: new Map(), uses: 0 }
}

function createWatchedPool(url: string, size: number | undefined): BoundedPool {
  const pool = createPool(url, { timeoutFactor, ...(size && { size }) })
  watchWrites(pool)
  pool.on('connect', prepareAll)
  return pool
}

function prepareAll(client: pg.PoolClient): void {
  const ask = client.query.bind(client) as (...args: unknown[]) => unknown
  const query = (text: unknown, values: unknown, ...rest: unknown[]) => {
    const hasPlaces = typeof text === 'string' && Array.isArray(values) && values.length > 0
    if (hasPlaces && prepared.size < mostPrepared) {
      prepared.add(text)
      prepareStatement(text)
    }
    return ask(text, values, ...rest)
  }
  Object.assign(client, { query })
}

/** The pool for one test: `end` waits for what is asked, and leaves the connections open. */
function lend<T extends pg.Pool>(pool: T): T {
  return new Proxy(pool, {
    get(target, name) {
      if (name === 'end') return () => untilIdle([pool])
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

async function giveBack(database: KeptDatabase, stock: KeptDatabase[]): Promise<void> {
  const isAsBefore = database.uses < mostUses && (await isQuiet(database)) && (await restore(database))
  if (isAsBefore) stock.push(database)
  else await remove(database)
}

async function untilIdle(pools: Iterable<pg.Pool>): Promise<boolean> {
  const isIdle = (pool: pg.Pool) => pool.idleCount === pool.totalCount && pool.waitingCount === 0
  for (let look = 0; look < looks; look++) {
    if ([...pools].every(isIdle)) return true
    await wait(lookMs)
  }
  return false
}

/** Whether no connection but those of the pools is left, and none of them is in a transaction. */
async function isQuiet({ client, pools }: KeptDatabase): Promise<boolean> {
  if (!(await untilIdle(pools.values()))) return false
  for (let look = 0; look < looks; look++) {
    const { rows } = await client.query<{ connections: number; busy: number }>({
      name: 'quiet',
      text: `select count(*)::int as connections, count(*) filter (where state <> 'idle')::int as busy
        from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
        and pid <> pg_backend_pid()`,
    })
    const ours = [...pools.values()].reduce((sum, pool) => sum + pool.totalCount, 0)
    if (rows[0]?.connections === ours && rows[0].busy === 0) return true
    await wait(lookMs)
  }
  return false
}

async function restore({ client }: KeptDatabase): Promise<boolean> {
  const { rows } = await client.query<{ restored: boolean }>({
    name: 'restore',
    text: 'select seed.restore() as restored',
  })
  return rows[0]?.restored === true
}

async function remove({ fresh, client, pools }: KeptDatabase): Promise<void> {
  await Promise.all([...pools.values()].map(pool => pool.end()))
  await client.end()
  await fresh.drop()
}
