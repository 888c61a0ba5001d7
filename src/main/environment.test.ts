import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { quickFolder } from '../../test/folders.ts'
import { freshDatabase, inServer } from '../../test/postgres.ts'
import { markDemonstration } from '../demo/half.ts'
import { readConfig } from '../server/config.ts'
import { startEmbeddedPostgres } from '../server/postgres/embedded-postgres.ts'
import { migrate, OtherBaseline } from '../server/postgres/migrate.ts'
import { openEnvironment, stopEverything } from './environment.ts'

interface Script {
  src: string
  channel_id: number
}

/** Opens everything at this address as a start does, and closes it; returns the scripts that the shop has then. */
async function scriptsAfterStart(settings: Record<string, string>): Promise<Script[]> {
  const { shop } = await openEnvironment(readConfig({ ...settings, LOG_LEVEL: 'silent' }))
  const { storeHash, accessToken } = shop!.credentials
  const headers = { 'x-auth-token': accessToken }
  const answer = await shop!.app.request(`/stores/${storeHash}/v3/content/scripts`, { headers })
  await stopEverything()
  return ((await answer.json()) as { data: Script[] }).data
}

test('a data folder starts at any number of addresses, and its shop leads givers back to the last one', async () => {
  const database = await freshDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'addresses-'))
  const settings = { DATABASE_URL: database.url, DATA_DIR: folder, SECRET: 'x'.repeat(32) }
  let scripts: Script[] = []
  for (const port of [3001, 3002, 3003, 3004, 3005, 3006])
    scripts = await scriptsAfterStart({ ...settings, SITE_URL: `http://127.0.0.1:${port}` })
  const src = 'http://127.0.0.1:3006/after-paying.js'
  expect(scripts.map(one => [one.src, one.channel_id]).toSorted()).toEqual([
    [src, 1],
    [src, 1_481_393],
  ])
  rmSync(folder, { recursive: true })
  await database.drop()
})

test('a store does not start on the half of a demonstration', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'half-'))
  markDemonstration(folder, 'half')
  const config = readConfig({ ...ofStore, DATA_DIR: folder, SECRET: 'x'.repeat(32), LOG_LEVEL: 'silent' })
  await expect(openEnvironment(config, { isStart: true })).rejects.toThrow('has the half of a demonstration')
  rmSync(folder, { recursive: true })
})

const silent = { info() {}, warn() {} }
const ofStore = {
  SHOP_STORE_HASH: 'abc123',
  SHOP_ACCESS_TOKEN: 'x',
  SHOP_WEBHOOK_SECRET: 'x'.repeat(32),
  SHOP_PRODUCTS: 'group:1:2:3:4',
  SHOP_CHANNELS: 'en:1:x:https://shop.example/,el:2:y:https://shop.example.gr',
}

test('a database of another baseline is set aside by the start of a demonstration alone', async () => {
  const folder = mkdtempSync(join(quickFolder(), 'doron-baseline-'))
  const server = await startEmbeddedPostgres({ dataDir: folder, log: silent, durable: false })
  await migrate(server.url)
  await inServer(server.url, "update migration set checksum = 'another'")
  await server.stop()
  const listSetAside = () => readdirSync(folder).filter(name => name.startsWith('former-'))
  const settings = { DATA_DIR: folder, SECRET: 'x'.repeat(32), LOG_LEVEL: 'silent' }
  // A store's database may hold what people paid; the commands beside the app start nothing anew.
  for (const [own, isStart] of [
    [ofStore, true],
    [{}, false],
  ] as const) {
    await expect(openEnvironment(readConfig({ ...settings, ...own }), { isStart })).rejects.toThrow(
      OtherBaseline,
    )
    await stopEverything()
    expect(listSetAside()).toEqual([])
  }
  await openEnvironment(readConfig(settings), { isStart: true })
  expect(listSetAside()).toHaveLength(1)
  await stopEverything()
  rmSync(folder, { recursive: true })
})
