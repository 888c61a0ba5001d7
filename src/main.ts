import { backupFromTerminal, restoreFromTerminal } from './main/backup.ts'
import { drainAndStop, onStop, stopProcess } from './main/environment.ts'
import { migrateFromTerminal } from './main/migrate-tables.ts'
import { reconcileFromTerminal } from './main/reconcile.ts'
import { printSecurityLog } from './main/security-log.ts'
import { staffFromTerminal } from './main/staff.ts'
import { startServer } from './main/start.ts'
import { UnreadableBackup } from './server/backup/backup.ts'
import { ConfigError, readConfig } from './server/config.ts'
import { DataInUse } from './server/postgres/embedded-postgres.ts'
import { SchemaMismatch } from './server/postgres/migrate.ts'

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
