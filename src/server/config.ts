import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import type { Language } from '../base/language.ts'
import { checkErasureLog, erasureFile } from './backup/erasure-log.ts'
import { makeDataFolder } from './data-folder.ts'
import { isDemonstration } from './loopback.ts'
import { settings } from './settings.ts'
import { findStorefronts } from './storefronts.ts'

/** Settings that can't be used; the message has a sentence for each wrong value, for whoever starts the app. */
export class ConfigError extends Error {}

export type Config = Omit<
  z.infer<typeof settings>,
  | 'SITE_URL'
  | 'TRUST_PROXY'
  | 'SECRET'
  | 'DIGEST_SECRET'
  | 'STAFF_EMAIL'
  | 'STAFF_CONSOLE'
  | 'ERASURE_LOG'
  | 'LOG_LEVEL'
  | 'PAYOUT_DAYS'
> & {
  /** Without a slash at its end. */
  SITE_URL: string
  /** Whether the visitor's address is the one that a proxy names. */
  TRUST_PROXY: boolean
  /** Whether a request belongs to the trace that it names. */
  trustsTraces: boolean
  /** Where links to the shop lead in each language, without a slash at the end; follows the shop's own word (R1332). */
  storefronts: Record<Language, string>
  /** The same addresses as the settings give them. */
  storefrontSettings: Readonly<Record<Language, string>>
  /** Signs cookies, links and references. */
  SECRET: string
  /** Makes the digests that addresses are known by; unlike SECRET it never changes. */
  DIGEST_SECRET: string
  /** The file that lists erased accounts, apart from the database. */
  ERASURE_LOG: string
  /** The address that letters to the staff go to (R941). */
  STAFF_EMAIL: string
  /** Whether the staff's console is on; by default in a demonstration alone. */
  STAFF_CONSOLE: boolean
  /** By default `info`; a demonstration's terminal is for its addresses, and shows warnings alone. */
  LOG_LEVEL: NonNullable<z.output<typeof settings>['LOG_LEVEL']>
  /** For how many days money waits after a payment (R511); by default not at all in a demonstration, where no days pass. */
  PAYOUT_DAYS: number
}

/** The term in which a buyer may withdraw from a contract. */
const defaultPayoutDays = 14

/**
 * Reads the settings; an empty value counts as not set. Without SECRET, creates a signing key and stores it in DATA_DIR.
 * Throws `ConfigError` naming every wrong value.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const values = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const { success, data, error } = settings.safeParse(values)
  const former = Object.keys(values).flatMap(key => {
    const [, now] = joinedSettings.find(([pattern]) => pattern.test(key)) ?? []
    return now ? `${key} is no setting any more; it is part of ${now}.` : []
  })
  if (former.length > 0) throw new ConfigError(former.join('\n'))
  if (!success) throw new ConfigError(error.issues.map(issue => formatIssue(issue, values)).join('\n'))
  const SECRET = data.SECRET ?? readOrCreateSecret(data.DATA_DIR)
  const SITE_URL = data.SITE_URL ?? findLocalUrl(data)
  const TRUST_PROXY = data.TRUST_PROXY !== 'false'
  const storefrontSettings = findStorefronts({ ...data, SITE_URL, TRUST_PROXY })
  const isDemo = isDemonstration({ ...data, SITE_URL, TRUST_PROXY })
  return {
    ...data,
    SITE_URL,
    TRUST_PROXY,
    trustsTraces: data.TRUST_PROXY === 'traces',
    storefronts: { ...storefrontSettings },
    storefrontSettings,
    SECRET,
    ERASURE_LOG: data.ERASURE_LOG ?? join(data.DATA_DIR, erasureFile),
    STAFF_EMAIL: data.STAFF_EMAIL ?? data.SUPPORT_EMAIL,
    STAFF_CONSOLE: data.STAFF_CONSOLE ?? isDemo,
    LOG_LEVEL: data.LOG_LEVEL ?? (isDemo ? 'warn' : 'info'),
    PAYOUT_DAYS: data.PAYOUT_DAYS ?? (isDemo ? 0 : defaultPayoutDays),
    // The oldest secret by default, so that a new SECRET doesn't forget who wants no more invitations.
    DIGEST_SECRET: data.DIGEST_SECRET ?? data.SECRET_PREVIOUS.at(-1) ?? SECRET,
  }
}

/**
 * Throws `ConfigError` when ERASURE_LOG can't be written: the site would open, and nobody could change a password, hide a
 * registry or be erased.
 */
export function requireErasureLog({ ERASURE_LOG }: Pick<Config, 'ERASURE_LOG'>): void {
  try {
    checkErasureLog(ERASURE_LOG)
  } catch (error) {
    throw new ConfigError(`ERASURE_LOG can't be written: ${(error as Error).message}.`)
  }
}

/** Settings that were joined into others; ignored, a site would run with fewer of its rules than its merchant believes. */
const joinedSettings: [RegExp, keyof typeof settings.shape][] = [
  [/^SHOP_(CHANNEL|TOKEN|STOREFRONT_URL|HOSTS_DELIVERY)(_E[NL])?$/, 'SHOP_CHANNELS'],
  [/^SHOP_(GROUP_PRODUCT|GROUP_OPTION_\w+|GIFT_CARD_PRODUCT)$/, 'SHOP_PRODUCTS'],
  [/^SOCIAL_[A-Z]+$/, 'SOCIAL'],
  [/^ANNOUNCEMENT_(E[NL]|PATH)$/, 'ANNOUNCEMENT'],
  [/^PASSWORD_(MIN|MAX)$/, 'PASSWORD_LENGTH'],
  [/^SMS_(URL|AUTHORIZATION)$/, 'SMS_SERVICE'],
  [/^TAX_RATES_(URL|AUTHORIZATION)$/, 'TAX_RATES'],
  [/^TRUST_TRACEPARENT$/, 'TRUST_PROXY'],
  [/^METRICS_HOST$/, 'METRICS_PORT'],
]

function formatIssue(
  { path, message }: z.core.$ZodIssue,
  values: Record<string, string | undefined>,
): string {
  const key = String(path[0])
  const value = values[key]
  const isSecret = /SECRET|TOKEN|DATABASE_URL|SMTP_URL|SMS_SERVICE|TAX_RATES|SHOP_CHANNELS/.test(key)
  return `${key} ${message}${value && !isSecret ? `, not "${value}"` : ''}.`
}

/** The address at which a browser on this machine reaches the server. */
function findLocalUrl({ HOST, PORT }: { HOST: string; PORT: number }): string {
  const host = ['0.0.0.0', '::'].includes(HOST) ? 'localhost' : HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`
}

function readOrCreateSecret(dataDir: string): string {
  const path = join(dataDir, 'secret')
  try {
    makeDataFolder(dataDir)
    if (!fs.existsSync(path)) writeOnce(path, randomBytes(32).toString('base64url'))
    return fs.readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new ConfigError(`DATA_DIR can't be used: ${(error as Error).message}.`)
  }
}

/** Writes the file unless another process that starts at the same time was first. */
function writeOnce(path: string, text: string): void {
  try {
    fs.writeFileSync(path, text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
