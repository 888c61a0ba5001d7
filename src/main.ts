import { stop } from './main/open.ts'
import { reconcile } from './main/reconcile.ts'
import { start } from './main/start.ts'
import { type Config, ConfigError, readConfig } from './server/config.ts'
import { DataInUse } from './server/embedded-postgres.ts'

const [command = 'start', ...flags] = process.argv.slice(2)
const commands: Record<string, (config: Config) => Promise<void>> = {
  start,
  dev: async config => (await import('./main/dev.ts')).dev(config),
  reconcile: config => reconcile(config, flags),
}

process.once('SIGINT', () => stop(0))
process.once('SIGTERM', () => stop(0))
process.once('disconnect', () => stop(0))

try {
  await commands[command]?.(readConfig(process.env))
} catch (error) {
  console.error(sentenceOf(error))
  await stop(1)
}

/** For the person at the terminal: our own sentences as they are; a taken port in words; the rest whole. */
function sentenceOf(error: unknown): unknown {
  if (error instanceof ConfigError || error instanceof DataInUse) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return 'The port is taken by another program. Choose another one: PORT=3001 npm start'
  return error
}
