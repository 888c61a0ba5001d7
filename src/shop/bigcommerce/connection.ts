import { createHmac } from 'node:crypto'
import { type Language, mapEachLanguage } from '../../base/language.ts'
import { findCheckoutOrigins } from '../port-store.ts'

/** Where the shop is, and what the product needs to know of it. */
export interface ShopConnection {
  /** The REST API of the store: `https://api.bigcommerce.com/stores/{hash}`, without a trailing slash. */
  restUrl: string
  /** Where the shop's staff work, without a trailing slash. */
  backOfficeUrl: string
  /** The Storefront GraphQL API; `{channel}` stands for the channel's id. */
  graphqlUrl: string
  credentials: ShopCredentials
  channels: Record<Language, number>
  groupGift: GroupGiftProduct
  giftCardProductId: number
  /** The gift card that `shop:connect` made: not for sale in the shop, always offered by registries (R1310). */
  madeGiftCardId?: number | undefined
  /** The merchant's names of the shipping method that delivers to the hosts (R420). */
  hostsDeliveryMethods: Record<Language, string>
  /** The public URL of each language's storefront, without a trailing slash; the same where they share one. */
  storefrontUrls: Record<Language, string>
  /** The origins where carts and checkouts of a language may be (R425). */
  checkoutOrigins: Record<Language, string[]>
  webhooks: WebhookKeys
  /** A service that provides the tax rates instead of the shop (R304). */
  taxRates?: { url: string; authorization: string }
  /** Name or id of the tax class of the generic product; without it that is free of tax (R416). */
  groupTaxClass?: string
  /** Whether orders placed for hosts have the tax of their products, or none (R416). */
  hostOrderTax: HostOrderTax
}

type HostOrderTax = 'products' | 'none'

export interface ShopCredentials {
  storeHash: string
  accessToken: string
  /** Of the API account; id and secret are needed to sign customers in at the storefront. */
  clientId?: string
  clientSecret?: string
  /** Private storefront tokens by channel id; the token decides the language of a reply. */
  storefrontTokens: Record<string, string>
}

/** The generic product that contributions are ordered as, with the ids of its three text options (R415). */
export interface GroupGiftProduct {
  productId: number
  options: { product: number; variant: number; reference: number }
}

interface WebhookKeys {
  /** Our own, which every delivery carries in a header. */
  secret: string
  /** True when every delivery must be signed; otherwise a signature is verified where there is one (R502). */
  requireSignature: boolean
}

/** The settings of a BigCommerce store, by their names in the environment. */
interface ShopSettings {
  SHOP_STORE_HASH?: string | undefined
  SHOP_ACCESS_TOKEN?: string | undefined
  SHOP_CLIENT_ID?: string | undefined
  SHOP_CLIENT_SECRET?: string | undefined
  SHOP_WEBHOOK_SECRET?: string | undefined
  SHOP_API_URL: string
  SHOP_GRAPHQL_URL: string
  SHOP_CHECKOUT_ORIGINS?: string[] | undefined
  /** Of each language; relative ones are those of the embedded shop. */
  storefronts: Record<Language, string>
  SHOP_CHANNELS: Record<Language, { id: number; token?: string | undefined; delivery: string }>
  SHOP_PRODUCTS: { group?: GroupGiftProduct | undefined; card: number; made?: number | undefined }
  SHOP_GROUP_TAX_CLASS?: string | undefined
  HOST_ORDER_TAX?: HostOrderTax | undefined
  TAX_RATES?: { url: string; authorization?: string | undefined } | undefined
}

/** The connection to the merchant's store; null when the settings have none, which means the embedded shop. */
export function shopConnectionFrom(settings: ShopSettings): ShopConnection | null {
  const hash = settings.SHOP_STORE_HASH
  if (hash === undefined) return null
  const { SHOP_CLIENT_ID: clientId, SHOP_CLIENT_SECRET: clientSecret } = settings
  return {
    restUrl: `${settings.SHOP_API_URL}/stores/${hash}`,
    backOfficeUrl: `https://store-${hash}.mybigcommerce.com/manage`,
    graphqlUrl: settings.SHOP_GRAPHQL_URL.replaceAll('{store}', hash),
    credentials: {
      storeHash: hash,
      accessToken: required(settings.SHOP_ACCESS_TOKEN),
      ...(clientId !== undefined && { clientId }),
      ...(clientSecret !== undefined && { clientSecret }),
      storefrontTokens: Object.fromEntries(
        Object.values(settings.SHOP_CHANNELS).map(({ id, token }) => [id, required(token)]),
      ),
    },
    channels: channelsOf(settings),
    groupGift: required(settings.SHOP_PRODUCTS.group),
    giftCardProductId: settings.SHOP_PRODUCTS.card,
    madeGiftCardId: settings.SHOP_PRODUCTS.made,
    hostsDeliveryMethods: mapEachLanguage(language => settings.SHOP_CHANNELS[language].delivery),
    ...storefrontsOf(settings.storefronts, settings),
    webhooks: { secret: required(settings.SHOP_WEBHOOK_SECRET), requireSignature: false },
    ...taxOf(settings),
  }
}

type EmbeddedSettings = Pick<ShopSettings, 'SHOP_CHECKOUT_ORIGINS' | TaxSettings> & {
  SHOP_CHANNELS: Record<Language, { id: number }>
  SHOP_PRODUCTS?: { card: number }
}

/** How the embedded shop calls that delivery on its channels. */
const embeddedHostsDelivery = { en: 'Deliver to the hosts', el: 'Αποστολή στους οικοδεσπότες' }

const embeddedGiftCardId = 186_584

/**
 * The connection to the embedded shop at its URL, with its own credentials; it signs every webhook (R950). `storefronts` are
 * the addresses of its channels where they differ.
 */
export function embeddedShopConnection(
  baseUrl: string,
  shop: { credentials: ShopCredentials & { clientSecret: string }; groupGift: GroupGiftProduct },
  settings: EmbeddedSettings,
  storefronts: Record<Language, string> = mapEachLanguage(() => baseUrl),
): ShopConnection {
  return {
    restUrl: `${baseUrl}/stores/${shop.credentials.storeHash}`,
    backOfficeUrl: `${baseUrl}/admin`,
    graphqlUrl: `${baseUrl}/graphql`,
    credentials: shop.credentials,
    channels: channelsOf(settings),
    groupGift: shop.groupGift,
    giftCardProductId: settings.SHOP_PRODUCTS?.card ?? embeddedGiftCardId,
    hostsDeliveryMethods: embeddedHostsDelivery,
    ...storefrontsOf(storefronts, settings),
    webhooks: {
      secret: createHmac('sha256', shop.credentials.clientSecret).update('doron hook key').digest('hex'),
      requireSignature: true,
    },
    ...taxOf(settings),
  }
}

const channelsOf = ({ SHOP_CHANNELS }: Pick<EmbeddedSettings, 'SHOP_CHANNELS'>) =>
  mapEachLanguage(language => SHOP_CHANNELS[language].id)

function storefrontsOf(
  storefrontUrls: Record<Language, string>,
  settings: Parameters<typeof findCheckoutOrigins>[2],
): Pick<ShopConnection, 'storefrontUrls' | 'checkoutOrigins'> {
  const checkoutOrigins = mapEachLanguage(language =>
    findCheckoutOrigins(language, storefrontUrls[language], settings),
  )
  return { storefrontUrls, checkoutOrigins }
}

type TaxSettings = 'TAX_RATES' | 'SHOP_GROUP_TAX_CLASS' | 'HOST_ORDER_TAX'

function taxOf({
  TAX_RATES: service,
  SHOP_GROUP_TAX_CLASS: groupTaxClass,
  HOST_ORDER_TAX: hostOrderTax = 'products',
}: Pick<ShopSettings, TaxSettings>): Pick<ShopConnection, 'taxRates' | 'groupTaxClass' | 'hostOrderTax'> {
  return {
    ...(service?.authorization && {
      taxRates: { url: service.url, authorization: service.authorization },
    }),
    ...(groupTaxClass !== undefined && { groupTaxClass }),
    hostOrderTax,
  }
}

/** The schema of the settings has checked that these are set together with the store's hash. */
function required<T>(value: T | undefined): T {
  if (value === undefined) throw new TypeError('a setting of the shop is missing')
  return value
}
