import * as fs from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { fillDatabase } from '../bench/fill/fill-database.ts'
import { importCatalogue } from '../shop/catalogue/live-catalogue.ts'
import { migrate as migrateShop } from '../shop/migrations.ts'
import { createDb } from '../src/server/postgres/database.ts'
import { clusterFolder } from '../src/server/postgres/embedded-cluster.ts'
import { startEmbeddedPostgres } from '../src/server/postgres/embedded-postgres.ts'
import { migrate } from '../src/server/postgres/migrate.ts'
import { isProcessAlive } from '../src/server/postgres/processes.ts'
import { quickFolder } from './folders.ts'
import { inServer, testStart } from './postgres.ts'
import { recordingTriggers } from './protected-writes.ts'
import { restoreFunction } from './template-rows.ts'

const prefix = 'doron-test-'
const template = 'template_migrated'
const filledTemplate = 'template_filled'
const home = quickFolder()
const log = { info() {}, warn: console.warn }

/** One PostgreSQL for the whole run, started when the first test needs a database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = join(home, `${prefix}${process.pid}`)
  let running: ReturnType<typeof start> | undefined
  let filling: Promise<'filled'> | undefined
  const addressServer = createServer(async ({ url }, answer) => {
    try {
      running ??= start(dataDir)
      const { server } = await running
      if (url !== '/filled') return answer.end(JSON.stringify({ server, template }))
      filling ??= createFilledTemplate(server)
      // Who asks waits no longer for one answer than a fetch allows.
      if (await Promise.race([filling, setTimeout(60_000)]))
        answer.end(JSON.stringify({ server, template: filledTemplate }))
      else answer.writeHead(202).end()
    } catch (error) {
      answer.writeHead(500).end(String(error))
    }
  })
  await new Promise<void>(done => addressServer.listen(0, '127.0.0.1', done))
  project.provide('postgresAddress', `http://127.0.0.1:${(addressServer.address() as AddressInfo).port}`)
  return async () => {
    addressServer.close()
    addressServer.closeAllConnections()
    await (await running?.catch(() => undefined))?.stop()
    if (running) remove(dataDir)
  }
}

async function start(dataDir: string) {
  await removeLeftovers()
  fs.mkdirSync(dataDir, { mode: 0o755 })
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false, log })
  const url = new URL(postgres.url)
  const server = url.href
  await inServer(server, `create database ${template}`)
  url.pathname = template
  await migrate(url.href)
  await createTemplateShop(url.href)
  await inServer(url.href, recordingTriggers())
  await inServer(url.href, restoreFunction)
  return { server, stop: postgres.stop }
}

/** Creates the embedded shop with its goods in the template, so that each test's shop has them already. */
async function createTemplateShop(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url })
  await migrateShop(pool)
  await importCatalogue(pool, testStart)
  await pool.end()
}

/** Clones the template and fills it, for what depends on the size of tables; `test:full` has more. */
async function createFilledTemplate(server: string): Promise<'filled'> {
  await inServer(server, `create database ${filledTemplate} template ${template} strategy file_copy`)
  const url = new URL(server)
  url.pathname = filledTemplate
  const db = createDb(new pg.Pool({ connectionString: url.href, max: 1 }))
  const size = process.env.TEST_FULL ? { registries: 100_000, gifts: 10 } : { registries: 12_000, gifts: 4 }
  await fillDatabase(db, { ...size, now: testStart })
  await db.destroy()
  return 'filled'
}

/** Stops the servers and deletes the folders that killed runs left behind. */
async function removeLeftovers(): Promise<void> {
  const left = fs
    .readdirSync(home)
    .filter(name => /^\d+$/.test(name.slice(prefix.length)) && name.startsWith(prefix))
  const isLeft = (pid: number) => pid === process.pid || !isProcessAlive(pid)
  for (const name of left.filter(name => isLeft(Number(name.slice(prefix.length))))) {
    const dataDir = join(home, name)
    await (await startEmbeddedPostgres({ dataDir, durable: false, log }).catch(() => undefined))?.stop()
    remove(dataDir)
  }
}

function remove(dataDir: string): void {
  const cluster = clusterFolder(dataDir)
  if (dirname(cluster) !== dataDir) fs.rmSync(dirname(cluster), { recursive: true, force: true })
  fs.rmSync(dataDir, { recursive: true, force: true })
}
