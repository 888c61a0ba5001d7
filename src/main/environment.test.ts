import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../test/postgres.ts'
import { readConfig } from '../server/config.ts'
import { openEnvironment } from './environment.ts'

interface Script {
  src: string
  channel_id: number
}

/** Opens everything at this address as a start does, and closes it; returns the scripts that the shop has then. */
async function scriptsAfterStart(settings: Record<string, string>): Promise<Script[]> {
  const { shop, pools } = await openEnvironment(readConfig({ ...settings, LOG_LEVEL: 'silent' }))
  const { storeHash, accessToken } = shop!.credentials
  const headers = { 'x-auth-token': accessToken }
  const answer = await shop!.app.request(`/stores/${storeHash}/v3/content/scripts`, { headers })
  await shop!.stop()
  await Promise.all([pools.visitors.end(), pools.jobs.end()])
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
