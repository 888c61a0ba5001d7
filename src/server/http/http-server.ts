import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import { wideNetworkOf } from '../../base/networks.ts'
import { cartCallTimeoutMs } from '../../shop/port.ts'
import type { Config } from '../config.ts'
import { networkPrefix } from './address.ts'

export type RootFetch = Hono<{ Bindings: HttpBindings }>

export function createRequestListener(app: Pick<RootFetch, 'fetch'>): RequestListener {
  return getRequestListener(app.fetch)
}

/**
 * Creates a server that ends slow and idle connections before they crowd out others, and limits the size of headers
 * (R927, R928).
 */
export function createHttpServer(listener: RequestListener, connections?: ConnectionSettings): Server {
  const limits = {
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 10_000,
    maxHeaderSize: 16_384,
  }
  const server = createServer(limits, listener)
  if (connections) limitConnections(server, connections)
  const responses = new Set<ServerResponse>()
  responsesInProgress.set(server, responses)
  server.on('request', (_, response) => {
    responses.add(response)
    response.once('close', () => responses.delete(response))
  })
  return server
}

type ConnectionSettings = Pick<Config, 'TRUST_PROXY'> & {
  /** Connections that one process holds at once. */
  maxConnections?: number
}

/**
 * Closes new connections beyond the limit at once. One network may have a quarter of them, except behind a
 * trusted proxy, from which all come, and on this machine.
 */
function limitConnections(server: Server, { maxConnections = 5000, TRUST_PROXY }: ConnectionSettings): void {
  server.maxConnections = maxConnections
  if (TRUST_PROXY) return
  const open = new Map<string, number>()
  server.on('connection', socket => {
    const network = wideNetworkOf(networkPrefix(socket.remoteAddress ?? '') ?? 'unknown')
    if (/^(127\.|0:0:0:)/.test(network)) return
    const count = (open.get(network) ?? 0) + 1
    if (count > maxConnections / 4) {
      socket.destroy()
      return
    }
    open.set(network, count)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
  })
}

const responsesInProgress = new WeakMap<Server, Set<ServerResponse>>()

/** How long closing waits for responses: reading prices takes up to 6 s, making a cart its own limit, the database up to 5 s. */
const closeLimitMs = cartCallTimeoutMs + 11_000

/** Opens the port. Throws EADDRINUSE. */
export function listenHttp(server: Server, { HOST, PORT }: { HOST: string; PORT: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(PORT, HOST, resolve)
  })
}

/**
 * Closes the port, waits for the responses in progress, and closes all connections. Event streams of live pages must
 * have been closed before, because they stay open for half an hour.
 */
export async function closeHttp(server: Server): Promise<void> {
  const closed = new Promise<void>(resolve => server.close(() => resolve()))
  const closedResponses = [...(responsesInProgress.get(server) ?? [])].map(response =>
    once(response, 'close'),
  )
  const timer = new AbortController()
  // Aborted once everything is closed.
  const timeout = wait(closeLimitMs, undefined, timer).catch(() => {})
  await Promise.race([Promise.all(closedResponses), timeout])
  timer.abort()
  server.closeAllConnections()
  await closed
}
