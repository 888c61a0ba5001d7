import { type ChildProcess, fork } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../src/server/postgres/embedded-postgres.ts'
import { findFreePort } from '../test/free-port.ts'
import { waitForRest } from './profile/order.ts'

/** What is measured: the product as it runs in production, and bare servers, each in a process of its own. */
export type BenchApp = Awaited<ReturnType<typeof startBenchApp>>

/** A page of the product that the bare servers answer. */
export interface BarePageData {
  /** The response of /bytes. */
  bytes: Buffer
  headers: Record<string, string>
  /** Rendered by React at /react, with the gifts of `registryId`. */
  html?: string
  registryId?: number
}

/** So that the CPU time of a process can be recorded. */
const recorded = ['--import=./bench/profile/recorder.ts']

/** Starts everything on a new database that flushes its writes to disk, as in production. */
export async function startBenchApp() {
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
  const product = await startProcess('src/main.ts', env, /is open at/, recorded)
  await waitForRest(product)
  const barePort = await findFreePort()
  const bare = await startProcess(
    'bench/bare-server.ts',
    { PORT: String(barePort), DATABASE_URL: postgres.url },
    /listens/,
    recorded,
  )
  const db = new pg.Pool({ connectionString: postgres.url, max: 2 })
  return {
    siteUrl,
    metricsUrl: `http://127.0.0.1:${metricsPort}`,
    bareUrl: `http://127.0.0.1:${barePort}`,
    db,
    databaseUrl: postgres.url,
    dataDir,
    product,
    bare,
    productPid: product.pid ?? 0,
    barePid: bare.pid ?? 0,
    /** Sets the page that the bare servers answer. */
    setBarePage: (page: BarePageData) => sendBarePage(bare, page),
    async close() {
      await Promise.all([stopProcess(product), stopProcess(bare), db.end()])
      await postgres.stop()
      fs.rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The same as in run.mjs, which would stand between this process and the one that is measured. */
const memorySettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '1048576',
}

/** Starts a file in a process of its own; resolves when its output matches `ready`. */
export function startProcess(
  file: string,
  env: Record<string, string>,
  ready: RegExp,
  flags: string[] = [],
): Promise<ChildProcess> {
  const childEnv = { ...memorySettings, ...process.env, ...env, NODE_ENV: 'production' }
  const execArgv = [
    '--max-semi-space-size=16',
    '--max-old-space-size=768',
    '--heap-growing-percent=20',
    ...flags,
  ]
  const options = { env: childEnv, execArgv, silent: true, serialization: 'advanced' } as const
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

export function stopProcess(child: ChildProcess): Promise<void> {
  return new Promise(resolve => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}
