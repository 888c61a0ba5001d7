import { stopProcess } from './main/environment.ts'
import { reconcileFromTerminal } from './main/reconcile.ts'
import { printSecurityLog } from './main/security-log.ts'
import { startServer } from './main/start.ts'
import { ConfigError, readConfig } from './server/config.ts'
import { DataInUse } from './server/postgres/embedded-postgres.ts'

const [command = 'start', ...flags] = process.argv.slice(2)
const commands: Record<string, () => Promise<void>> = {
  start: () => startServer(readConfig(process.env)),
  dev: async () => (await import('./main/dev.ts')).startDevelopment(readConfig(process.env)),
  reconcile: () => reconcileFromTerminal(readConfig(process.env), flags),
  'security-log': () => printSecurityLog(readConfig(process.env), flags),
  'shop:connect': async () => {
    const { connectShopFromTerminal } = await import('./main/connect-shop.ts')
    await stopProcess((await connectShopFromTerminal(process.env, flags)) ? 0 : 1)
  },
}

process.once('SIGINT', () => stopProcess(0))
process.once('SIGTERM', () => stopProcess(0))
process.once('disconnect', () => stopProcess(0))

try {
  await commands[command]?.()
} catch (error) {
  console.error(describeError(error))
  await stopProcess(1)
}

/** What the terminal shows: our own sentences, a sentence for a port that is taken, any other error whole. */
function describeError(error: unknown): unknown {
  if (error instanceof ConfigError || error instanceof DataInUse) return error.message
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return 'The port is taken by another program. Choose another one: PORT=3001 npm start'
  if (syscall === 'listen' || syscall === 'getaddrinfo')
    return `Nothing can listen on this HOST and PORT (${code}).`
  return error
}
