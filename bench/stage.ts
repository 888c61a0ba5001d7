import { type ChildProcess, execFile, fork } from 'node:child_process'
import * as fs from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { startEmbeddedPostgres } from '../src/server/embedded-postgres.ts'

/** What is measured: the product as it is started for good, and bare servers, each in a process of its own. */
export interface Stage {
  /** The product's address. */
  site: string
  /** The bare servers' address. */
  bare: string
  db: pg.Pool
  databaseUrl: string
  dataDir: string
  /** Bytes of memory that a process holds. */
  memory(of: 'product' | 'bare'): Promise<number>
  /** Gives the bare servers the page that they answer. */
  giveBare(page: BarePage): Promise<void>
  close(): Promise<void>
}

export interface BarePage {
  /** Answered as they are at /bytes. */
  bytes: Buffer
  headers: Record<string, string>
  /** Rendered by React at /react, with this registry's gifts. */
  html?: string
  registryId?: number
}

/** Starts everything on a fresh database that forces its writes to disk, as in earnest. */
export async function openStage(): Promise<Stage> {
  const dataDir = fs.mkdtempSync(join(tmpdir(), 'doron-bench-'))
  // PostgreSQL, which root starts as nobody, has to come in.
  fs.chmodSync(dataDir, 0o755)
  const log = { info() {}, warn: console.warn }
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  const port = await freePort()
  const site = `http://127.0.0.1:${port}`
  const env = {
    PORT: String(port),
    SITE_URL: site,
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    TRUST_PROXY: 'true',
  }
  const product = await started('src/main.ts', env, /is open at/)
  const barePort = await freePort()
  const bare = await started(
    'bench/bare.ts',
    { PORT: String(barePort), DATABASE_URL: postgres.url },
    /listens/,
  )
  const db = new pg.Pool({ connectionString: postgres.url, max: 2 })
  return {
    site,
    bare: `http://127.0.0.1:${barePort}`,
    db,
    databaseUrl: postgres.url,
    dataDir,
    memory: of => memoryOf(of === 'product' ? product : bare),
    giveBare: page => given(bare, page),
    async close() {
      await Promise.all([ended(product), ended(bare), db.end()])
      await postgres.stop()
      fs.rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function started(file: string, env: Record<string, string>, ready: RegExp): Promise<ChildProcess> {
  const all = { ...process.env, ...env, NODE_ENV: 'production' }
  const options = { env: all, silent: true, serialization: 'advanced' } as const
  const child = fork(file, ['start'], options)
  child.stderr?.pipe(process.stderr)
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', said => ready.test(String(said)) && resolve(child))
    child.once('exit', () => reject(new Error(`${file} did not start`)))
  })
}

function given(bare: ChildProcess, page: BarePage): Promise<void> {
  return new Promise(resolve => {
    bare.once('message', () => resolve())
    bare.send(page)
  })
}

/** What the kernel counts as the process's own. */
async function memoryOf({ pid }: ChildProcess): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return Number(stdout) * 1024
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise(resolve => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

async function freePort(): Promise<number> {
  const listener = createServer()
  await new Promise<void>(done => listener.listen(0, '127.0.0.1', done))
  const { port } = listener.address() as { port: number }
  await new Promise(done => listener.close(done))
  return port
}
