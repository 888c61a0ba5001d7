import { createHash, randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { join } from 'node:path'
import type { MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import { type Config, ConfigError } from '../server/config.ts'
import { isEqualConstantTime } from '../server/context/signing.ts'
import { makeDataFolder } from '../server/data-folder.ts'
import { visitorAddress } from '../server/http/address.ts'
import { type DemoSettings, isDemonstration } from '../server/loopback.ts'

/** Throws ConfigError for an embedded shop that others can reach, unless that is on purpose (R952). */
export function refuseOpenDemonstration(config: DemoSettings & Pick<Config, 'DEMO_ON_PURPOSE'>): void {
  if (config.SHOP_STORE_HASH !== undefined || isDemonstration(config) || config.DEMO_ON_PURPOSE) return
  throw new ConfigError(
    'Without a store (SHOP_STORE_HASH) this is a demonstration, which belongs to this machine alone: HOST and SITE_URL ' +
      'must be localhost or 127.0.0.1, and TRUST_PROXY false. To show it to others, set DEMO_ON_PURPOSE=true; its ' +
      'back office and its outboxes then ask for a password.',
  )
}

const passwordFile = (dataDir: string) => join(dataDir, 'demo-password')

/** Enough that nobody guesses it, and that its digest needs no salt and no slow function. */
export function newDemoPassword(): string {
  return randomBytes(16).toString('base64url')
}

/**
 * Creates the password of the open demonstration unless there is one; null then, because only its digest is kept (in
 * DATA_DIR/demo-password; whoever deletes that file gets a new one).
 */
export function createDemoPassword(dataDir: string): string | null {
  const password = newDemoPassword()
  try {
    makeDataFolder(dataDir)
    fs.writeFileSync(passwordFile(dataDir), digestOf(password), { flag: 'wx', mode: 0o600 })
    return password
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return null
  }
}

/** Whether the demonstration of this data folder was ever open to others, so that its host has a password of its own. */
export function wasDemoOpen(dataDir: string): boolean {
  return fs.existsSync(passwordFile(dataDir))
}

/**
 * Stands before the outboxes and the back office (R951, R952). On this machine alone it refuses what came through a proxy
 * or a tunnel; in an open demonstration it asks for the password.
 */
export function guardDemonstration(config: Config, now: () => Date = () => new Date()): MiddlewareHandler {
  return isDemonstration(config) ? refuseForwarded : askForPassword(config, now)
}

/** Headers of proxies, tunnels and delivery networks; a browser on this machine sends none of them. */
const forwardingHeader =
  /^(?:forwarded|via|cdn-loop|true-client-ip|x-real-ip|x-client-ip|x-cluster-client-ip|(?:x-forwarded|x-original|x-envoy|x-azure|x-arr|x-amzn?|cf|fly|fastly|ngrok|tailscale)(?:-[\w-]+)?)$/

const refuseForwarded: MiddlewareHandler = async (c, next) => {
  if ([...c.req.raw.headers.keys()].some(name => forwardingHeader.test(name)))
    return c.text('This part of the demonstration is for this machine alone, and not through a proxy.', 403)
  return next()
}

/** Wrong passwords in a minute from one address; beyond them none is looked at. */
const maxFailures = 10

function askForPassword({ DATA_DIR, TRUST_PROXY }: Config, now: () => Date): MiddlewareHandler {
  const failures = new LRUCache<string, number>({ max: 10_000 })
  return async (c, next) => {
    c.header('cache-control', 'no-store')
    const minute = Math.floor(now().getTime() / 60_000)
    const who = `${visitorAddress(c, TRUST_PROXY)} ${minute}`
    const failed = failures.get(who) ?? 0
    if (failed >= maxFailures)
      return c.text('Too many wrong passwords. Try again in a minute.', 429, { 'retry-after': '60' })
    const given = passwordOf(c.req.header('authorization'))
    if (given !== null && isDemoPassword(given, DATA_DIR)) return next()
    if (given !== null) failures.set(who, failed + 1)
    return c.text('The password was printed at the first start.', 401, {
      'www-authenticate': 'Basic realm="Demonstration", charset="UTF-8"',
    })
  }
}

/** The password of an `Authorization: Basic` header, with whatever name; null without one. */
function passwordOf(header: string | undefined): string | null {
  const encoded = /^basic +([\w+/=-]{1,1000})$/i.exec(header ?? '')?.[1]
  if (encoded === undefined) return null
  const pair = Buffer.from(encoded, 'base64').toString()
  return pair.slice(pair.indexOf(':') + 1)
}

function isDemoPassword(given: string, dataDir: string): boolean {
  if (!wasDemoOpen(dataDir)) return false
  return isEqualConstantTime(digestOf(given), fs.readFileSync(passwordFile(dataDir), 'utf8'))
}

function digestOf(password: string): string {
  return createHash('sha256').update(password).digest('hex')
}
