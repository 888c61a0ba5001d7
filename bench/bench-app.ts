import { type ChildProcess, execFile, fork } from 'node:child_process'
import * as fs from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { startEmbeddedPostgres } from '../src/server/postgres/embedded-postgres.ts'

/** What is measured: the product as it runs in production, and bare servers, each in a process of its own. */
export interface BenchApp {
  /** Address of the product. */
  siteUrl: string
  /** Address of the product's metrics. */
  metricsUrl: string
  /** Address of the bare servers. */
  bareUrl: string
  db: pg.Pool
  databaseUrl: string
  dataDir: string
  /** Resident memory of a process, in bytes. */
  memoryBytes(server: 'product' | 'bare'): Promise<number>
  /** Sets the page that the bare servers answer. */
  setBarePage(page: BarePageData): Promise<void>
  close(): Promise<void>
}

/** A page of the product that the bare servers answer. */
export interface BarePageData {
  /** The response of /bytes. */
  bytes: Buffer
  headers: Record<string, string>
  /** Rendered by React at /react, with the gifts of `registryId`. */
  html?: string
  registryId?: number
}

/** Starts everything on a new database that flushes its writes to disk, as in production. */
export async function startBenchApp(): Promise<BenchApp> {
  const dataDir = fs.mkdtempSync(join(tmpdir(), 'doron-bench-'))
  // As root PostgreSQL is started as another user, who has to read the folder.
  fs.chmodSync(dataDir, 0o755)
  const log = { info() {}, warn: console.warn }
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  const port = await findFreePort()
  const siteUrl = `http://127.0.0.1:${port}`
  const metricsPort = await findFreePort()
  const env = {
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    SITE_URL: siteUrl,
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    TRUST_PROXY: 'true',
    DEMO_ON_PURPOSE: 'true',
    DEMO_SHOP_QUOTA: '1000000',
  }
  const product = await startProcess('src/main.ts', env, /is open at/)
  const barePort = await findFreePort()
  const bare = await startProcess(
    'bench/bare-server.ts',
    { PORT: String(barePort), DATABASE_URL: postgres.url },
    /listens/,
  )
  const db = new pg.Pool({ connectionString: postgres.url, max: 2 })
  return {
    siteUrl,
    metricsUrl: `http://127.0.0.1:${metricsPort}`,
    bareUrl: `http://127.0.0.1:${barePort}`,
    db,
    databaseUrl: postgres.url,
    dataDir,
    memoryBytes: server => readMemory(server === 'product' ? product : bare),
    setBarePage: page => sendBarePage(bare, page),
    async close() {
      await Promise.all([stopProcess(product), stopProcess(bare), db.end()])
      await postgres.stop()
      fs.rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts a file in a process of its own; resolves when its output matches `ready`. */
export function startProcess(
  file: string,
  env: Record<string, string>,
  ready: RegExp,
): Promise<ChildProcess> {
  const childEnv = { MALLOC_ARENA_MAX: '2', ...process.env, ...env, NODE_ENV: 'production' }
  const options = { env: childEnv, silent: true, serialization: 'advanced' } as const
  const child = fork(file, ['start'], options)
  child.stderr?.pipe(process.stderr)
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', output => ready.test(String(output)) && resolve(child))
    child.once('exit', () => reject(new Error(`${file} did not start`)))
  })
}

function sendBarePage(bare: ChildProcess, page: BarePageData): Promise<void> {
  return new Promise(resolve => {
    bare.once('message', () => resolve())
    bare.send(page)
  })
}

/** The resident set size of a process, in bytes. */
async function readMemory({ pid }: ChildProcess): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return Number(stdout) * 1024
}

export function stopProcess(child: ChildProcess): Promise<void> {
  return new Promise(resolve => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

export async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  await new Promise(done => server.close(done))
  return port
}
