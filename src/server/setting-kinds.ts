import { BlockList, isIP, isIPv6 } from 'node:net'
import { z } from 'zod'
import { trimEndOf } from '../base/text.ts'
import { isLoopbackName } from './loopback.ts'
import { splitHosts } from './postgres/database-server.ts'

// The kinds of values that settings have, each with the sentence that refuses others.

export const optional = z.string().optional()
export const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be a web address such as https://registry.example' })
  .transform(address => trimEndOf(address, '/'))
/** An address that our own addresses are built from, by appending a path. */
export const baseAddress = webAddress.refine(
  address => !/[?#]|\/\/[^/]*@/.test(address),
  'must be a web address without a name before its host, and with nothing behind its path',
)
/** An address that keys or people's data are sent to: encrypted, unless it is on this machine. */
export const encryptedAddress = baseAddress.refine(
  isEncryptedOrLocal,
  'must begin with https://, because keys travel there',
)
export const emailAddress = z.email('must be an e-mail address such as help@registry.example')
export const yesUnlessNo = z
  .enum(['true', 'false'], 'must be true or false')
  .default('true')
  .transform(value => value === 'true')
/** Undefined when it is not set. */
export const maybeYesOrNo = z
  .enum(['true', 'false'], 'must be true or false')
  .transform(value => value === 'true')
  .optional()
export const yesOrNo = z
  .enum(['true', 'false'], 'must be true or false')
  .default('false')
  .transform(value => value === 'true')

export function isEncryptedOrLocal(address: string): boolean {
  const url = URL.parse(address.replace(/[{}]/g, ''))
  return url !== null && (url.protocol === 'https:' || isLoopbackName(url.hostname))
}

/** Whether a browser would accept it as a host name or address. */
export function isHost(host: string): boolean {
  return isIPv6(host) || URL.parse(`http://${host}`)?.hostname === host.toLowerCase()
}

/** Web addresses without a path, with commas between. */
export function origins() {
  return z
    .string()
    .default('')
    .transform(text => text.split(',').flatMap(one => one.trim() || []))
    .refine(
      list => list.every(one => /^https?:/.test(one) && URL.parse(one)?.origin === one),
      'must be web addresses without a path and with commas between, such as https://checkout.example',
    )
}

/** Host names with commas between, as browsers send them. */
export function hostNameList() {
  return z
    .string()
    .default('')
    .transform(text => text.split(',').flatMap(one => one.trim().toLowerCase() || []))
    .refine(
      names => names.every(name => isHost(name)),
      'must be host names with commas between, such as registry.example,www.registry.example',
    )
}

/** Networks with commas between, such as `192.0.2.0/24,2001:db8::/48`; an IPv6 one has at most 64 bits. */
export function networkList() {
  return z
    .string()
    .default('')
    .transform(text => text.split(',').flatMap(one => one.trim() || []))
    .refine(
      list => list.every(isNetwork),
      'must be networks with commas between, such as 192.0.2.0/24,2001:db8::/48 (IPv6 up to /64)',
    )
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return false
  return version === 4 ? Number(bits ?? 32) <= 32 : bits !== undefined && Number(bits) <= 64
}

/** Whether a visitor's address (an IPv6 one as its network of 64 bits) lies in one of the networks; no list holds all. */
export function isInNetworks(address: string, networks: string[]): boolean {
  if (networks.length === 0) return true
  const [host = ''] = address.split('/')
  if (isIP(host) === 0) return false
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', bits] = network.split('/')
    list.addSubnet(base, Number(bits ?? 32), isIPv6(base) ? 'ipv6' : 'ipv4')
  }
  return list.check(host, isIPv6(host) ? 'ipv6' : 'ipv4')
}

export function wholeNumberFrom(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,15}$/, message)
    .transform(Number)
    .refine(number => number >= min && number <= max, message)
}

/** A port on this machine, or address and port, such as `10.0.0.5:9100` or `[::1]:9100`. */
export function portOrAddress() {
  return z
    .string()
    .regex(/^(?:.+:)?\d{1,5}$/, portMessage)
    .transform(text => {
      const [, host = '127.0.0.1', port] = /^(?:\[?(.+?)\]?:)?(\d+)$/.exec(text) ?? []
      return { host, port: Number(port) }
    })
    .refine(({ host, port }) => isHost(host) && port >= 1 && port <= 65_535, portMessage)
}

const portMessage = 'must be a port such as 9100, or with an address of this machine before it: 10.0.0.5:9100'

export function secret() {
  return z.string().min(32, 'must be at least 32 characters long')
}

/** Former secrets, the newest first, with commas between. */
export function secrets() {
  return z
    .string()
    .default('')
    .transform(text => text.split(',').flatMap(one => one.trim() || []))
    .refine(
      list => list.every(one => one.length >= 32),
      'must have at least 32 characters between its commas',
    )
}

/** A line of text on top of every page. */
export function announcement() {
  return z.string().max(160, 'must be at most 160 characters long').optional()
}

export function id() {
  return wholeNumberFrom(1, 2_147_483_647)
}

/** An address whose scheme matches `protocol`; `scheme` is the one that the error names. */
export function address(protocol: RegExp, scheme: string) {
  return z.url({ protocol, error: `must be an address that begins with ${scheme}://` })
}

/** The address of a database; it may name several servers of it, with commas between. */
export function databaseAddress() {
  const one = address(/^postgres(ql)?$/, 'postgres')
  return z
    .string()
    .refine(
      url => splitHosts(url).every(single => one.safeParse(single).success),
      'must be an address that begins with postgres://',
    )
}
