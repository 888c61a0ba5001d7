import { stop } from './main/open.ts'
import { reconcile } from './main/reconcile.ts'
import { start } from './main/start.ts'
import { ConfigError, readConfig } from './server/config.ts'
import { DataInUse } from './server/embedded-postgres.ts'

const [command = 'start', ...flags] = process.argv.slice(2)
const commands: Record<string, () => Promise<void>> = {
  start: () => start(readConfig(process.env)),
  dev: async () => (await import('./main/dev.ts')).dev(readConfig(process.env)),
  reconcile: () => reconcile(readConfig(process.env), flags),
  'shop:connect': async () => {
    const { shopConnect } = await import('./main/shop-connect.ts')
    await stop((await shopConnect(process.env, flags)) ? 0 : 1)
  },
}

process.once('SIGINT', () => stop(0))
process.once('SIGTERM', () => stop(0))
process.once('disconnect', () => stop(0))

try {
  await commands[command]?.()
} catch (error) {
  console.error(sentenceOf(error))
  await stop(1)
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
