import { createHmac } from 'node:crypto'
import type { Language } from '../../base/language.ts'

/** Where the shop is and how this product shows itself there. */
export interface ShopConnection {
  /** The REST API of the one store: `https://api.bigcommerce.com/stores/{hash}`, without a slash at its end. */
  restUrl: string
  /** The Storefront GraphQL address; `{channel}` stands for the channel's id. */
  graphqlUrl: string
  credentials: ShopCredentials
  channels: Record<Language, number>
  groupGift: GroupGiftProduct
  giftCardProductId: number
  /** How the merchant calls the delivery to the hosts. */
  hostsDeliveryMethod: string
  /** The public address of the storefront, without a slash at its end. */
  storefrontUrl: string
  webhooks: WebhookKeys
  /** A service of its own that answers the tax rates, instead of the shop (spec §7). */
  taxRates?: { url: string; authorization: string }
}

export interface ShopCredentials {
  storeHash: string
  accessToken: string
  /** Of the API account; the id and the secret sign a customer in at the storefront. */
  clientId?: string
  clientSecret?: string
  /** Private storefront tokens by channel id; the channel's token decides the language. */
  storefrontTokens: Record<string, string>
}

/** The generic product whose price and name are ours, and the ids of its three written options. */
export interface GroupGiftProduct {
  productId: number
  options: { product: number; variant: number; reference: number }
}

export interface WebhookKeys {
  /** Our own, put into a header when a webhook is made. */
  secret: string
  /** True when every delivery must be signed; otherwise a signature is checked where there is one. */
  requireSignature: boolean
}

/** The settings that lead to a BigCommerce store; names as in the environment. */
export interface ShopSettings {
  SHOP_STORE_HASH?: string | undefined
  SHOP_ACCESS_TOKEN?: string | undefined
  SHOP_CLIENT_ID?: string | undefined
  SHOP_CLIENT_SECRET?: string | undefined
  SHOP_WEBHOOK_SECRET?: string | undefined
  SHOP_API_URL: string
  SHOP_GRAPHQL_URL: string
  SHOP_STOREFRONT_URL?: string | undefined
  SHOP_GIFT_CARD_PRODUCT: number
  SHOP_HOSTS_DELIVERY: string
  SHOP_TOKEN_EN?: string | undefined
  SHOP_TOKEN_EL?: string | undefined
  SHOP_CHANNEL_EN: number
  SHOP_CHANNEL_EL: number
  SHOP_GROUP_PRODUCT?: number | undefined
  SHOP_GROUP_OPTION_PRODUCT?: number | undefined
  SHOP_GROUP_OPTION_VARIANT?: number | undefined
  SHOP_GROUP_OPTION_REFERENCE?: number | undefined
  TAX_RATES_URL?: string | undefined
  TAX_RATES_AUTHORIZATION?: string | undefined
}

/** The merchant's store; null when the settings name none, which means the embedded shop. */
export function shopConnectionFrom(settings: ShopSettings): ShopConnection | null {
  const hash = settings.SHOP_STORE_HASH
  if (hash === undefined) return null
  const { SHOP_CLIENT_ID: clientId, SHOP_CLIENT_SECRET: clientSecret } = settings
  return {
    restUrl: `${settings.SHOP_API_URL}/stores/${hash}`,
    graphqlUrl: settings.SHOP_GRAPHQL_URL.replaceAll('{store}', hash),
    credentials: {
      storeHash: hash,
      accessToken: set(settings.SHOP_ACCESS_TOKEN),
      ...(clientId !== undefined && { clientId }),
      ...(clientSecret !== undefined && { clientSecret }),
      storefrontTokens: {
        [settings.SHOP_CHANNEL_EN]: set(settings.SHOP_TOKEN_EN),
        [settings.SHOP_CHANNEL_EL]: set(settings.SHOP_TOKEN_EL),
      },
    },
    channels: channelsOf(settings),
    groupGift: {
      productId: set(settings.SHOP_GROUP_PRODUCT),
      options: {
        product: set(settings.SHOP_GROUP_OPTION_PRODUCT),
        variant: set(settings.SHOP_GROUP_OPTION_VARIANT),
        reference: set(settings.SHOP_GROUP_OPTION_REFERENCE),
      },
    },
    giftCardProductId: settings.SHOP_GIFT_CARD_PRODUCT,
    hostsDeliveryMethod: settings.SHOP_HOSTS_DELIVERY,
    storefrontUrl: set(settings.SHOP_STOREFRONT_URL),
    webhooks: { secret: set(settings.SHOP_WEBHOOK_SECRET), requireSignature: false },
    ...taxRatesOf(settings),
  }
}

type EmbeddedSettings = Pick<
  ShopSettings,
  'SHOP_CHANNEL_EN' | 'SHOP_CHANNEL_EL' | 'TAX_RATES_URL' | 'TAX_RATES_AUTHORIZATION'
> & { SHOP_GIFT_CARD_PRODUCT?: number }

/** The gift card of the embedded catalogue. */
const embeddedGiftCard = 186_584

/** The embedded shop at its public address, with the credentials it made itself; it signs every webhook. */
export function embeddedShopConnection(
  baseUrl: string,
  shop: { credentials: ShopCredentials & { clientSecret: string }; groupGift: GroupGiftProduct },
  settings: EmbeddedSettings,
): ShopConnection {
  return {
    restUrl: `${baseUrl}/stores/${shop.credentials.storeHash}`,
    graphqlUrl: `${baseUrl}/graphql`,
    credentials: shop.credentials,
    channels: channelsOf(settings),
    groupGift: shop.groupGift,
    giftCardProductId: settings.SHOP_GIFT_CARD_PRODUCT ?? embeddedGiftCard,
    hostsDeliveryMethod: 'Deliver to the hosts',
    storefrontUrl: baseUrl,
    webhooks: {
      secret: createHmac('sha256', shop.credentials.clientSecret).update('doron hook key').digest('hex'),
      requireSignature: true,
    },
    ...taxRatesOf(settings),
  }
}

function channelsOf(
  settings: Pick<ShopSettings, 'SHOP_CHANNEL_EN' | 'SHOP_CHANNEL_EL'>,
): Record<Language, number> {
  return { en: settings.SHOP_CHANNEL_EN, el: settings.SHOP_CHANNEL_EL }
}

function taxRatesOf({
  TAX_RATES_URL: url,
  TAX_RATES_AUTHORIZATION: authorization,
}: Pick<ShopSettings, 'TAX_RATES_URL' | 'TAX_RATES_AUTHORIZATION'>): Pick<ShopConnection, 'taxRates'> {
  return url && authorization ? { taxRates: { url, authorization } } : {}
}

/** The settings' own schema makes sure that these are there. */
function set<T>(value: T | undefined): T {
  if (value === undefined) throw new TypeError('a setting of the shop is missing')
  return value
}
