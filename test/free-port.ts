import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A port on 127.0.0.1 that nothing listens at. It lies below those that systems give away by themselves (from 32768 on), so
 * that no listener or connection of another test takes it before it is used.
 */
export async function findFreePort(): Promise<number> {
  const port = randomInt(20_000, 32_000)
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return await findFreePort()
  }
  server.close()
  await once(server, 'close')
  return port
}
