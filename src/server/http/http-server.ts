import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'

export type RootFetch = Hono<{ Bindings: HttpBindings }>

/** What node:http hands every request to, for an app of ours. */
export function createRequestListener(app: Pick<RootFetch, 'fetch'>): RequestListener {
  return getRequestListener(app.fetch)
}

/**
 * A server whose slow and idle visitors give way before they can crowd out the others, and where nobody sends headers
 * without end (R927, R928).
 */
export function createHttpServer(listener: RequestListener): Server {
  const limits = {
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 10_000,
    maxHeaderSize: 16_384,
  }
  const server = createServer(limits, listener)
  const answers = new Set<ServerResponse>()
  underWay.set(server, answers)
  server.on('request', (_, answer) => {
    answers.add(answer)
    answer.once('close', () => answers.delete(answer))
  })
  return server
}

/** What each server is answering at the moment. */
const underWay = new WeakMap<Server, Set<ServerResponse>>()

/** Longest that the end waits for answers: the shop is asked for 6 s, the database for 5 s. */
const answeredWithinMs = 12_000

/** Opens the port. Throws EADDRINUSE. */
export function listenHttp(server: Server, { HOST, PORT }: { HOST: string; PORT: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(PORT, HOST, resolve)
  })
}

/**
 * Gives the port back, lets the requests under way be answered, and lets go of everyone who is connected. Live pages
 * must have been closed before: they would stay for half an hour.
 */
export async function closeHttp(server: Server): Promise<void> {
  const closed = new Promise<void>(resolve => server.close(() => resolve()))
  const answers = [...(underWay.get(server) ?? [])].map(answer => once(answer, 'close'))
  const late = new AbortController()
  const enough = wait(answeredWithinMs, undefined, late).catch(() => {})
  await Promise.race([Promise.all(answers), enough])
  late.abort()
  server.closeAllConnections()
  await closed
}
