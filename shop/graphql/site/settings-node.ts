import { channels, languageOfChannel } from '../../channels.ts'
import { shopAddress, shopAddressLine } from '../../orders/delivery.ts'
import { storefrontUrlOf } from '../../storefronts.ts'
import { moneyNode, type QueryContext, seoNode } from '../common-nodes.ts'
import { formFieldNodes } from './form-fields.ts'
import { countries } from './geography.ts'
import { passwordRules } from './password-rules.ts'

const storeName = 'Doron Shop'
const outOfStockMessages = { en: 'Sold out', el: 'Εξαντλήθηκε' }

export function settingsNode(ctx: QueryContext) {
  const storefrontUrl = storefrontUrlOf(ctx.store, ctx.channelId)
  const seo = seoNode(storeName)
  return {
    storeName,
    storeHash: ctx.store.credentials.storeHash,
    status: 'LAUNCHED',
    statusMessage: null,
    logo: { title: storeName, image: logoImage(ctx) },
    logoV2: { __typename: 'StoreTextLogo', text: storeName },
    contact: {
      address: shopAddressLine,
      country: shopAddress.country,
      addressType: '',
      email: '',
      phone: shopAddress.phone,
    },
    url: { vanityUrl: storefrontUrl, cdnUrl: ctx.store.baseUrl, checkoutUrl: storefrontUrl },
    display: { shortDateFormat: 'j M Y', extendedDateFormat: 'j M Y H:i', showProductRating: true },
    channelId: ctx.channelId,
    tax: taxDisplay(ctx),
    search: { productFilteringEnabled: true },
    storefront: { catalog: { productComparisonsEnabled: true } },
    inventory: inventorySettings(ctx),
    reCaptcha: {
      siteKey: '',
      isEnabledOnStorefront: false,
      isEnabledOnCheckout: false,
      failedLoginLockoutDurationSeconds: null,
    },
    socialMediaLinks: [],
    checkout: { reCaptchaEnabled: false, persistentCartEnabled: false },
    customers: { passwordComplexitySettings: passwordRules },
    // Texts come in every language on every channel; its own is the default.
    locales: channels.map(({ language }) => ({
      code: language,
      isDefault: language === languageOfChannel(ctx.channelId),
    })),
    faviconUrl: null,
    webAnalytics: { ga4: null },
    currency: { defaultCurrency: 'EUR' },
    formFields: formFieldNodes(ctx),
    seo: { ...seo },
    robotsTxt: 'User-agent: *\nAllow: /\n',
    privacy: { cookieConsentEnabled: false, privacyPolicyUrl: null },
    shipping: { supportedShippingDestinations: { countries: countries(ctx) } },
    giftCertificates: giftCertificateSettings(ctx),
    reviews: { enabled: true },
    newsletter: { showNewsletterSignup: true },
  }
}

const taxDisplay = ({ store }: QueryContext) =>
  store.showsTax ? { pdp: 'INC', plp: 'INC' } : { pdp: 'EX', plp: 'EX' }

function logoImage(ctx: QueryContext) {
  const url = `${ctx.store.baseUrl}/images/gift-card.webp`
  return { url, urlOriginal: url, urlTemplate: url, altText: storeName, isDefault: true }
}

const inventorySettings = ({ language }: QueryContext) => ({
  productOutOfStockBehavior: 'DO_NOTHING',
  optionOutOfStockBehavior: 'DO_NOTHING',
  stockLevelDisplay: 'DONT_SHOW',
  defaultOutOfStockMessage: outOfStockMessages[language],
  hideInProductFiltering: false,
  showPreOrderStockLevels: false,
  showOutOfStockMessage: true,
  updateStockBehavior: 'ORDER_PLACED',
  showBackorderAvailabilityPrompt: false,
  backorderAvailabilityPrompt: null,
  showBackorderMessage: false,
  showQuantityOnBackorder: false,
})

/** Gift cards are products of the catalogue; the platform's own kind, bought without a product, is switched off. */
const giftCertificateSettings = (ctx: QueryContext) => ({
  __typename: 'CustomAmountGiftCertificateSettings',
  currencyCode: 'EUR',
  isEnabled: false,
  expiry: { value: 5, unit: 'YEARS' },
  minimumAmount: moneyNode(ctx, 10_00),
  maximumAmount: moneyNode(ctx, 1000_00),
})

export const currencyNode = (currency: QueryContext['currencies'][number]) => ({
  entityId: currency.id,
  code: currency.currency_code,
  name: currency.name,
  flagImage: null,
  isActive: currency.enabled,
  exchangeRate: Number(currency.currency_exchange_rate),
  isTransactional: currency.is_transactional,
  isDefault: currency.is_default,
  display: {
    symbol: currency.token,
    symbolPlacement: currency.token_location.toUpperCase(),
    decimalToken: currency.decimal_token,
    thousandsToken: currency.thousands_token,
    decimalPlaces: currency.decimal_places,
  },
})
