import { isIPv6 } from 'node:net'
import type { MiddlewareHandler } from 'hono'

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
    const forwarded = c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim()
    const socket = (c.env as Connection | undefined)?.incoming?.socket?.remoteAddress
    addresses.set(c.req.raw, networkPrefix((trustProxy && forwarded) || socket || 'unknown'))
    await next()
  }
}

/** The stored address, for rate limits alone; 'unknown' without a connection. */
export function clientAddress(request: Request): string {
  return addresses.get(request) ?? 'unknown'
}

/** An IPv4 address as it is; of an IPv6 address the 64-bit network, because one household has all of it. */
export function networkPrefix(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address.slice(0, 64)
  const [head = '', tail] = address.toLowerCase().split('::')
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after]
  return `${groups
    .slice(0, 4)
    .map(group => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
