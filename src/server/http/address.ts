import { isIPv4, isIPv6 } from 'node:net'
import type { Context } from 'hono'

/** What is read of a request once for all who ask. */
interface RequestFacts {
  url: Readonly<URL> | null
  cookies: ReadonlyMap<string, string> | null
  address: string
}

const factsByRequest = new WeakMap<Request, RequestFacts>()

function factsOf(request: Request): RequestFacts {
  const known = factsByRequest.get(request)
  if (known) return known
  const facts: RequestFacts = { url: null, cookies: null, address: 'unknown' }
  factsByRequest.set(request, facts)
  return facts
}

/** The address that a request asks for; nobody may change it. */
export function urlOf(request: Request): Readonly<URL> {
  const facts = factsOf(request)
  facts.url ??= new URL(request.url)
  return facts.url
}

/** The cookies of a request as they were sent, by name; of several with one name the first. */
export function cookiesOf(request: Request): ReadonlyMap<string, string> {
  const facts = factsOf(request)
  facts.cookies ??= parseCookies(request.headers.get('cookie'))
  return facts.cookies
}

const noCookies: ReadonlyMap<string, string> = new Map()

function parseCookies(header: string | null): ReadonlyMap<string, string> {
  if (!header) return noCookies
  const pairs = header.split(';').map((part): [string, string] => {
    const [name = '', ...value] = part.trim().split('=')
    return [name, value.join('=')]
  })
  return new Map(pairs.reverse())
}

/** What @hono/node-server passes along about the connection of a request. */
interface Connection {
  incoming?: { socket?: { remoteAddress?: string } }
}

/** Stores the visitor's network address, for `clientAddress`. */
export function rememberClientAddress(c: Context, trustProxy: boolean): void {
  factsOf(c.req.raw).address = visitorAddress(c, trustProxy)
}

/**
 * The visitor's network address: the socket's, or, behind a trusted proxy, the last one of X-Forwarded-For, which that
 * proxy wrote. Other headers are ignored.
 */
export function visitorAddress(c: Context, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1) : undefined
  const socket = (c.env as Connection | undefined)?.incoming?.socket?.remoteAddress
  return networkPrefix(forwarded ?? '') ?? networkPrefix(socket ?? '') ?? 'unknown'
}

/** The stored address, for rate limits alone; 'unknown' without a connection. */
export function clientAddress(request: Request): string {
  return factsOf(request).address
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
