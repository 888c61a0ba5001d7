import * as fs from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quickFolder } from '../../../test/folders.ts'
import { DataInUse, type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres/embedded-postgres.ts'
import { migrate } from '../postgres/migrate.ts'
import { checkBackup, makeBackup, restoreBackup } from './backup.ts'
import { UnreadableBackup } from './backup-file.ts'

const log = { info() {}, warn() {} }
const home = fs.mkdtempSync(join(quickFolder(), 'doron-backup-test-'))
fs.chmodSync(home, 0o755)
const dataDir = join(home, 'data')
const file = join(home, 'doron.backup')
const passphrase = 'κλειδί of the tests'
let server: EmbeddedPostgres
beforeAll(async () => {
  server = await startEmbeddedPostgres({ dataDir, log })
  await migrate(server.url)
  fs.writeFileSync(join(dataDir, 'secret'), 'the signing key', { mode: 0o600 })
})
afterAll(async () => {
  await server.stop()
  fs.rmSync(home, { recursive: true, force: true })
})

const ask = async <T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> => {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<T>(sql)
  await client.end()
  return rows
}

test('a backup is made while the app writes, opens, and is restored with its keys', async () => {
  await ask(server.url, 'create table written (id serial primary key, text text)')
  let isWriting = true
  const writing = (async () => {
    while (isWriting)
      await ask(server.url, `insert into written (text) select repeat('x', 5000) from generate_series(1, 50)`)
  })()
  const before = async () =>
    (await ask<{ count: number }>(server.url, 'select count(*)::int from written'))[0]?.count ?? 0
  const least = await before()
  const contents = await makeBackup(dataDir, file, { release: '1.0.30', passphrase })
  isWriting = false
  await writing
  expect(contents).toEqual({ registries: 0, orders: 0, heldCents: 0 })
  expect(fs.statSync(file).mode & 0o077).toBe(0)
  expect(fs.readdirSync(home).filter(name => name.startsWith('.doron'))).toEqual([])

  await expect(restoreBackup(file, dataDir, { passphrase })).rejects.toThrow(DataInUse)
  const most = await before()
  await server.stop()
  fs.writeFileSync(join(dataDir, 'secret'), 'another key')
  const { former } = await restoreBackup(file, dataDir, { passphrase })
  expect(fs.readFileSync(join(former ?? '', 'secret'), 'utf8')).toBe('another key')
  expect(fs.readFileSync(join(dataDir, 'secret'), 'utf8')).toBe('the signing key')
  server = await startEmbeddedPostgres({ dataDir, log })
  const restored = await before()
  expect(restored).toBeGreaterThanOrEqual(least)
  expect(restored).toBeLessThanOrEqual(most)
  // Whole transactions only.
  expect(restored % 50).toBe(0)
})

test('a damaged backup, a wrong passphrase or none are refused, and change nothing', async () => {
  const refused = (given?: string) => expect(checkBackup(file, given)).rejects.toThrow(UnreadableBackup)
  await refused()
  await refused('another passphrase')
  const bytes = fs.readFileSync(file)
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
  fs.writeFileSync(file, bytes)
  await refused(passphrase)
  await expect(restoreBackup(file, dataDir, { passphrase })).rejects.toThrow(UnreadableBackup)
  expect(fs.readFileSync(join(dataDir, 'secret'), 'utf8')).toBe('the signing key')
  expect(fs.readdirSync(home).filter(name => name.includes('restoring'))).toEqual([])
})
