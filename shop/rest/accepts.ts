import type { Hono, MiddlewareHandler } from 'hono'
import { findTargetHandler } from 'hono/utils/handler'
import { ShopError } from '../store.ts'
import { trimEndSlashes } from '../trim-slashes.ts'
import { publishedCalls } from './published-calls.ts'
import { isJsonObject } from './requests.ts'

/** What a route honours. Whatever else is sent is refused, so that nobody believes that it had an effect. */
export interface Accepted {
  /** Names in the query. */
  query?: string[]
  /** What `include` in the query may ask for, separated by commas. */
  include?: string[]
  /** Fields of the body as dotted paths; lists are passed through, and a last part `*` stands for any name. */
  body?: string[]
}

export const pagingQuery = ['page', 'limit']
/** Which fields of an answer are wanted. */
export const fieldsQuery = ['include_fields', 'exclude_fields']

const acceptedByHandler = new WeakMap<object, Accepted>()

/** Refuses what a route does not honour with 422 (R958). Every route has it. */
export function accepts(accepted: Accepted = {}): MiddlewareHandler {
  const handler: MiddlewareHandler = async (c, next) => {
    const names = [...(accepted.query ?? []), ...(accepted.include ? ['include'] : [])]
    refuse(
      Object.keys(c.req.query()).filter(name => !names.includes(name)),
      'query parameter',
    )
    const wanted = accepted.include ? (c.req.query('include') ?? '').split(',').filter(Boolean) : []
    refuse(
      wanted.filter(part => !accepted.include?.includes(part)),
      'part to include,',
    )
    if (c.req.method !== 'GET') {
      const body: unknown = await c.req.json().catch(() => undefined)
      refuse(foreignFields(body, accepted.body ?? []), 'field')
    }
    await next()
  }
  acceptedByHandler.set(handler, accepted)
  return handler
}

function refuse([name]: string[], kind: string): void {
  if (name === undefined) return
  throw new ShopError(422, `The ${kind} ${name} is not implemented by this shop.`, {
    [name]: 'not implemented',
  })
}

/** The fields of a value, as dotted paths, that are not among the accepted ones. */
export function foreignFields(value: unknown, accepted: string[], parent = ''): string[] {
  if (Array.isArray(value)) return value.flatMap(entry => foreignFields(entry, accepted, parent))
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = parent ? `${parent}.${name}` : name
    if (accepted.some(other => other.startsWith(`${path}.`))) return foreignFields(inner, accepted, path)
    return accepted.includes(path) || accepted.includes(parent ? `${parent}.*` : '*') ? [] : [path]
  })
}

/** A route of the API with what it honours. */
export interface DeclaredRoute extends Accepted {
  method: string
  /** Below the version, such as `/v3/carts/:id`. */
  path: string
}

/** The routes of an app, each once; one that declares nothing has no `query`. */
export function declaredRoutes(app: Hono): DeclaredRoute[] {
  return app.routes.flatMap(({ method, path, handler }) => {
    const accepted = acceptedByHandler.get(findTargetHandler(handler))
    return accepted ? [{ method, path: belowStore(path), ...accepted }] : []
  })
}

export function methodsAt(app: Hono, requestPath: string): string[] {
  const methods = app.routes
    .filter(route => route.method !== 'ALL' && matchesPath(route.path, requestPath))
    .map(route => route.method)
  return [...new Set(methods)]
}

const withoutNames = (path: string): string => trimEndSlashes(path).replaceAll(/:\w+/g, ':')

/** Whether a call is one that the platform publishes and the app has no route for. */
export function isLacking(app: Hono, method: string, requestPath: string): boolean {
  // `/carts/settings` is no cart: of the paths that match, the one with the fewest ids is meant.
  const [meant] = publishedCalls
    .filter(({ path, methods }) => methods.includes(method) && matchesPath(path, requestPath))
    .sort((one, other) => one.path.split(':').length - other.path.split(':').length)
  if (!meant) return false
  const own = app.routes.filter(route => route.method === method).map(({ path }) => belowStore(path))
  return !own.some(path => withoutNames(path) === withoutNames(meant.path))
}

/** A path from the version on, `/v3/carts/:id`; whole without one. */
const belowStore = (path: string): string => path.slice(Math.max(0, path.search(/\/v[23]\//)))

/** Whether a requested path is one of a route, whose parts with a colon may be anything. */
function matchesPath(routePath: string, requestPath: string): boolean {
  const [parts, asked] = [routePath, requestPath].map(path => trimEndSlashes(belowStore(path)).split('/'))
  return (
    parts?.length === asked?.length &&
    parts?.every((part, index) =>
      part.startsWith(':') ? asked?.[index] !== '' : part === asked?.[index],
    ) === true
  )
}
