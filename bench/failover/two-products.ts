import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabaseServer } from '../../src/server/postgres/database-server.ts'
import { startEmbeddedPostgres } from '../../src/server/postgres/embedded-postgres.ts'
import { findFreePort } from '../../test/free-port.ts'
import { startProcess, stopProcess } from '../bench-app.ts'
import { type BenchRegistry, createBenchRegistry } from '../bench-registries.ts'
import { catalogueIsRead, productSettings, startStoreServer } from '../hand-off/external-store.ts'

/** A store with a server of its own, and two processes of the product on the database of `url`, with registries in it. */
export async function startTwoProducts(url: string) {
  const dataDir = fs.mkdtempSync(join(tmpdir(), 'doron-failover-'))
  // As root PostgreSQL is started as another user, who has to read the folder.
  fs.chmodSync(dataDir, 0o755)
  const storeDatabase = await startEmbeddedPostgres({ dataDir, log: { info() {}, warn: console.warn } })
  const storePort = await findFreePort()
  const { store, keys } = await startStoreServer(storeDatabase.url, storePort)
  const shopUrl = `http://127.0.0.1:${storePort}/shop`
  const processes = [store]
  const siteUrls: string[] = []
  while (siteUrls.length < 2) {
    const port = await findFreePort()
    const settings = productSettings(keys, { port, shopUrl, storefrontUrl: shopUrl, dataDir })
    const env = { ...settings, DATABASE_URL: url }
    processes.push(await startProcess('src/main.ts', env, /is open at/))
    siteUrls.push(env.SITE_URL)
  }
  return {
    siteUrls,
    registries: await createRegistries(url),
    async close() {
      await Promise.all(processes.map(stopProcess))
      await storeDatabase.stop()
      fs.rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Registries whose sixth gift is wished for so often that no guest takes it from another. */
async function createRegistries(url: string): Promise<BenchRegistry[]> {
  const db = new pg.Pool({ connectionString: await openDatabaseServer(url).findAddress(), max: 2 })
  await catalogueIsRead(db)
  await db.query(
    `insert into customer (email, email_key, name, surname, password_hash, language)
     values ('bench@doron.example', 'bench@doron.example', 'Bench', 'Bench', '', 'en')`,
  )
  const registries: BenchRegistry[] = []
  while (registries.length < 20) {
    const registry = await createBenchRegistry(db, 10)
    await db.query(
      `update gift set quantity = 999, is_group = false where registry_id = $1 and product_id = $2`,
      [registry.id, registry.gifts[5]?.product_id],
    )
    registries.push(registry)
  }
  await db.end()
  return registries
}
