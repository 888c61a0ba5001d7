import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { makeDataFolder } from '../data-folder.ts'
import * as cluster from './embedded-cluster.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import {
  acquireProcessLock,
  clearStalePostmasterFile,
  isPostgresServer,
  isProcessAlive,
  LockHeldError,
  type Postmaster,
  readPostmaster,
  waitUntil,
} from './processes.ts'

type Log = { info(text: string): void; warn(text: string): void }
type Options = {
  dataDir: string
  log: Log
  /** False for databases that may be lost: nothing is forced to disk. */
  durable?: boolean
}

/** A running server: `url` connects as the owner of the database, `stop` shuts it down (PostgreSQL's fast shutdown). */
export type EmbeddedPostgres = { url: string; stop(): Promise<void> }

/** Thrown when another running app uses the data folder; its message is a sentence for whoever starts the app. */
export class DataInUse extends Error {}

/** What a start needs to know about its cluster. */
type ClusterSetup = {
  dataDir: string
  folder: string
  note: cluster.ClusterNote
  durable: boolean
  log: Log
}

/** Settings for databases that may be lost, many in one server. */
const notDurable = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  autovacuum: 'off',
  // These turn off background writes that such a database does not need, and reads through another process.
  bgwriter_lru_maxpages: 0,
  wal_writer_delay: '10s',
  io_method: 'sync',
  max_wal_senders: 0,
  max_connections: 400,
}

const startLimitMs = 60_000
const stopLimitMs = 30_000
const logLimitBytes = 5_000_000

/**
 * Starts the PostgreSQL server of a data folder, creates its cluster the first time, and restarts it if it ends before
 * `stop`. A server that still runs because its app was killed is taken over.
 * Throws `DataInUse` when another running app uses the data folder, or the server's own output when it can't start.
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
  durable = true,
}: Options): Promise<EmbeddedPostgres> {
  makeDataFolder(dataDir)
  const home = fs.realpathSync(dataDir)
  const folder = cluster.clusterFolder(home)
  const release = lockCluster(home, folder)
  try {
    const note = cluster.readClusterNote(home, folder)
    const setup: ClusterSetup = { dataDir: home, folder, note, durable, log }
    if (!fs.existsSync(folder)) await cluster.createCluster(folder, note.password, durable)
    let server = (await takeOver(setup)) ?? (await launch(setup))
    await ensureDatabase(database => databaseUrl(setup, database))
    const watcher = keepRunning(
      () => server.pid,
      async () => {
        server = await launch(setup)
      },
      log,
    )
    const stop = async () => {
      await watcher.end()
      await shutDown(server.pid)
      release()
    }
    return { url: databaseUrl(setup, cluster.databaseName), stop: runOnce(stop) }
  } catch (error) {
    release()
    throw error
  }
}

function lockCluster(dataDir: string, folder: string): () => void {
  try {
    return acquireProcessLock(`${folder}.lock`)
  } catch (error) {
    if (!(error instanceof LockHeldError)) throw error
    throw new DataInUse(
      `The data folder ${dataDir} is in use by a running app (process ${error.pid}); stop that one, or give this one another DATA_DIR.`,
    )
  }
}

/** Takes over the server that still runs in this cluster because its app was killed; undefined when none runs. */
async function takeOver(setup: ClusterSetup): Promise<Postmaster | undefined> {
  const postmaster = readPostmaster(setup.folder)
  if (!postmaster || !isPostgresServer(postmaster)) return undefined
  await waitUntil(
    () => !isProcessAlive(postmaster.pid) || readPostmaster(setup.folder)?.ready === true,
    startLimitMs,
  )
  if (!isProcessAlive(postmaster.pid)) return undefined
  setup.note = cluster.writeClusterNote(setup.dataDir, { ...setup.note, port: postmaster.port })
  setup.log.info(`took over the PostgreSQL server that was still running (process ${postmaster.pid})`)
  return postmaster
}

/** Starts the server; tries again when the port was taken or processes of a killed server still run. */
async function launch(setup: ClusterSetup): Promise<Postmaster> {
  for (const end = Date.now() + startLimitMs; ; ) {
    setup.note = cluster.writeClusterNote(setup.dataDir, {
      ...setup.note,
      port: await freePort(setup.note.port),
    })
    const outcome = await launchOnce(setup)
    if (typeof outcome !== 'string') return outcome
    const isTemporary = /could not bind|Address already in use|is still in use/.test(outcome)
    if (!isTemporary || Date.now() > end) throw new Error(`PostgreSQL did not start: ${outcome}`)
  }
}

/** The running server, or what it wrote when it ended instead of starting. */
async function launchOnce(setup: ClusterSetup): Promise<Postmaster | string> {
  await clearStalePostmasterFile(setup.folder)
  const user = cluster.clusterUser(setup.folder)
  // PostgreSQL refuses a folder that others may enter, such as one restored from a backup.
  fs.chmodSync(setup.folder, 0o700)
  removeSockets(setup.folder)
  const log = openLog(setup)
  const program = join(postgresBinaries(user), 'bin', 'postgres')
  // Its own process group, so that Ctrl-C in the terminal reaches the app alone, which then shuts down in order.
  const child = spawn(program, serverArguments(setup), {
    ...user,
    cwd: setup.folder,
    detached: true,
    env: { LC_ALL: 'C' },
    stdio: ['ignore', log.file, log.file],
  })
  fs.closeSync(log.file)
  let ended: string | undefined
  child.once('error', error => {
    ended = error.message
  })
  child.once('exit', () => {
    ended ??= ''
  })
  child.unref()
  const isReady = () => {
    const postmaster = readPostmaster(setup.folder)
    return postmaster?.ready === true && postmaster.pid === child.pid
  }
  const settled = await waitUntil(() => ended !== undefined || isReady(), startLimitMs)
  if (!settled) return `it was not ready after ${startLimitMs / 1000} s`
  if (ended !== undefined) return ended || log.added() || 'it ended and wrote nothing'
  return { pid: child.pid!, port: setup.note.port, ready: true }
}

function serverArguments({ folder, note, durable }: ClusterSetup): string[] {
  const settings = {
    port: note.port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: canHaveSocket(folder) ? folder : '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    jit: 'off',
    ...(durable ? {} : notDurable),
  }
  return ['-D', folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** The server's own log, emptied when it has grown long; `added` is what it wrote since it was opened. */
function openLog({ dataDir }: ClusterSetup): { file: number; added(): string } {
  const path = join(dataDir, 'postgres.log')
  const size = fs.existsSync(path) ? fs.statSync(path).size : 0
  const file = fs.openSync(path, size > logLimitBytes ? 'w' : 'a', 0o600)
  const from = fs.fstatSync(file).size
  return { file, added: () => fs.readFileSync(path).subarray(from).toString().trim() }
}

/** The preferred port if it is free (0: none is preferred), else any free port of the loopback address. */
async function freePort(preferred: number): Promise<number> {
  const listener = createServer()
  const port = await new Promise<number | undefined>(done => {
    listener.once('error', () => done(undefined))
    listener.listen(preferred, '127.0.0.1', () => done((listener.address() as { port: number }).port))
  })
  if (port === undefined) return freePort(0)
  await new Promise(done => listener.close(done))
  return port
}

/** Through the cluster's socket where there is one: a query takes a quarter less of our time than over TCP. */
function databaseUrl({ note, folder }: ClusterSetup, database: string): string {
  const url = new URL(`postgres://127.0.0.1:${note.port}/${database}`)
  Object.assign(url, { username: cluster.databaseName, password: note.password })
  if (fs.existsSync(join(folder, `${prefix}${note.port}`))) url.searchParams.set('host', folder)
  return url.href
}

/** Checks every second whether the server runs, and restarts it on the same port if it does not. */
function keepRunning(pid: () => number, restart: () => Promise<void>, log: Log): { end(): Promise<void> } {
  let running: Promise<void> | undefined
  const check = () => {
    if (running || isProcessAlive(pid())) return
    log.warn('the PostgreSQL server has ended; starting it again')
    running = restart()
      .catch(error => log.warn(String(error)))
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(check, 1000).unref()
  return {
    async end() {
      clearInterval(timer)
      await running
    },
  }
}

/** SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one, for a server that hangs. */
async function shutDown(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!isProcessAlive(pid)) return
    process.kill(pid, signal)
    if (await waitUntil(() => !isProcessAlive(pid), stopLimitMs)) return
  }
}

function runOnce(task: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | undefined
  return () => {
    result ??= task()
    return result
  }
}

/** A server's socket lies in its cluster's folder, beside a file with the id of its process. */
const prefix = '.s.PGSQL.'
/** The longest path of a socket, in bytes, that every system takes. */
const longestPath = 103

function canHaveSocket(folder: string): boolean {
  const longest = join(folder, `${prefix}65535`)
  // PostgreSQL takes a list of folders, with commas between them.
  return process.platform !== 'win32' && Buffer.byteLength(longest) <= longestPath && !folder.includes(',')
}

/** PostgreSQL would not start beside the socket of a killed server whose process id belongs to another program now. */
function removeSockets(folder: string): void {
  const sockets = fs.readdirSync(folder).filter(name => name.startsWith(prefix))
  for (const name of sockets) fs.rmSync(join(folder, name), { force: true })
}

/** Creates the product's database in the cluster unless it is there; `urlFor` gives the address of a database. */
async function ensureDatabase(urlFor: (database: string) => string): Promise<void> {
  if (await canConnect(urlFor(cluster.databaseName))) return
  const client = new pg.Client(urlFor('postgres'))
  await client.connect()
  await client.query(`create database ${cluster.databaseName}`)
  await client.end()
}

/** False when the database does not exist; any other error is thrown. */
async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client(url)
  try {
    await client.connect()
    return true
  } catch (error) {
    if ((error as { code?: string }).code === '3D000') return false
    throw error
  } finally {
    await client.end()
  }
}
