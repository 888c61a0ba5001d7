import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import * as cluster from './embedded-cluster.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import {
  clearStalePostmasterFile,
  isPostgresServer,
  type Postmaster,
  readPostmaster,
} from './postmaster-file.ts'
import { acquireProcessLock, LockHeldError } from './process-lock.ts'
import { isProcessAlive, waitUntil } from './processes.ts'

type Log = { info(text: string): void; warn(text: string): void }
type Options = {
  dataDir: string
  log: Log
  /** False for databases that may be lost with the machine: nothing is forced to disk. */
  durable?: boolean
  /** Whether it listens by a socket in its cluster's folder too, which is quicker than the network. */
  socket?: boolean
}

/** A running server: `url` connects as the owner of the database, `stop` is PostgreSQL's fast shutdown. */
export type EmbeddedPostgres = { url: string; stop(): Promise<void> }

/** Thrown when another running app holds the data folder; its message is a sentence for the person who starts. */
export class DataInUse extends Error {}

/** Everything one start needs to know of its cluster. */
type Place = {
  dataDir: string
  folder: string
  note: cluster.ClusterNote
  durable: boolean
  socket: boolean
  log: Log
}

/** For databases that may be lost, of which many live in one server. */
const careless = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_connections: 400,
}

const startLimitMs = 60_000
const stopLimitMs = 30_000
const logLimitBytes = 5_000_000

/**
 * Starts the PostgreSQL server of a data folder, making its cluster the first time, and keeps it up until `stop`.
 * A server left alive by an app that was killed is taken over.
 * Throws `DataInUse` when another running app holds the data folder, or what the server said when it can't start.
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
  durable = true,
  socket = false,
}: Options): Promise<EmbeddedPostgres> {
  fs.mkdirSync(dataDir, { recursive: true })
  const home = fs.realpathSync(dataDir)
  const folder = cluster.clusterFolder(home)
  const release = lockCluster(home, folder)
  try {
    const note = cluster.readClusterNote(home, folder)
    const place: Place = { dataDir: home, folder, note, durable, socket, log }
    if (!fs.existsSync(folder)) await cluster.createCluster(folder, note.password, durable)
    let server = (await adopt(place)) ?? (await launch(place))
    await ensureDatabase(place)
    const guard = watch(
      () => server.pid,
      async () => {
        server = await launch(place)
      },
      log,
    )
    const stop = async () => {
      await guard.end()
      await shutDown(server.pid)
      release()
    }
    return { url: urlOf(place, cluster.databaseName), stop: once(stop) }
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

/** The server that still runs in this cluster, left by an app that was killed. */
async function adopt(place: Place): Promise<Postmaster | undefined> {
  const found = readPostmaster(place.folder)
  if (!found || !isPostgresServer(found)) return undefined
  await waitUntil(
    () => !isProcessAlive(found.pid) || readPostmaster(place.folder)?.ready === true,
    startLimitMs,
  )
  if (!isProcessAlive(found.pid)) return undefined
  place.note = cluster.writeClusterNote(place.dataDir, { ...place.note, port: found.port })
  place.log.info(`took over the PostgreSQL server that was still running (process ${found.pid})`)
  return found
}

/** Starts the server; a port taken meanwhile or the last processes of a killed server make it try again. */
async function launch(place: Place): Promise<Postmaster> {
  for (const end = Date.now() + startLimitMs; ; ) {
    place.note = cluster.writeClusterNote(place.dataDir, {
      ...place.note,
      port: await freePort(place.note.port),
    })
    const outcome = await launchOnce(place)
    if (typeof outcome !== 'string') return outcome
    const passing = /could not bind|Address already in use|is still in use/.test(outcome)
    if (!passing || Date.now() > end) throw new Error(`PostgreSQL did not start: ${outcome}`)
  }
}

/** What the server said when it ended instead of starting, or its status. */
async function launchOnce(place: Place): Promise<Postmaster | string> {
  await clearStalePostmasterFile(place.folder)
  const user = cluster.clusterUser(place.folder)
  // PostgreSQL refuses a folder that others may enter, as one put back from a backup may be.
  fs.chmodSync(place.folder, 0o700)
  const log = openLog(place)
  const program = join(postgresBinaries(user), 'bin', 'postgres')
  // A group of its own, so that Ctrl-C in the terminal reaches the app alone, which then shuts down in order.
  const child = spawn(program, serverArguments(place), {
    ...user,
    cwd: place.folder,
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
  const isReady = () => isSame(readPostmaster(place.folder), child.pid)
  const settled = await waitUntil(() => ended !== undefined || isReady(), startLimitMs)
  if (!settled) return `it was not ready after ${startLimitMs / 1000} s`
  if (ended !== undefined) return ended || log.said() || 'it ended without a word'
  return { pid: child.pid!, port: place.note.port, ready: true }
}

function isSame(noted: Postmaster | undefined, pid: number | undefined): boolean {
  return noted?.ready === true && noted.pid === pid
}

function serverArguments({ folder, note, durable, socket }: Place): string[] {
  const settings = {
    port: note.port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: socket ? folder : '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    jit: 'off',
    ...(durable ? {} : careless),
  }
  return ['-D', folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** The server's own log, emptied when it has grown long; `said` is what was added since it was opened. */
function openLog({ dataDir }: Place): { file: number; said(): string } {
  const path = join(dataDir, 'postgres.log')
  const size = fs.existsSync(path) ? fs.statSync(path).size : 0
  const file = fs.openSync(path, size > logLimitBytes ? 'w' : 'a', 0o600)
  const from = fs.fstatSync(file).size
  return { file, said: () => fs.readFileSync(path).subarray(from).toString().trim() }
}

/** `wanted` if nobody listens there (0: none is wanted), else any free port of the loopback address. */
async function freePort(wanted: number): Promise<number> {
  const listener = createServer()
  const port = await new Promise<number | undefined>(done => {
    listener.once('error', () => done(undefined))
    listener.listen(wanted, '127.0.0.1', () => done((listener.address() as { port: number }).port))
  })
  if (port === undefined) return freePort(0)
  await new Promise(done => listener.close(done))
  return port
}

async function ensureDatabase(place: Place): Promise<void> {
  if (await connects(urlOf(place, cluster.databaseName))) return
  const client = new pg.Client(urlOf(place, 'postgres'))
  await client.connect()
  await client.query(`create database ${cluster.databaseName}`)
  await client.end()
}

/** False when there is no such database; any other trouble is thrown. */
async function connects(url: string): Promise<boolean> {
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

function urlOf({ note }: Place, database: string): string {
  return `postgres://${cluster.databaseName}:${note.password}@127.0.0.1:${note.port}/${database}`
}

/** Looks each second whether the server lives, and starts it again on the same port if it does not. */
function watch(pid: () => number, again: () => Promise<void>, log: Log): { end(): Promise<void> } {
  let running: Promise<void> | undefined
  const look = () => {
    if (running || isProcessAlive(pid())) return
    log.warn('the PostgreSQL server has ended; starting it again')
    running = again()
      .catch(error => log.warn(String(error)))
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(look, 1000).unref()
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

function once(task: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | undefined
  return () => {
    result ??= task()
    return result
  }
}
