import { isIPv4, isIPv6 } from 'node:net'
import type { Context, MiddlewareHandler } from 'hono'

const urls = new WeakMap<Request, URL>()

/** The address that a request asks for, parsed once for all who read it; nobody may change it. */
export function urlOf(request: Request): Readonly<URL> {
  const known = urls.get(request)
  if (known) return known
  const url = new URL(request.url)
  urls.set(request, url)
  return url
}

/** What @hono/node-server passes along about the connection of a request. */
interface Connection {
  incoming?: { socket?: { remoteAddress?: string } }
}

const addresses = new WeakMap<Request, string>()

/**
 * Stores the visitor's network address: the socket's, or, behind a trusted proxy, the last one of X-Forwarded-For,
 * which that proxy wrote. Other headers are ignored.
 */
export function rememberClientAddress(trustProxy: boolean): MiddlewareHandler {
  return async (c, next) => {
    addresses.set(c.req.raw, visitorAddress(c, trustProxy))
    await next()
  }
}

/** The visitor's network address, for apps that have no request of ours. */
export function visitorAddress(c: Context, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1) : undefined
  const socket = (c.env as Connection | undefined)?.incoming?.socket?.remoteAddress
  return networkPrefix(forwarded ?? '') ?? networkPrefix(socket ?? '') ?? 'unknown'
}

/** The stored address, for rate limits alone; 'unknown' without a connection. */
export function clientAddress(request: Request): string {
  return addresses.get(request) ?? 'unknown'
}

/**
 * An IPv4 address as it is; of an IPv6 address the 64-bit network, because one household has all of it. Proxies add a port
 * (`192.0.2.1:5678`, `[2001:db8::1]:5678`), which changes with every connection. Null for anything else.
 */
export function networkPrefix(text: string): string | null {
  const host = withoutPort(text.trim())
  if (isIPv4(host)) return host
  const address = host.split('%')[0] ?? ''
  if (!isIPv6(address)) return null
  const groups = groupsOf(address)
  const isMapped = groups.slice(0, 5).every(group => group === 0) && groups[5] === 0xffff
  if (isMapped)
    return groups
      .slice(6)
      .flatMap(group => [group >> 8, group & 255])
      .join('.')
  return `${groups
    .slice(0, 4)
    .map(group => group.toString(16))
    .join(':')}::/64`
}

function withoutPort(text: string): string {
  const inBrackets = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1]
  return inBrackets ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text
}

/** The eight numbers of an IPv6 address, which URL writes in one way only. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return [...before, ...zeros, ...after].map(group => Number.parseInt(group, 16))
}
