import { z } from 'zod'
import { languages } from '../base/language.ts'
import { findChannelMistakes } from './channel-settings.ts'
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
  portOrAddress,
  secret,
  secrets,
  webAddress,
  wholeNumberFrom,
  yesOrNo,
  yesUnlessNo,
} from './setting-kinds.ts'

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
    DATABASE_URL: databaseAddress().optional(),
    DATABASE_DIRECT_URL: databaseAddress().optional(),
    DATABASE_POOL: wholeNumberFrom(2, 500).default(12),
    MIGRATE_AT_START: yesUnlessNo,
    SECRET: secret().optional(),
    SECRET_PREVIOUS: secrets(),
    DIGEST_SECRET: secret().optional(),
    REGISTRY_API_URL: encryptedAddress.optional(),
    TRUST_PROXY: z.enum(['true', 'false', 'traces'], 'must be true, false or traces').default('false'),
    ALLOWED_HOSTS: hostNameList(),
    ROLE: z.enum(['all', 'web', 'worker'], 'must be all, web or worker').default('all'),
    METRICS_PORT: portOrAddress().optional(),
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
    MAIL_BOUNCE_TOKEN: secret().optional(),
    MAIL_PER_DAY: wholeNumberFrom(500, 100_000_000).default(20_000),
    SUPPORT_EMAIL: emailAddress.default('support@doron.example'),
    SECURITY_EMAIL: emailAddress.optional(),
    STAFF_EMAIL: emailAddress.optional(),
    STAFF_LANGUAGE: z.enum(languages, 'must be en or el').default('en'),
    STAFF_CONSOLE: maybeYesOrNo,
    STAFF_NETWORKS: networkList(),
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
    SHOP_STOREFRONT_URL: baseAddress.optional(),
    SHOP_STOREFRONT_URL_EN: baseAddress.optional(),
    SHOP_STOREFRONT_URL_EL: baseAddress.optional(),
    SHOP_CHECKOUT_ORIGINS: origins(),
    PICTURE_HOSTS: hostNameList(),
    SHOP_TOKEN_EN: optional,
    SHOP_TOKEN_EL: optional,
    SHOP_CHANNEL_EN: id().default(1),
    SHOP_CHANNEL_EL: id().default(1_481_393),
    SHOP_GIFT_CARD_PRODUCT: id().default(186_584),
    SHOP_HOSTS_DELIVERY: z.string().default('Deliver to the hosts'),
    SHOP_HOSTS_DELIVERY_EN: optional,
    SHOP_HOSTS_DELIVERY_EL: optional,
    SHOP_GROUP_PRODUCT: id().optional(),
    SHOP_GROUP_OPTION_PRODUCT: id().optional(),
    SHOP_GROUP_OPTION_VARIANT: id().optional(),
    SHOP_GROUP_OPTION_REFERENCE: id().optional(),
    SHOP_GROUP_TAX_CLASS: optional,
    HOST_ORDER_TAX: z.enum(['products', 'none'], 'must be products or none').default('products'),
    TAX_RATES_URL: encryptedAddress.optional(),
    TAX_RATES_AUTHORIZATION: optional,

    INVITATIONS_PER_DAY: wholeNumberFrom(0, 100_000).default(300),
    SMS_URL: encryptedAddress.optional(),
    SMS_AUTHORIZATION: optional,
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
    PENDING_DAYS: wholeNumberFrom(1, 60).default(7),
    /** After how many days without use a session ends (R109). */
    SESSION_IDLE_DAYS: wholeNumberFrom(1, 30).default(14),
    PASSWORD_MIN: wholeNumberFrom(6, 128).default(6),
    PASSWORD_MAX: wholeNumberFrom(6, 1024).default(48),
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
      for (const { key, message } of findChannelMistakes(values))
        context.addIssue({ code: 'custom', path: [key], message })
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
  'SHOP_TOKEN_EN',
  'SHOP_GROUP_PRODUCT',
  'SHOP_GROUP_OPTION_PRODUCT',
  'SHOP_GROUP_OPTION_VARIANT',
  'SHOP_GROUP_OPTION_REFERENCE',
] as const
