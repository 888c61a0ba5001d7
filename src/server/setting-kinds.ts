import { BlockList, isIP, isIPv6 } from 'node:net'
import { z } from 'zod'
import { languages, mapEachLanguage } from '../base/language.ts'
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
const trueOrFalse = z.enum(['true', 'false'], 'must be true or false')
const isTrue = (value: 'true' | 'false') => value === 'true'
export const yesUnlessNo = trueOrFalse.default('true').transform(isTrue)
/** Undefined when it is not set. */
export const maybeYesOrNo = trueOrFalse.transform(isTrue).optional()
export const yesOrNo = trueOrFalse.default('false').transform(isTrue)

export function isEncryptedOrLocal(address: string): boolean {
  const url = URL.parse(address.replace(/[{}]/g, ''))
  return url !== null && (url.protocol === 'https:' || isLoopbackName(url.hostname))
}

/** Whether a browser would accept it as a host name or address. */
export function isHost(host: string): boolean {
  return isIPv6(host) || URL.parse(`http://${host}`)?.hostname === host.toLowerCase()
}

/** Parts with commas between, none by default; each has to be right. */
function listOf(isRight: (part: string) => boolean, message: string) {
  return z
    .string()
    .default('')
    .transform(text => text.split(',').flatMap(one => one.trim() || []))
    .refine(list => list.every(isRight), message)
}

/** Web addresses without a path, with commas between. */
export const origins = listOf(
  one => /^https?:/.test(one) && URL.parse(one)?.origin === one,
  'must be web addresses without a path and with commas between, such as https://checkout.example',
)

/** Host names with commas between, as browsers send them. */
export const hostNameList = listOf(
  isHost,
  'must be host names with commas between, such as registry.example,www.registry.example',
).transform(names => names.map(name => name.toLowerCase()))

/** Networks with commas between, such as `192.0.2.0/24,2001:db8::/48`; an IPv6 one has at most 64 bits. */
export const networkList = listOf(
  isNetwork,
  'must be networks with commas between, such as 192.0.2.0/24,2001:db8::/48 (IPv6 up to /64)',
)

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

/** What of a list such as `en:…,el:…` belongs to which name; parts that begin with another name are refused. */
export function splitByName<Name extends string>(
  text: string,
  names: readonly Name[],
  context: { addIssue(message: string): void },
): Map<Name, string> {
  const found = new Map<Name, string>()
  for (const part of text.split(/,(?=[a-z]+:)/)) {
    const [, start = '', rest = ''] = /^\s*([a-z]+):(.*)$/s.exec(part) ?? []
    const name = names.find(one => one === start)
    const allowed = names.map(one => `${one}:`).join(' or ')
    if (name === undefined) context.addIssue(`must begin each of its parts with ${allowed}`)
    else if (found.has(name)) context.addIssue(`must have ${name}: only once`)
    else found.set(name, rest)
  }
  return found
}

/** The address of a service, and after a space the `Authorization` header that it asks for. */
export const service = z.string().transform((text, context) => {
  const [url = '', ...rest] = text.trim().split(/\s+/)
  const parsed = encryptedAddress.safeParse(url)
  for (const { message } of parsed.error?.issues ?? []) context.addIssue(message)
  return parsed.success ? { url: parsed.data, authorization: rest.join(' ') || undefined } : z.NEVER
})

/** The networks that a shop's footer may link to (R805), each with the hosts of its pages. */
const networkHosts = {
  Facebook: /(^|\.)(facebook\.com|fb\.com)$/,
  Instagram: /(^|\.)instagram\.com$/,
  Pinterest: /(^|\.)pinterest(\.[a-z]{2,10}){1,2}$/,
  TikTok: /(^|\.)tiktok\.com$/,
  YouTube: /(^|\.)(youtube\.com|youtu\.be)$/,
}
export type SocialNetwork = keyof typeof networkHosts
export const socialNetworks = Object.keys(networkHosts) as SocialNetwork[]

/** Addresses of the shop's pages on those networks, with commas between; in the order of the networks. */
export const socialPages = z
  .string()
  .default('')
  .transform((text, context) => {
    const pages = text.split(',').flatMap(one => {
      const url = trimEndOf(one.trim(), '/')
      const name = socialNetworks.find(network => networkHosts[network].test(URL.parse(url)?.hostname ?? ''))
      if (url && !(name && webAddress.safeParse(url).success))
        context.addIssue(`must be addresses at ${socialNetworks.join(', ')}, with commas between`)
      return name ? [{ name, url }] : []
    })
    return pages.sort((a, b) => socialNetworks.indexOf(a.name) - socialNetworks.indexOf(b.name))
  })

const lengthsMessage = 'must be the fewest and the most characters, from 6 to 1024, such as 8-64'
/** How many characters a password has, such as `8-64`. */
export const passwordLengths = z
  .string()
  .regex(/^\d{1,4}-\d{1,4}$/, lengthsMessage)
  .default('6-48')
  .transform(text => {
    const [min = 0, max = 0] = text.split('-').map(Number)
    return { min, max }
  })
  .refine(({ min, max }) => min >= 6 && min <= 128 && max >= min && max <= 1024, lengthsMessage)

/** The store's products that orders are made of: `group:PRODUCT:OPTION:OPTION:OPTION,card:PRODUCT`. */
export const shopProducts = z
  .string()
  .default('card:186584')
  .transform((text, context) => {
    const parts = splitByName(text, ['group', 'card', 'made'] as const, context)
    const numbers = (part: string | undefined) => (part === undefined ? [] : part.split(':').map(Number))
    const [group, product, variant, reference, ...more] = numbers(parts.get('group'))
    const [card = 186_584, ...others] = numbers(parts.get('card'))
    const [made, ...rest] = numbers(parts.get('made'))
    const all = [group, product, variant, reference, card, made].filter(one => one !== undefined)
    const isGroupWhole = [1, 4].includes(numbers(parts.get('group')).length || 1)
    if (
      !isGroupWhole ||
      more.length > 0 ||
      others.length + rest.length > 0 ||
      !all.every(one => Number.isInteger(one) && one > 0)
    )
      context.addIssue(
        'must be group:PRODUCT:OPTION:OPTION:OPTION,card:PRODUCT,made:PRODUCT, with the numbers that the store gave',
      )
    return {
      /** The generic product that contributions are ordered as, and its options for product, variant and reference. */
      group:
        group && product && variant && reference
          ? { productId: group, options: { product, variant, reference } }
          : undefined,
      groupProductId: group,
      /** The product that gift cards are variants of. */
      card,
      /** The gift card that `shop:connect` made (R1310). */
      made,
    }
  })

/** A line of text on top of every page, in each language, and where it leads: `en:…,el:…,path:/discover-more`. */
export const announcement = z
  .string()
  .default('')
  .transform((text, context) => {
    const parts = text
      ? splitByName(text, [...languages, 'path'] as const, context)
      : new Map<string, string>()
    for (const language of languages)
      if ((parts.get(language)?.length ?? 0) > 160)
        context.addIssue('must have lines of at most 160 characters')
    const path = parts.get('path')?.trim()
    if (path !== undefined && !/^\/(?!\/)\S*$/.test(path))
      context.addIssue('must have an address of this site such as /discover-more after path:')
    return { texts: mapEachLanguage(language => parts.get(language)?.trim() ?? ''), path }
  })

const portMessage = 'must be a port such as 9100, or with an address of this machine before it: 10.0.0.5:9100'
/** A port on this machine, or address and port, such as `10.0.0.5:9100` or `[::1]:9100`. */
export const portOrAddress = z
  .string()
  .regex(/^(?:.+:)?\d{1,5}$/, portMessage)
  .transform(text => {
    const [, host = '127.0.0.1', port] = /^(?:\[?(.+?)\]?:)?(\d+)$/.exec(text) ?? []
    return { host, port: Number(port) }
  })
  .refine(({ host, port }) => isHost(host) && port >= 1 && port <= 65_535, portMessage)

export const secret = z.string().min(32, 'must be at least 32 characters long')

/** Former secrets, the newest first, with commas between. */
export const secrets = listOf(one => one.length >= 32, 'must have at least 32 characters between its commas')

export const id = wholeNumberFrom(1, 2_147_483_647)

/** An address whose scheme matches `protocol`; `scheme` is the one that the error names. */
export function address(protocol: RegExp, scheme: string) {
  return z.url({ protocol, error: `must be an address that begins with ${scheme}://` })
}

const oneDatabase = address(/^postgres(ql)?$/, 'postgres')
/** The address of a database; it may name several servers of it, with commas between. */
export const databaseAddress = z
  .string()
  .refine(
    url => splitHosts(url).every(single => oneDatabase.safeParse(single).success),
    'must be an address that begins with postgres://',
  )
