import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { type OpenSpan, type SpanStart, traced } from '../../base/traces.ts'
import { runInScope, type WorkScope } from './traces.ts'

/** What is known of a request once it is answered. */
export interface AnsweredRequest {
  method: string
  route: string
  status: number
  /** Milliseconds until the answer began. */
  ms: number
  cache?: 'hit' | 'miss' | undefined
  queries: number
}

/** Asked every few seconds by balancers; a line of each would hide the others. */
const quietRoutes = new Set(['/healthz', '/readyz'])

interface RequestWatch {
  log: Logger
  routeOf(path: string): string
  onAnswer?: ((request: AnsweredRequest) => void) | undefined
  /** Whether a caller may say which trace the request belongs to. */
  trustsTraceparent: boolean
}

/**
 * Gives every request a number that is in all of its log lines, and writes one line when it is answered: route, status,
 * time, page cache and queries; no address of a visitor, no path, no query (R937). A span says the same in traces.
 */
export function logRequests({ log, routeOf, onAnswer, trustsTraceparent }: RequestWatch): MiddlewareHandler {
  return async (c, next) => {
    const scope: WorkScope = { id: randomUUID().slice(0, 8).toUpperCase(), queries: 0 }
    const began = performance.now()
    const { method } = c.req
    const route = routeOf(c.req.path)
    const isQuiet = quietRoutes.has(route)
    const answer = async (span?: OpenSpan) => {
      await next()
      const { status } = c.res
      const ms = Math.round((performance.now() - began) * 10) / 10
      const { cache, queries } = scope
      span?.note({ 'http.response.status_code': status, 'doron.page_cache': cache })
      if (status >= 500) span?.fail()
      const request = { method, route, status, ms, cache, queries }
      log[isQuiet ? 'debug' : 'info'](request, 'request')
      onAnswer?.(request)
    }
    const traceparent = trustsTraceparent ? c.req.header('traceparent') : undefined
    const start = requestSpan({ method, route, traceparent, id: scope.id })
    await runInScope(scope, () => (isQuiet ? answer() : traced(start, answer)))
  }
}

/** How a request is seen in traces: by its route, and the number that its log lines have. */
const requestSpan = ({
  method,
  route,
  traceparent,
  id,
}: Record<'method' | 'route' | 'id', string> & {
  traceparent: string | undefined
}): SpanStart => ({
  name: `${method} ${route}`,
  kind: 'server',
  attributes: { 'http.request.method': method, 'http.route': route, 'doron.request': id },
  traceparent,
  isRoot: true,
})

/**
 * Names the route of a path by the patterns of all routes, so that logs and metrics hold no codes, slugs or tokens, and
 * have only so many names: `/registry/KH7M/gifts` is `/registry/:/gifts`, anything unknown `other`.
 */
export function createRouteNames(patterns: string[]): (path: string) => string {
  const names = new Set<string>()
  const words = new Set<string>()
  const prefixes: string[] = []
  for (const pattern of patterns.flatMap(expandOptional)) {
    const name = nameOf(pattern)
    for (const word of name.split('/')) words.add(word)
    if (name.endsWith('/*')) prefixes.push(name.slice(0, -1))
    names.add(name)
  }
  const longestFirst = prefixes
    .filter(prefix => prefix !== '/')
    .sort((one, other) => other.length - one.length)
  return path => {
    const plain = path.endsWith('.data') ? path.slice(0, -'.data'.length) : path
    const segments = plain.split('/')
    if (segments.length > maxSegments) return prefixOf(plain, longestFirst)
    const name = segments.map(segment => (words.has(segment) ? segment : ':')).join('/')
    if (names.has(name)) return name
    return matchWithParameters(segments, names) ?? prefixOf(plain, longestFirst)
  }
}

const maxSegments = 8

/** A pattern with a name for each parameter; `/find/:type?` is two patterns. */
function expandOptional(pattern: string): string[] {
  return /\/:\w+\?$/.test(pattern) ? [pattern.replace(/\/:\w+\?$/, ''), pattern.slice(0, -1)] : [pattern]
}

function nameOf(pattern: string): string {
  const segments = pattern.split('/').map(segment => (segment.startsWith(':') ? ':' : segment))
  return segments.join('/') || '/'
}

/** The name of a path one of whose parameters happens to be a word of another route, as a slug may be. */
function matchWithParameters(segments: string[], names: Set<string>): string | undefined {
  return segments
    .map((_, index) => segments.map((segment, at) => (at >= index && at > 1 ? ':' : segment)).join('/'))
    .find(name => names.has(name))
}

function prefixOf(path: string, prefixes: string[]): string {
  const prefix = prefixes.find(one => path.startsWith(one))
  return prefix ? `${prefix}*` : 'other'
}
