import { z } from 'zod'
import { type Language, languages } from '../base/language.ts'
import type { ChannelSettings } from '../shop/port-store.ts'
import {
  address,
  announcement,
  baseAddress,
  databaseAddress,
  emailAddress,
  encryptedAddress,
  hostNameList,
  id,
  isEncryptedOrLocal,
  isHost,
  maybeYesOrNo,
  networkList,
  optional,
  origins,
  passwordLengths,
  portOrAddress,
  secret,
  secrets,
  service,
  shopProducts,
  socialPages,
  splitByName,
  webAddress,
  wholeNumberFrom,
  yesOrNo,
  yesUnlessNo,
} from './setting-kinds.ts'

type Channels = Record<Language, ChannelSettings>

const defaultDelivery = 'Deliver to the hosts'
const form = 'en:CHANNEL:TOKEN:ADDRESS:DELIVERY,el:…'

/**
 * `en:1:TOKEN:https://shop.example:Deliver to the hosts,el:1481393:…`; what is left out at the end of a part is not known
 * yet. One channel may serve several languages (R954): what one of them leaves out is that of the other.
 */
const channelList = z
  .string()
  .default('en:1,el:1481393')
  .transform((text, context): Channels => {
    const parts = splitByName(text, languages, context)
    const found: Partial<Channels> = {}
    for (const language of languages) {
      const part = parts.get(language)
      if (part === undefined) refuse(context, `must name each language as in ${form}; ${language} is missing`)
      else found[language] = parseChannel(language, part, context)
    }
    return context.issues.length > 0 ? z.NEVER : joinChannels(found as Channels, context)
  })

/** What a store's channels lack before they can be used. */
function findMissingChannelParts(channels: Channels): string[] {
  return languages.flatMap(language => [
    ...(channels[language].token ? [] : [`must have the storefront token of ${language}: ${form}`]),
    ...(channels[language].url ? [] : [`must have the storefront's address of ${language}: ${form}`]),
  ])
}

interface Context {
  issues: unknown[]
  addIssue(message: string): void
}

const refuse = (context: Context, message: string) => context.addIssue(message)

function parseChannel(language: Language, text: string, context: Context): ChannelSettings {
  const [number = '', token = '', ...rest] = text.split(':')
  const [, address = '', delivery = ''] =
    /^((?:https?:\/\/[^:/]*(?::\d+)?(?:\/[^:]*)?|[^:]*))(?::(.*))?$/.exec(rest.join(':')) ?? []
  const channel = id.safeParse(number.trim())
  if (!channel.success) refuse(context, `must have the number of a channel after "${language}:"`)
  const url = address.trim() ? baseAddress.safeParse(address.trim()) : undefined
  if (url && !url.success) refuse(context, `must have the address of a storefront for ${language}: ${form}`)
  return {
    id: channel.data ?? 0,
    token: token.trim() || undefined,
    url: url?.data,
    delivery: delivery.trim(),
  }
}

/** One channel has one token and one site. */
function joinChannels(channels: Channels, context: Context): Channels {
  const joined = { ...channels }
  for (const [channel, same] of Map.groupBy(languages, language => channels[language].id)) {
    const its = same.map(language => channels[language])
    const tokens = new Set(its.flatMap(one => one.token ?? []))
    const sites = new Set(its.flatMap(one => (one.url === undefined ? [] : new URL(one.url).origin)))
    const why = `because channel ${channel} is that of ${same.join(' and ')}`
    if (tokens.size > 1) refuse(context, `must have the same token twice, or once, ${why}`)
    if (sites.size > 1) refuse(context, `must have addresses on one site, ${why}`)
    const [url, delivery] = [its.find(one => one.url)?.url, its.find(one => one.delivery)?.delivery]
    for (const language of same)
      joined[language] = {
        id: channel,
        token: [...tokens][0],
        url: channels[language].url ?? url,
        delivery: channels[language].delivery || delivery || defaultDelivery,
      }
  }
  return joined
}

/** Every setting, read from the environment; docs/operating.md explains each one. */
export const settings = z
  .object({
    PORT: wholeNumberFrom(0, 65_535).default(3000),
    HOST: z
      .string()
      .refine(isHost, 'must be an address of this machine such as 127.0.0.1')
      .default('127.0.0.1'),
    SITE_URL: baseAddress.optional(),
    SITE_NAME: z.string().default('Doron'),
    SITE_MARK: webAddress.optional(),
    DATA_DIR: z.string().default('data'),
    ERASURE_LOG: optional,
    DATABASE_URL: databaseAddress.optional(),
    DATABASE_DIRECT_URL: databaseAddress.optional(),
    DATABASE_POOL: wholeNumberFrom(2, 500).default(12),
    MIGRATE_AT_START: yesUnlessNo,
    SECRET: secret.optional(),
    SECRET_PREVIOUS: secrets,
    DIGEST_SECRET: secret.optional(),
    REGISTRY_API_URL: encryptedAddress.optional(),
    TRUST_PROXY: z.enum(['true', 'false', 'traces'], 'must be true, false or traces').default('false'),
    ALLOWED_HOSTS: hostNameList,
    ROLE: z.enum(['all', 'web', 'worker'], 'must be all, web or worker').default('all'),
    METRICS_PORT: portOrAddress.optional(),
    DRAIN_SECONDS: wholeNumberFrom(0, 300).optional(),
    DEMO_ON_PURPOSE: yesOrNo,
    DEMO_SHOP_QUOTA: wholeNumberFrom(10, 1_000_000).default(450),
    LOG_LEVEL: z
      .enum(
        ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
        'must be trace, debug, info, warn, error or silent',
      )
      .optional(),

    SMTP_URL: address(/^smtps?$/, 'smtp').optional(),
    MAIL_FROM: emailAddress.default('registry@doron.example'),
    MAIL_BOUNCE_TOKEN: secret.optional(),
    MAIL_PER_DAY: wholeNumberFrom(500, 100_000_000).default(20_000),
    SUPPORT_EMAIL: emailAddress.default('support@doron.example'),
    SECURITY_EMAIL: emailAddress.optional(),
    STAFF_EMAIL: emailAddress.optional(),
    STAFF_LANGUAGE: z.enum(languages, 'must be en or el').default('en'),
    STAFF_CONSOLE: maybeYesOrNo,
    STAFF_NETWORKS: networkList,
    STAFF_ALONE_CENTS: wholeNumberFrom(0, 2_000_000_000).default(20_000),
    STAFF_ALONE_DAY_CENTS: wholeNumberFrom(0, 2_000_000_000).default(50_000),
    STAFF_ALONE_MONTH_CENTS: wholeNumberFrom(0, 2_000_000_000).default(100_000),
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
    SHOP_CHANNELS: channelList,
    SHOP_PRODUCTS: shopProducts,
    SHOP_CHECKOUT_ORIGINS: origins,
    PICTURE_HOSTS: hostNameList,
    SHOP_GROUP_TAX_CLASS: optional,
    HOST_ORDER_TAX: z.enum(['products', 'none'], 'must be products or none').default('products'),
    TAX_RATES: service
      .refine(
        ({ authorization }) => authorization !== undefined,
        'must have the Authorization header that the service asks for after its address',
      )
      .optional(),

    INVITATIONS_PER_DAY: wholeNumberFrom(0, 100_000).default(300),
    SMS_SERVICE: service.optional(),
    SMS_SENDER: z.string().max(11, 'must be at most 11 letters').default('Doron'),
    SMS_COUNTRIES: z
      .string()
      .regex(/^[A-Z]{2}(,[A-Z]{2})*$/, 'must be country codes with commas between, such as GR,CY')
      .default('GR,CY')
      .transform(codes => codes.split(',')),
    SMS_PER_DAY: wholeNumberFrom(0, 100_000).default(20),
    SMS_PARTS_PER_DAY: wholeNumberFrom(10, 10_000_000).default(300),

    GROUP_MINIMUM_CENTS: wholeNumberFrom(1, 100_000).default(500),
    HOLD_MINUTES: wholeNumberFrom(1, 1440).default(15),
    GIFT_CARD_YEARS: wholeNumberFrom(0, 30).default(5),
    PAYOUT_DAYS: wholeNumberFrom(0, 60).optional(),
    /** The shop's own function for withdrawing from a contract, instead of ours (R517). */
    WITHDRAWAL_URL: z.url({ protocol: /^https$/, error: 'must begin with https://' }).optional(),
    /** Off by default, because the shop itself writes to givers (R1430). */
    TELL_GIVERS_OF_REFUNDS: yesOrNo,
    PENDING_DAYS: wholeNumberFrom(1, 60).default(7),
    /** After how many days without use a session ends (R109). */
    SESSION_IDLE_DAYS: wholeNumberFrom(1, 30).default(14),
    PASSWORD_LENGTH: passwordLengths,
    PASSWORD_REFUSE_COMMON: yesOrNo,

    ANALYTICS_TAG: z
      .string()
      .regex(
        /^(G|GTM)-[A-Z\d]+$/,
        'must be a measurement id such as G-ABC123 or a container such as GTM-ABC123',
      )
      .optional(),
    ANNOUNCEMENT: announcement,
    SOCIAL: socialPages,
    COMPANY_NAME: optional,
    COMPANY_ADDRESS: optional,
    COMPANY_TAX_ID: optional,
    COMPANY_REGISTRY_ID: optional,
  })
  .superRefine((values, context) => {
    const refuse = (key: string, message: string) =>
      context.addIssue({ code: 'custom', path: [key], message })
    if (!values.SHOP_STORE_HASH) return
    for (const key of requiredForStore)
      if (values[key] === undefined) refuse(key, 'must be set when SHOP_STORE_HASH is')
    for (const message of findMissingChannelParts(values.SHOP_CHANNELS)) refuse('SHOP_CHANNELS', message)
    if (!values.SHOP_PRODUCTS.group)
      refuse('SHOP_PRODUCTS', 'must have group:PRODUCT:OPTION:OPTION:OPTION when SHOP_STORE_HASH is set')
  })

/** Settings that the connector needs; the other SHOP_* settings have defaults or are optional. */
const requiredForStore = ['SHOP_ACCESS_TOKEN', 'SHOP_WEBHOOK_SECRET'] as const
