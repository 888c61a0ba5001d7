import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import project from '../../package.json' with { type: 'json' }
import { type BackupContents, checkBackup, makeBackup, restoreBackup } from '../server/backup/backup.ts'
import { type Config, ConfigError } from '../server/config.ts'
import { clusterFolder } from '../server/postgres/embedded-cluster.ts'
import { stopProcess } from './environment.ts'

type Env = Record<string, string | undefined>

/**
 * `npm run backup -- --to FOLDER`: database and keys of the data folder in one encrypted file, checked by opening it,
 * while the app is stopped. `npm run backup -- --check FILE` opens one that was made before.
 */
export async function backupFromTerminal(config: Config, flags: string[], env: Env): Promise<void> {
  const passphrase = requirePassphrase(config, env)
  const checked = flagValue(flags, '--check')
  const erasureLog = config.ERASURE_LOG
  const name = `doron-${new Date().toISOString().slice(0, 19).replace(/\W/g, '')}.backup`
  const file = checked ?? join(requireFolder(flagValue(flags, '--to')), name)
  if (!checked && !existsSync(clusterFolder(config.DATA_DIR)))
    throw new ConfigError(`There is no database in ${config.DATA_DIR} yet.`)
  const contents = checked
    ? await checkBackup(file, passphrase)
    : await makeBackup(config.DATA_DIR, file, { release: project.version, passphrase, erasureLog })
  console.log(`${file}: ${describe(contents)}`)
  await stopProcess(0)
}

/** `npm run restore -- FILE`: puts a backup in the place of the data folder, which is kept beside it. */
export async function restoreFromTerminal(config: Config, flags: string[], env: Env): Promise<void> {
  const passphrase = requirePassphrase(config, env)
  const file = flags.find(flag => !flag.startsWith('--'))
  if (!file) throw new ConfigError('Say which backup: npm run restore -- FILE')
  const erasureLog = config.ERASURE_LOG
  const { note, contents, former } = await restoreBackup(file, config.DATA_DIR, { passphrase, erasureLog })
  console.log(`Restored: ${describe(contents)} It was made by release ${note.release}.`)
  if (former) console.log(`What was there before is in ${former}.`)
  console.log(`Now, before the app is started: npm run reconcile -- --after-restore ${note.began_at}`)
  await stopProcess(0)
}

function requirePassphrase({ DATABASE_URL }: Config, { BACKUP_PASSPHRASE }: Env): string {
  if (DATABASE_URL)
    throw new ConfigError(
      'DATABASE_URL names a database server of your own: back it up, and restore it, with its own tools (docs/operating.md, “Backup”), together with SECRET and the data folder.',
    )
  if (BACKUP_PASSPHRASE) return BACKUP_PASSPHRASE
  throw new ConfigError('Set BACKUP_PASSPHRASE: a backup is always encrypted by it.')
}

function requireFolder(folder: string | undefined): string {
  if (!folder) throw new ConfigError('Say where the backup goes: npm run backup -- --to FOLDER')
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new ConfigError(`There is no folder ${folder}.`)
  return resolve(folder)
}

function flagValue(flags: string[], name: string): string | undefined {
  const at = flags.indexOf(name)
  return at < 0 ? undefined : flags[at + 1]
}

function describe({ registries, orders, heldCents }: BackupContents) {
  return `it opens, and has ${registries} registries, ${orders} orders and ${(heldCents / 100).toFixed(2)} EUR held.`
}
