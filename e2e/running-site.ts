import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { clusterFolder, databaseName, readClusterNote } from '../src/server/postgres/embedded-cluster.ts'
import { startEmbeddedPostgres } from '../src/server/postgres/embedded-postgres.ts'
import { quickFolder } from '../test/folders.ts'
import { findFreePort } from '../test/free-port.ts'

/** The product with its embedded shop and the demonstration, on a data folder of its own. */
export interface RunningSite {
  /** Without a trailing slash. */
  url: string
  /** Restarts it with its clock so many days ahead, after `npm run reconcile -- --fix` at that time. */
  restartLater(days: number): Promise<void>
  /** Forgets what it counted for its rate limits: every visitor of the journeys has the same network address. */
  resetRateLimits(): Promise<void>
  /** Changes the database, for what only an accident or days of waiting bring about. */
  query(statement: string, values?: unknown[]): Promise<void>
  stop(): Promise<void>
}

/** Settings of a deployment, as environment variables. */
type Settings = Record<string, string>

/**
 * Starts the product from the existing build, as `npm start` does; resolves once it is open. It is a copy of the run's
 * first site, which has the goods and the demonstration already.
 */
export async function startSite(settings: Settings = {}): Promise<RunningSite> {
  const dataDir = await makeDataDir()
  const port = await findFreePort()
  const { FIRST_SITE: firstSite, FIRST_SITE_PORT: firstPort } = process.env
  if (firstSite && firstPort) {
    await cp(firstSite, dataDir, { recursive: true })
    await replaceInDatabase(dataDir, `:${firstPort}/`, `:${port}/`)
  }
  let stopProcess = await openSite(dataDir, port, 0, settings)
  return {
    url: `http://127.0.0.1:${port}`,
    async restartLater(days) {
      await stopProcess()
      await runReconcile(dataDir, port, days)
      stopProcess = await openSite(dataDir, port, days, settings)
    },
    // A time code of the staff counts once, and each journey signs in anew.
    resetRateLimits: () =>
      queryDatabase(dataDir, 'delete from rate_limit').then(() =>
        queryDatabase(dataDir, 'update second_factor set last_time_step = 0'),
      ),
    query: (statement, values) => queryDatabase(dataDir, statement, values),
    async stop() {
      await stopProcess()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Makes the site that all others of this run are copied from: a copy takes a third of the work. */
export async function makeFirstSite(): Promise<() => Promise<void>> {
  const dataDir = await makeDataDir()
  const port = await findFreePort()
  const stop = await openSite(dataDir, port, 0, {})
  await stop()
  Object.assign(process.env, { FIRST_SITE: dataDir, FIRST_SITE_PORT: String(port) })
  return () => rm(dataDir, { recursive: true, force: true })
}

async function makeDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(quickFolder(), 'doron-journey-'))
  // A database that root starts runs as another user, and lies elsewhere, on a disk, where that user may not enter.
  await chmod(dataDir, 0o755)
  return dataDir
}

/** Pictures, webhooks and letters name the address of their site, with its port. */
async function replaceInDatabase(dataDir: string, from: string, to: string): Promise<void> {
  const { stop } = await startEmbeddedPostgres({ dataDir, log: { info() {}, warn: console.warn } })
  const columns = `
    select format('%I.%I', table_schema, table_name) as place, quote_ident(column_name) as name, data_type as type
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and is_generated = 'NEVER' and data_type in ('text', 'json', 'jsonb')
      and table_schema not in ('pg_catalog', 'information_schema')`
  const update =
    'update %1$s set %2$s = replace(%2$s::text, %4$L, %5$L)::%3$s where strpos(%2$s::text, %4$L) > 0'
  const statement = `
    do $$ declare one record; begin
      set local session_replication_role = replica;
      for one in ${columns} loop
        execute format('${update}', one.place, one.name, one.type, '${from}', '${to}');
      end loop;
    end $$`
  await queryDatabase(dataDir, statement)
  await stop()
}

async function queryDatabase(dataDir: string, statement: string, values?: unknown[]): Promise<void> {
  const { port, password } = readClusterNote(dataDir, clusterFolder(dataDir))
  const options = { host: '127.0.0.1', port, user: databaseName, password, database: databaseName }
  const client = new pg.Client(options)
  await client.connect()
  await client.query(statement, values)
  await client.end()
}

/** Runs `npm run reconcile -- --fix` with the clock so many days ahead. */
async function runReconcile(dataDir: string, port: number, daysLater: number): Promise<void> {
  const [code] = await once(spawnSite(dataDir, port, daysLater, {}, 'reconcile', '--fix'), 'exit')
  if (code !== 0) throw new Error(`reconcile ended with ${code}`)
}

/** Spawns the product, or one of its commands. */
function spawnSite(dataDir: string, port: number, daysLater: number, settings: Settings, ...args: string[]) {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env
  const clock = daysLater === 0 ? [] : ['--import', './e2e/clock-ahead.ts']
  // The site ends when the IPC channel closes, however this process ends.
  return spawn(process.execPath, [...clock, 'src/main.ts', ...args], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      PATH,
      HOME,
      TMPDIR,
      NODE_COMPILE_CACHE,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      PORT: String(port),
      DATA_DIR: dataDir,
      DAYS_LATER: String(daysLater),
      ...settings,
    },
  })
}

/** Starts the site; returns a function that stops it. */
async function openSite(
  dataDir: string,
  port: number,
  daysLater: number,
  settings: Settings,
): Promise<() => Promise<void>> {
  const site = spawnSite(dataDir, port, daysLater, settings)
  const reportExit = (code: number | null, signal: string | null) =>
    console.error(`The site ended by itself, with ${signal ?? code}.`)
  site.once('exit', reportExit)
  await waitUntilOpen(createInterface(site.stdout!))
  // Else it would wait once nobody has read so many warnings.
  site.stdout!.resume()
  return async () => {
    site.off('exit', reportExit)
    site.kill('SIGTERM')
    if (site.exitCode === null && site.signalCode === null) await once(site, 'exit')
  }
}

/** Reads the output until the site is open; throws with the output when it ends before. */
async function waitUntilOpen(lines: AsyncIterable<string>): Promise<void> {
  const output: string[] = []
  for await (const line of lines) {
    output.push(line)
    if (line.includes('E-mails sent')) return
  }
  throw new Error(`The site did not start.\n${output.join('\n')}`)
}
