import { isIPv6 } from 'node:net'
import { z } from 'zod'
import { languages } from '../base/language.ts'
import { trimEndOf } from '../base/text.ts'
import { isLoopbackName } from './loopback.ts'

const optional = z.string().optional()
const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be a web address such as https://registry.example' })
  .transform(address => trimEndOf(address, '/'))
/** An address that our own addresses are built from, by appending a path. */
const baseAddress = webAddress.refine(
  address => !/[?#]|\/\/[^/]*@/.test(address),
  'must be a web address without a name before its host, and with nothing behind its path',
)
/** An address that keys or people's data are sent to: encrypted, unless it is on this machine. */
const encryptedAddress = baseAddress.refine(
  isEncryptedOrLocal,
  'must begin with https://, because keys travel there',
)
const emailAddress = z.email('must be an e-mail address such as help@registry.example')
const yesOrNo = z
  .enum(['true', 'false'], 'must be true or false')
  .default('false')
  .transform(value => value === 'true')

/** Every setting, read from the environment; docs/operating.md explains each one. */
export const settings = z
  .object({
    PORT: wholeNumber(0, 65_535).default(3000),
    HOST: z
      .string()
      .refine(isHost, 'must be an address of this machine such as 127.0.0.1')
      .default('127.0.0.1'),
    SITE_URL: baseAddress.optional(),
    SITE_NAME: z.string().default('Doron'),
    SITE_MARK: webAddress.optional(),
    DATA_DIR: z.string().default('data'),
    DATABASE_URL: address('postgres', 'postgresql').optional(),
    SECRET: secret().optional(),
    SECRET_PREVIOUS: secrets(),
    DIGEST_SECRET: secret().optional(),
    REGISTRY_API_URL: encryptedAddress.optional(),
    TRUST_PROXY: yesOrNo,
    ALLOWED_HOSTS: hostNames(),
    MAX_CONNECTIONS: wholeNumber(10, 1_000_000).default(5000),
    DEMO_ON_PURPOSE: yesOrNo,
    LOG_LEVEL: z
      .enum(
        ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
        'must be trace, debug, info, warn, error or silent',
      )
      .default('info'),

    SMTP_URL: address('smtp', 'smtps').optional(),
    MAIL_FROM: emailAddress.default('registry@doron.example'),
    MAIL_PER_HOUR: wholeNumber(100, 10_000_000).default(3000),
    MAIL_PER_DAY: wholeNumber(100, 100_000_000).default(20_000),
    SUPPORT_EMAIL: emailAddress.default('support@doron.example'),
    SECURITY_EMAIL: emailAddress.optional(),
    STAFF_EMAIL: emailAddress.optional(),
    STAFF_LANGUAGE: z.enum(languages, 'must be en or el').default('en'),
    SECURITY_LOG_DAYS: wholeNumber(30, 3650).default(365),
    ALARM_MONEY_OUT_CENTS: wholeNumber(1, 2_000_000_000).default(500_000),
    SUPPORT_PHONE: z.string().default('+30 210 000 0000'),

    SHOP_STORE_HASH: optional,
    SHOP_ACCESS_TOKEN: optional,
    SHOP_CLIENT_ID: optional,
    SHOP_CLIENT_SECRET: optional,
    SHOP_WEBHOOK_SECRET: optional,
    SHOP_API_URL: encryptedAddress.default('https://api.bigcommerce.com'),
    SHOP_GRAPHQL_URL: z
      .string()
      .regex(/^https?:\/\/\S+$/, 'must be a web address, with {store} and {channel} where they belong')
      .refine(isEncryptedOrLocal, 'must begin with https://, because keys travel there')
      .default('https://store-{store}-{channel}.mybigcommerce.com/graphql'),
    SHOP_STOREFRONT_URL: baseAddress.optional(),
    SHOP_CHECKOUT_ORIGINS: origins(),
    SHOP_TOKEN_EN: optional,
    SHOP_TOKEN_EL: optional,
    SHOP_CHANNEL_EN: id().default(1),
    SHOP_CHANNEL_EL: id().default(1_481_393),
    SHOP_GIFT_CARD_PRODUCT: id().default(186_584),
    SHOP_HOSTS_DELIVERY: z.string().default('Deliver to the hosts'),
    SHOP_GROUP_PRODUCT: id().optional(),
    SHOP_GROUP_OPTION_PRODUCT: id().optional(),
    SHOP_GROUP_OPTION_VARIANT: id().optional(),
    SHOP_GROUP_OPTION_REFERENCE: id().optional(),
    TAX_RATES_URL: encryptedAddress.optional(),
    TAX_RATES_AUTHORIZATION: optional,

    INVITATIONS_PER_DAY: wholeNumber(0, 100_000).default(300),
    SMS_URL: encryptedAddress.optional(),
    SMS_AUTHORIZATION: optional,
    SMS_SENDER: z.string().max(11, 'must be at most 11 letters').default('Doron'),
    SMS_COUNTRIES: z
      .string()
      .regex(/^[A-Z]{2}(,[A-Z]{2})*$/, 'must be country codes with commas between, such as GR,CY')
      .default('GR,CY')
      .transform(codes => codes.split(',')),
    SMS_PER_DAY: wholeNumber(0, 100_000).default(20),
    SMS_PARTS_PER_HOUR: wholeNumber(3, 1_000_000).default(60),
    SMS_PARTS_PER_DAY: wholeNumber(3, 10_000_000).default(300),

    GROUP_MINIMUM_CENTS: wholeNumber(1, 100_000).default(500),
    HOLD_MINUTES: wholeNumber(1, 1440).default(15),
    GIFT_CARD_YEARS: wholeNumber(0, 30).default(5),
    PAYOUT_DAYS: wholeNumber(0, 60).optional(),
    PICTURES_MB_PER_DAY: wholeNumber(1, 2_000_000).default(2000),
    /** After how many days without use a session ends (R109). */
    SESSION_IDLE_DAYS: wholeNumber(1, 30).default(14),
    PASSWORD_MIN: wholeNumber(6, 128).default(6),
    PASSWORD_MAX: wholeNumber(6, 1024).default(48),
    PASSWORD_REFUSE_COMMON: yesOrNo,

    ANALYTICS_TAG: z
      .string()
      .regex(
        /^(G|GTM)-[A-Z\d]+$/,
        'must be a measurement id such as G-ABC123 or a container such as GTM-ABC123',
      )
      .optional(),
    ANNOUNCEMENT_EN: announcement(),
    ANNOUNCEMENT_EL: announcement(),
    ANNOUNCEMENT_PATH: z
      .string()
      .regex(/^\/(?!\/)\S*$/, 'must be an address of this site such as /discover-more')
      .optional(),

    SOCIAL_FACEBOOK: webAddress.optional(),
    SOCIAL_INSTAGRAM: webAddress.optional(),
    SOCIAL_PINTEREST: webAddress.optional(),
    SOCIAL_TIKTOK: webAddress.optional(),
    SOCIAL_YOUTUBE: webAddress.optional(),
    COMPANY_NAME: optional,
    COMPANY_ADDRESS: optional,
    COMPANY_TAX_ID: optional,
    COMPANY_REGISTRY_ID: optional,
  })
  .superRefine((values, context) => {
    const missing = (key: string, condition: string) =>
      context.addIssue({ code: 'custom', path: [key], message: `must be set ${condition}` })
    if (values.SHOP_STORE_HASH) {
      for (const key of requiredForStore)
        if (values[key] === undefined) missing(key, 'when SHOP_STORE_HASH is')
    }
    if (values.TAX_RATES_URL && !values.TAX_RATES_AUTHORIZATION)
      missing('TAX_RATES_AUTHORIZATION', 'when TAX_RATES_URL is')
    if (values.PASSWORD_MAX < values.PASSWORD_MIN)
      context.addIssue({ code: 'custom', path: ['PASSWORD_MAX'], message: 'must not be below PASSWORD_MIN' })
  })

/** Settings that the connector needs; the other SHOP_* settings have defaults or are optional. */
const requiredForStore = [
  'SHOP_ACCESS_TOKEN',
  'SHOP_WEBHOOK_SECRET',
  'SHOP_STOREFRONT_URL',
  'SHOP_TOKEN_EN',
  'SHOP_TOKEN_EL',
  'SHOP_GROUP_PRODUCT',
  'SHOP_GROUP_OPTION_PRODUCT',
  'SHOP_GROUP_OPTION_VARIANT',
  'SHOP_GROUP_OPTION_REFERENCE',
] as const

function isEncryptedOrLocal(address: string): boolean {
  const url = URL.parse(address.replace(/[{}]/g, ''))
  return url !== null && (url.protocol === 'https:' || isLoopbackName(url.hostname))
}

/** Whether a browser would accept it as a host name or address. */
function isHost(host: string): boolean {
  return isIPv6(host) || URL.parse(`http://${host}`)?.hostname === host.toLowerCase()
}

/** Web addresses without a path, with commas between. */
function origins() {
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
function hostNames() {
  return z
    .string()
    .default('')
    .transform(text => text.split(',').flatMap(one => one.trim().toLowerCase() || []))
    .refine(
      names => names.every(name => isHost(name)),
      'must be host names with commas between, such as registry.example,www.registry.example',
    )
}

function wholeNumber(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,15}$/, message)
    .transform(Number)
    .refine(number => number >= min && number <= max, message)
}

function secret() {
  return z.string().min(32, 'must be at least 32 characters long')
}

/** Former secrets, the newest first, with commas between. */
function secrets() {
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
function announcement() {
  return z.string().max(160, 'must be at most 160 characters long').optional()
}

function id() {
  return wholeNumber(1, 2_147_483_647)
}

function address(...schemes: string[]) {
  const [first] = schemes
  return z.url({
    protocol: new RegExp(`^(${schemes.join('|')})$`),
    error: `must be an address that begins with ${first}://`,
  })
}
