import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findFreePort } from '../../test/free-port.ts'
import { startProcess, stopProcess } from '../bench-app.ts'
import { catalogueIsRead, productSettings, startStoreServer } from './external-store.ts'
import { startStoreProxy } from './store-proxy.ts'

export type ConnectedProduct = Awaited<ReturnType<typeof startConnectedProduct>>

/** A store, the proxy before it and a product that is connected to it, each with a database of its own. */
export async function startConnectedProduct(serverUrl: string) {
  const databases = { shop: 'bench_store', product: 'bench_hand_off' }
  const server = new pg.Client({ connectionString: serverUrl })
  await server.connect()
  for (const name of Object.values(databases)) await server.query(`create database ${name}`)
  const urlOf = (name: string) => Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href

  const storePort = await findFreePort()
  const { store, keys } = await startStoreServer(urlOf(databases.shop), storePort)
  const proxy = await startStoreProxy(`http://127.0.0.1:${storePort}`)
  const storefrontUrl = `http://127.0.0.1:${storePort}/shop`
  const dataDir = fs.mkdtempSync(join(tmpdir(), 'doron-bench-'))
  const port = await findFreePort()
  const env = productSettings(keys, { port, shopUrl: `${proxy.url}/shop`, storefrontUrl, dataDir })
  const product = await startProcess(
    'src/main.ts',
    { ...env, DATABASE_URL: urlOf(databases.product) },
    /is open at/,
  )
  const db = new pg.Pool({ connectionString: urlOf(databases.product), max: 2 })
  await catalogueIsRead(db)
  await db.query(
    `insert into customer (email, email_key, name, surname, password_hash, language)
     values ('bench@doron.example', 'bench@doron.example', 'Bench', 'Bench', '', 'en')`,
  )
  const siteUrl = env.SITE_URL
  const storeUrl = `http://127.0.0.1:${storePort}/shop/stores/${keys.credentials.storeHash}`
  return {
    proxy,
    db,
    siteUrl,
    storeUrl,
    keys,
    databaseUrl: urlOf(databases.product),
    async close() {
      await Promise.all([stopProcess(product), stopProcess(store), db.end()])
      proxy.close()
      for (const name of Object.values(databases)) await server.query(`drop database ${name} with (force)`)
      await server.end()
      fs.rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
