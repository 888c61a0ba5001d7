import * as fs from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quickFolder } from '../../../test/folders.ts'
import { DataInUse, type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres/embedded-postgres.ts'
import { migrate, SchemaMismatch } from '../postgres/migrate.ts'
import { checkBackup, makeBackup, restoreBackup, UnreadableBackup } from './backup.ts'
import { readErasures, recordErasure } from './erasure-log.ts'

const log = { info() {}, warn() {} }
const home = fs.mkdtempSync(join(quickFolder(), 'doron-backup-test-'))
fs.chmodSync(home, 0o755)
const dataDir = join(home, 'data')
const file = join(home, 'doron.backup')
const passphrase = 'κλειδί of the tests'
const erasureLog = join(home, 'elsewhere.jsonl')
const erasureOf = (customer: number) => ({ at: '2026-11-28T04:00:00Z', customer, created: '2026-11-01' })
let server: EmbeddedPostgres
beforeAll(async () => {
  server = await startEmbeddedPostgres({ dataDir, log })
  await migrate(server.url)
  await ask(server.url, `create table written as select 'Λίστα' as word`)
  fs.writeFileSync(join(dataDir, 'secret'), 'the signing key', { mode: 0o600 })
  recordErasure(erasureLog, erasureOf(1))
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
const backUp = () => makeBackup(dataDir, file, { release: '1.0.30', passphrase, erasureLog })
const restore = (given = passphrase) => restoreBackup(file, dataDir, { passphrase: given, erasureLog })
const listDrafts = () => fs.readdirSync(home).filter(name => /check|restoring|new|tar/.test(name))

test('while the app runs neither a backup nor a restore is begun', async () => {
  await expect(backUp()).rejects.toThrow(DataInUse)
  expect(fs.existsSync(file)).toBe(false)
  await server.stop()
  expect(await backUp()).toEqual({ registries: 0, orders: 0, heldCents: 0 })
  server = await startEmbeddedPostgres({ dataDir, log })
  await expect(restore()).rejects.toThrow(DataInUse)
  expect(listDrafts()).toEqual([])
})

test('a backup is encrypted, its owner’s alone, and restored with its keys and every erasure since', async () => {
  expect(fs.statSync(file).mode & 0o077).toBe(0)
  const bytes = fs.readFileSync(file)
  for (const clear of ['the signing key', 'Λίστα', 'postgres']) expect(bytes.includes(clear)).toBe(false)

  recordErasure(join(dataDir, 'erasures.jsonl'), erasureOf(2))
  await ask(server.url, 'drop table written')
  await server.stop()
  fs.writeFileSync(join(dataDir, 'secret'), 'another key')
  const { former, note } = await restore()
  expect(note.release).toBe('1.0.30')
  expect(fs.readFileSync(join(former ?? '', 'secret'), 'utf8')).toBe('another key')
  expect(fs.readFileSync(join(dataDir, 'secret'), 'utf8')).toBe('the signing key')
  for (const list of [join(dataDir, 'erasures.jsonl'), erasureLog])
    expect(readErasures([list]).map(({ customer }) => customer)).toEqual([1, 2])
  server = await startEmbeddedPostgres({ dataDir, log })
  expect(await ask(server.url, 'select word from written')).toEqual([{ word: 'Λίστα' }])
})

test('a backup of tables of another release is refused, and none has what a start has set aside', async () => {
  const [{ checksum = '' } = {}] = await ask<{ checksum: string }>(
    server.url,
    'select checksum from migration',
  )
  await ask(server.url, "update migration set checksum = 'another'")
  await server.stop()
  fs.mkdirSync(join(dataDir, 'former-2026'))
  await backUp()
  await expect(restore()).rejects.toThrow(SchemaMismatch)
  expect(listDrafts()).toEqual([])
  expect(fs.existsSync(join(dataDir, 'former-2026'))).toBe(true)

  server = await startEmbeddedPostgres({ dataDir, log })
  await ask(server.url, `update migration set checksum = '${checksum}'`)
  await server.stop()
  await backUp()
  await restore()
  expect(fs.existsSync(join(dataDir, 'former-2026'))).toBe(false)
  server = await startEmbeddedPostgres({ dataDir, log })
})

test('a damaged backup, one that ends early and a wrong passphrase are refused, and change nothing', async () => {
  await server.stop()
  const whole = fs.readFileSync(file)
  await expect(checkBackup(file, 'another passphrase')).rejects.toThrow(UnreadableBackup)
  const changed = Buffer.from(whole)
  changed[changed.length >> 1]! ^= 1
  for (const bytes of [changed, whole.subarray(0, -1000), whole.subarray(0, 20), Buffer.alloc(100)]) {
    fs.writeFileSync(file, bytes)
    await expect(restore()).rejects.toThrow(UnreadableBackup)
  }
  expect(fs.readFileSync(join(dataDir, 'secret'), 'utf8')).toBe('the signing key')
  expect(listDrafts()).toEqual([])
})
