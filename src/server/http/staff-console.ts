import type { MiddlewareHandler } from 'hono'
import { AppError } from '../../base/app-error.ts'
import { isStaffPath } from '../../base/staff-roles.ts'
import type { Config } from '../config.ts'
import { guardDemonstration } from '../demonstration.ts'
import { isDemonstration } from '../loopback.ts'
import { isInNetworks } from '../setting-kinds.ts'
import { clientAddress } from './client-address.ts'

/** Whether the console is on, and the request comes from one of STAFF_NETWORKS where that is set (R960). */
export function isStaffConsoleOpen(
  { STAFF_CONSOLE, STAFF_NETWORKS }: Pick<Config, 'STAFF_CONSOLE' | 'STAFF_NETWORKS'>,
  request: Request,
): boolean {
  const { pathname } = new URL(request.url)
  if (!STAFF_CONSOLE || !isStaffPath(decodeURIComponent(pathname))) return false
  return isInNetworks(clientAddress(request), STAFF_NETWORKS)
}

/**
 * Stands before the console: where it is off or not for this network, its addresses are missing ones. Search engines keep
 * none of it. In a demonstration, whose staff have published passwords, nothing comes through a proxy (R951).
 */
export function guardStaffConsole(config: Config): MiddlewareHandler {
  const guard = isDemonstration(config) ? guardDemonstration(config) : null
  return async (c, next) => {
    if (!isStaffPath(decodeURIComponent(new URL(c.req.url).pathname))) return next()
    c.header('x-robots-tag', 'noindex, nofollow')
    if (!isStaffConsoleOpen(config, c.req.raw)) throw new AppError('refused_missing', 404)
    const refusal = guard ? await guard(c, next) : await next()
    c.res.headers.set('x-robots-tag', 'noindex, nofollow')
    return refusal
  }
}
