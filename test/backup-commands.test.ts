import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { quickFolder } from './folders.ts'

/** `npm run backup` and `npm run restore` as the operator runs them; what they do is tried in backup.test.ts. */
const home = fs.mkdtempSync(join(quickFolder(), 'doron-backup-commands-'))
fs.chmodSync(home, 0o755)
const [dataDir, folder] = [join(home, 'data'), join(home, 'backups')]
fs.mkdirSync(folder)
afterAll(() => fs.rmSync(home, { recursive: true, force: true }))

function run(args: string[], more: Record<string, string> = {}): [status: number | null, said: string] {
  const settings = { NODE_ENV: 'production', DATA_DIR: dataDir, LOG_LEVEL: 'warn', DATABASE_URL: '', ...more }
  const env = { ...process.env, ...settings }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/main.ts', ...args], { env })
  return [status, `${stdout}${stderr}`.trim()]
}

test('each refusal is one sentence, and a backup is made, checked and restored', () => {
  const passphrase = { BACKUP_PASSPHRASE: 'κλειδί of the tests' }
  const refusals: [string[], string, Record<string, string>?][] = [
    [['backup', '--to', folder], 'Set BACKUP_PASSPHRASE: a backup is always encrypted by it.', {}],
    [['backup'], 'Say where the backup goes: npm run backup -- --to FOLDER'],
    [['backup', '--to', join(home, 'none')], `There is no folder ${join(home, 'none')}.`],
    [['backup', '--to', folder], `There is no database in ${dataDir} yet.`],
    [['restore'], 'Say which backup: npm run restore -- FILE'],
    [
      ['backup', '--to', folder],
      'DATABASE_URL names a database server of your own: back it up, and restore it, with its own tools (docs/operating.md, “Backup”), together with SECRET and the data folder.',
      { ...passphrase, DATABASE_URL: 'postgres://db.example/doron', SECRET: 's'.repeat(40) },
    ],
  ]
  for (const [args, sentence, settings = passphrase] of refusals)
    expect([args, ...run(args, settings)]).toEqual([args, 1, sentence])
  expect(fs.readdirSync(folder)).toEqual([])

  expect(run(['migrate'])[0]).toBe(0)
  const contents = 'it opens, and has 0 registries, 0 orders and 0.00 EUR held.'
  const [status, said] = run(['backup', '--to', folder], passphrase)
  const [name = ''] = fs.readdirSync(folder)
  const file = join(folder, name)
  expect([status, said]).toEqual([0, `${file}: ${contents}`])
  expect(run(['backup', '--check', file], passphrase)).toEqual([0, `${file}: ${contents}`])
  expect(run(['restore', file], { BACKUP_PASSPHRASE: 'another' })[0]).toBe(1)

  const [restored, told] = run(['restore', file], passphrase)
  expect(restored, told).toBe(0)
  const former = /^What was there before is in (.+)\.$/m.exec(told)?.[1] ?? ''
  expect(fs.readdirSync(former)).toContain('pg')
  expect(told).toMatch(/^Now, before the app is started: npm run reconcile -- --after-restore 20\d\d-\S+Z$/m)
  expect(run(['migrate', '--check'])).toEqual([0, 'All migrations of this release have run.'])
})
