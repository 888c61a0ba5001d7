import type { MiddlewareHandler } from 'hono'
import { AppError } from '../../base/app-error.ts'
import type { Config } from '../config.ts'
import type { ErrorResponses } from '../errors/error-responses.ts'
import { isDemonstration, isLoopbackName } from '../loopback.ts'

type HostSettings = Pick<Config, 'SITE_URL' | 'ALLOWED_HOSTS' | 'SHOP_STORE_HASH' | 'HOST' | 'TRUST_PROXY'>

/** Probes ask by the address of the machine. */
const healthPaths = ['/healthz', '/readyz']

/**
 * Whether a request was sent to this site: by the host of SITE_URL, one of ALLOWED_HOSTS, or, in a demonstration, any
 * name of this machine. A page of somebody else's that gives its own name our address is refused by this. The port is
 * free, because a proxy or a forwarded port may have another.
 */
export function isKnownHost(config: HostSettings): (request: Request) => boolean {
  const site = new URL(config.SITE_URL).hostname
  const names = new Set([site, ...config.ALLOWED_HOSTS])
  const isLocal = isDemonstration(config)
  return ({ headers, url }) => {
    const host = headers.get('host')
    // Only requests that never were on a network have no host.
    if (host === null) return true
    const name = /[/?#@\\]/.test(host) ? undefined : URL.parse(`http://${host}`)?.hostname
    if (name !== undefined && (names.has(name) || (isLocal && isLoopbackName(name)))) return true
    return healthPaths.includes(new URL(url).pathname)
  }
}

/** Refuses with 421 what was sent to another host. */
export function refuseUnknownHosts(config: HostSettings, errors: ErrorResponses): MiddlewareHandler {
  const isKnown = isKnownHost(config)
  return async (c, next) =>
    isKnown(c.req.raw) ? next() : errors.refuse(c, new AppError('refused_host', 421))
}
