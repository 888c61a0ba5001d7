import { join, resolve } from 'node:path'
import project from '../../package.json' with { type: 'json' }
import { checkBackup, makeBackup, restoreBackup } from '../server/backup/backup.ts'
import { type Config, ConfigError } from '../server/config.ts'
import { stopProcess } from './environment.ts'

const ofYourOwn =
  'DATABASE_URL names a database server of your own: back it up, and restore it, with its own tools (docs/operating.md, “Backup”), together with SECRET and the data folder.'

/**
 * `npm run backup -- --to FOLDER [--encrypt]`: database and keys of the data folder in one file, checked by opening it,
 * while the app runs. `npm run backup -- --check FILE` opens one that was made before.
 */
export async function backupFromTerminal(config: Config, flags: string[], env: Env): Promise<void> {
  if (config.DATABASE_URL) throw new ConfigError(ofYourOwn)
  const checked = flagValue(flags, '--check')
  if (checked) {
    console.log(describe(await checkBackup(checked, env.BACKUP_PASSPHRASE)))
    return stopProcess(0)
  }
  const isEncrypted = flags.includes('--encrypt')
  if (isEncrypted && !env.BACKUP_PASSPHRASE)
    throw new ConfigError('--encrypt needs a passphrase in BACKUP_PASSPHRASE; without it nobody can restore.')
  const name = `doron-${new Date().toISOString().slice(0, 19).replace(/\W/g, '')}.${isEncrypted ? 'backup' : 'tar'}`
  const file = join(resolve(flagValue(flags, '--to') ?? '.'), name)
  const passphrase = isEncrypted ? env.BACKUP_PASSPHRASE : undefined
  console.log(
    `${file}: ${describe(await makeBackup(config.DATA_DIR, file, { release: project.version, passphrase, erasureLog: config.ERASURE_LOG }))}`,
  )
  if (!isEncrypted)
    console.log('It holds the keys and everybody’s data in clear: keep it where only you can read it.')
  await stopProcess(0)
}

/** `npm run restore -- FILE`: puts a backup in the place of the data folder, which is kept beside it. */
export async function restoreFromTerminal(config: Config, flags: string[], env: Env): Promise<void> {
  if (config.DATABASE_URL) throw new ConfigError(ofYourOwn)
  const file = flags.find(flag => !flag.startsWith('--'))
  if (!file) throw new ConfigError('Say which backup: npm run restore -- FILE')
  const { note, contents, former } = await restoreBackup(file, config.DATA_DIR, {
    passphrase: env.BACKUP_PASSPHRASE,
    erasureLog: config.ERASURE_LOG,
  })
  console.log(`Restored: ${describe(contents)} It was made by release ${note.release}.`)
  if (former) console.log(`What was there before is in ${former}.`)
  console.log(`Now, before the app is started: npm run reconcile -- --after-restore ${note.began_at}`)
  await stopProcess(0)
}

type Env = Record<string, string | undefined>

function flagValue(flags: string[], name: string): string | undefined {
  const at = flags.indexOf(name)
  return at < 0 ? undefined : flags[at + 1]
}

function describe({
  registries,
  orders,
  heldCents,
}: {
  registries: number
  orders: number
  heldCents: number
}) {
  return `it opens, and has ${registries} registries, ${orders} orders and ${(Number(heldCents) / 100).toFixed(2)} EUR held.`
}
