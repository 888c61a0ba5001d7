import { stopProcess } from './main/environment.ts'
import { reconcileFromTerminal } from './main/reconcile.ts'
import { startServer } from './main/start.ts'
import { ConfigError, readConfig } from './server/config.ts'
import { DataInUse } from './server/postgres/embedded-postgres.ts'

const [command = 'start', ...flags] = process.argv.slice(2)
const commands: Record<string, () => Promise<void>> = {
  start: () => startServer(readConfig(process.env)),
  dev: async () => (await import('./main/dev.ts')).startDevelopment(readConfig(process.env)),
  reconcile: () => reconcileFromTerminal(readConfig(process.env), flags),
  'shop:connect': async () => {
    const { connectShopFromTerminal: shopConnect } = await import('./main/connect-shop.ts')
    await stopProcess((await shopConnect(process.env, flags)) ? 0 : 1)
  },
}

process.once('SIGINT', () => stopProcess(0))
process.once('SIGTERM', () => stopProcess(0))
process.once('disconnect', () => stopProcess(0))

try {
  await commands[command]?.()
} catch (error) {
  console.error(sentenceOf(error))
  await stopProcess(1)
}

/** For the person at the terminal: our own sentences as they are; a taken port in words; the rest whole. */
function sentenceOf(error: unknown): unknown {
  if (error instanceof ConfigError || error instanceof DataInUse) return error.message
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return 'The port is taken by another program. Choose another one: PORT=3001 npm start'
  if (syscall === 'listen' || syscall === 'getaddrinfo')
    return `Nothing can listen on this HOST and PORT (${code}).`
  return error
}
