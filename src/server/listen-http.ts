import { createServer, type RequestListener, type Server } from 'node:http'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'

export type Root = Hono<{ Bindings: HttpBindings }>

/** What node:http hands every request to, for an app of ours. */
export function listenerOf(app: Pick<Root, 'fetch'>): RequestListener {
  return getRequestListener(app.fetch)
}

/**
 * A server whose slow and idle visitors give way before they can crowd out the others, and where nobody sends headers
 * without end (faults F17, F18).
 */
export function httpServer(listener: RequestListener): Server {
  const limits = {
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 10_000,
    maxHeaderSize: 16_384,
  }
  return createServer(limits, listener)
}

/** Opens the port. Throws EADDRINUSE. */
export function listenHttp(server: Server, { HOST, PORT }: { HOST: string; PORT: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(PORT, HOST, resolve)
  })
}

/** Gives the port back and lets go of everyone who is connected: open live pages would stay for half an hour. */
export function closeHttp(server: Server): Promise<void> {
  return new Promise(resolve => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
