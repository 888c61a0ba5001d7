import { pino } from 'pino'
import { dayMs } from './base/durations.ts'
import { backupFromTerminal, restoreFromTerminal } from './main/backup.ts'
import { drainAndStop, onStop, openDatabase, openEnvironment, stopProcess } from './main/environment.ts'
import { reconcileFromTerminal } from './main/reconcile.ts'
import { staffFromTerminal } from './main/staff.ts'
import { startServer } from './main/start.ts'
import { UnreadableBackup } from './server/backup/backup.ts'
import { type Config, ConfigError, readConfig } from './server/config.ts'
import { createDb, createPool } from './server/postgres/database.ts'
import { DataInUse } from './server/postgres/embedded-postgres.ts'
import { findSchemaState, migrate, refuseNewerSchema, SchemaMismatch } from './server/postgres/migrate.ts'
import { exportSecurityLog } from './server/security/security-log.ts'

const [command = 'start', ...flags] = process.argv.slice(2)
const commands: Record<string, () => Promise<void>> = {
  start: () => startServer(readConfig(process.env)),
  dev: async () => (await import('./main/dev.ts')).startDevelopment(readConfig(process.env)),
  reconcile: () => reconcileFromTerminal(readConfig(process.env), flags),
  migrate: () => migrateFromTerminal(readConfig(process.env), flags),
  backup: () => backupFromTerminal(readConfig(process.env), flags, process.env),
  restore: () => restoreFromTerminal(readConfig(process.env), flags, process.env),
  'security-log': () => printSecurityLog(readConfig(process.env), flags),
  staff: () => staffFromTerminal(readConfig(process.env), flags),
  'shop:connect': async () => {
    const { connectShopFromTerminal } = await import('./main/connect-shop.ts')
    await stopProcess((await connectShopFromTerminal(process.env, flags, { onStop })) ? 0 : 1)
  },
}

// The app ends with 0 when it is stopped; a command that was interrupted has not done its work, and ends with 130.
process.once('SIGINT', () => stopProcess(['start', 'dev'].includes(command) ? 0 : 130))
process.on('SIGTERM', () => drainAndStop(0))
process.once('disconnect', () => stopProcess(0))

try {
  await commands[command]?.()
} catch (error) {
  console.error(describeError(error))
  await stopProcess(1)
}

/** What the terminal shows: our own sentences, a sentence for a port that is taken, any other error whole. */
function describeError(error: unknown): unknown {
  const ours = [ConfigError, DataInUse, SchemaMismatch, UnreadableBackup]
  if (ours.some(kind => error instanceof kind)) return (error as Error).message
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return 'The port is taken by another program. Choose another one: PORT=3001 npm start'
  if (syscall === 'listen' || syscall === 'getaddrinfo')
    return `Nothing can listen on this HOST and PORT (${code}).`
  return error
}

/** Runs the migrations alone and prints what ran; `--check` changes nothing, and ends with 1 when some are missing. */
async function migrateFromTerminal(config: Config, flags: string[]): Promise<void> {
  const databaseUrl = await openDatabase(config, pino({ level: 'silent' }))
  if (flags.includes('--check')) {
    const state = await findSchemaState(databaseUrl)
    refuseNewerSchema(state)
    for (const { name } of state.pending) console.log(`${name} has not run`)
    for (const name of state.unknown) console.log(`${name} is of a newer release`)
    if (state.pending.length === 0) console.log('All migrations of this release have run.')
    return stopProcess(state.pending.length === 0 ? 0 : 1)
  }
  const ran = await migrate(databaseUrl, { say: sentence => console.log(sentence) })
  if (ran.length === 0) console.log('All migrations of this release have run.')
  await stopProcess(0)
}

/** Prints the security log as JSON, one event a line; `--since` takes a day or a moment, by default a day ago. */
async function printSecurityLog(config: Config, flags: string[]): Promise<void> {
  const since = parseSince(flags)
  if (Number.isNaN(since.getTime())) {
    console.error('--since takes a day or a moment such as 2026-11-22 or 2026-11-22T10:00:00Z.')
    return stopProcess(1)
  }
  const { databaseServer } = await openEnvironment({ ...config, LOG_LEVEL: 'silent' })
  const db = createDb(createPool(databaseServer))
  onStop(() => db.destroy())
  for await (const event of exportSecurityLog(db, since)) await printLine(JSON.stringify(event))
  await stopProcess(0)
}

function parseSince(flags: string[]): Date {
  const at = flags.findIndex(flag => flag === '--since' || flag.startsWith('--since='))
  if (at < 0) return new Date(Date.now() - dayMs)
  const [, value = flags[at + 1] ?? ''] = flags[at]?.split('=') ?? []
  return new Date(value)
}

/** Waits for a reader that is slower than the database. */
function printLine(line: string): Promise<void> {
  return new Promise(resolve => process.stdout.write(`${line}\n`, () => resolve()))
}
