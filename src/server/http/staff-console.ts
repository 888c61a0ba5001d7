import type { MiddlewareHandler } from 'hono'
import { AppError } from '../../base/app-error.ts'
import { discoveryPath } from '../../base/paths.ts'
import { isStaffPath } from '../../base/staff-roles.ts'
import { guardDemonstration } from '../../demo/access.ts'
import type { Config } from '../config.ts'
import { isDemonstration } from '../loopback.ts'
import { isReadablePath } from '../security/security-headers.ts'
import { isInNetworks } from '../setting-kinds.ts'
import { clientAddress, urlOf } from './address.ts'

/** Whether a request is for the console, the console is on, and it comes from one of STAFF_NETWORKS where that is set (R960). */
export function isStaffConsoleOpen(config: ConsoleSettings, request: Request): boolean {
  return isStaffPath(decodeURIComponent(urlOf(request).pathname)) && isConsoleFor(config, request)
}

type ConsoleSettings = Pick<Config, 'STAFF_CONSOLE' | 'STAFF_NETWORKS'>

const isConsoleFor = ({ STAFF_CONSOLE, STAFF_NETWORKS }: ConsoleSettings, request: Request) =>
  Boolean(STAFF_CONSOLE) && isInNetworks(clientAddress(request), STAFF_NETWORKS)

/**
 * Answers 404 for the console's addresses where it is off or not for this network (R960), and keeps it out of search
 * engines. In a demonstration, whose staff have published passwords, nothing comes through a proxy (R951).
 */
export function guardStaffConsole(config: Config, files: ReadonlySet<string>): MiddlewareHandler {
  const guard = isDemonstration(config) ? guardDemonstration(config) : null
  return async (c, next) => {
    if (!leadsToConsole(urlOf(c.req.raw), files)) return next()
    c.header('x-robots-tag', 'noindex, nofollow')
    if (!isConsoleFor(config, c.req.raw)) throw new AppError('refused_missing', 404)
    const refusal = guard ? await guard(c, next) : await next()
    c.res.headers.set('x-robots-tag', 'noindex, nofollow')
    // Shared caches must not keep the console's code for people outside its network.
    const caching = c.res.headers.get('cache-control')
    if (caching) c.res.headers.set('cache-control', caching.replace('public', 'private'))
    return refusal
  }
}

/** Whether it asks for a page of the console, for code that the console alone has, or where the console's pages lie. */
function leadsToConsole({ pathname, searchParams }: URL, files: ReadonlySet<string>): boolean {
  const path = decodeURIComponent(pathname)
  if (path === discoveryPath) return searchParams.get('paths')?.split(',').some(isStaffLink) ?? false
  return isStaffPath(path) || files.has(nameOf(path).replace(/\.br$/, ''))
}

/** The router takes a path without a slash for one with it, and encoded letters for the letters. */
function isStaffLink(path: string): boolean {
  const rooted = path.startsWith('/') ? path : `/${path}`
  return isStaffPath(rooted) || (isReadablePath(rooted) && isStaffPath(decodeURIComponent(rooted)))
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

interface BuiltRoute {
  path?: string | undefined
  parentId?: string | undefined
  module: string
  imports?: string[] | undefined
  css?: string[] | undefined
}

/**
 * The names of the built files that pages of the console alone have, and of the list of all pages, which no browser needs:
 * each asks for the pages that it has links to.
 */
export function findConsoleFiles(assets: {
  entry: { module: string; imports: string[] }
  routes: Record<string, BuiltRoute | undefined>
  url: string
}): Set<string> {
  const { entry, routes, url } = assets
  const ofConsole = new Set<string>([url])
  const ofAll = new Set<string>([entry.module, ...entry.imports])
  for (const route of Object.values(routes)) {
    if (!route) continue
    const target = isOfConsole(route, routes) ? ofConsole : ofAll
    for (const file of [route.module, ...(route.imports ?? []), ...(route.css ?? [])]) target.add(file)
  }
  return new Set([...ofConsole].filter(file => !ofAll.has(file)).map(nameOf))
}

/** A page of the console, or the frame that has such pages alone. */
function isOfConsole(route: BuiltRoute, routes: Record<string, BuiltRoute | undefined>): boolean {
  if (route.path !== undefined) return isStaffPath(`/${route.path}`)
  const children = Object.values(routes).filter(
    one => one?.parentId !== undefined && routes[one.parentId] === route,
  )
  return children.length > 0 && children.every(child => child && isOfConsole(child, routes))
}
