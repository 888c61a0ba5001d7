import { mapEachLanguage } from '../../../base/language.ts'
import { formatChannels } from '../../port-storefronts.ts'
import { createHttpClient, type HttpClientOptions } from '../http/http-client.ts'
import { createRestClient } from '../rest-client.ts'
import { checkChannels, checkLocales, checkSchema, checkStore, checkTaxClasses } from './checks.ts'
import { checkHostsDelivery } from './hosts-delivery.ts'
import { setUpGiftCardProduct, setUpGroupGiftProduct } from './products.ts'
import { SampleBox } from './samples.ts'
import { checkScopes, withNamedRefusals } from './scopes.ts'
import {
  reportCorrect,
  runSetupStep,
  type SetupContext,
  type SetupFinding,
  type StoreSetupRequest,
} from './setup-context.ts'
import { setUpStorefrontTokens } from './storefront-tokens.ts'
import { setUpWebhooks } from './webhooks.ts'
import { proveWriting } from './writing-proofs.ts'

/**
 * Prepares a BigCommerce store for the registry, and reports what is right, what was made and what is wrong. It may be
 * repeated: what exists is found, not made twice. With `mayChange` false it changes nothing in the store. `settings`
 * are those that the product needs, as far as they are known.
 */
export async function setUpStore(
  request: StoreSetupRequest,
  {
    mayChange,
    now = new Date(),
    httpOptions = { fetch: globalThis.fetch },
    box = new SampleBox(),
  }: SetUpOptions,
): Promise<StoreSetupResult> {
  const http = createHttpClient(httpOptions)
  const restUrl = `${request.apiUrl}/stores/${request.storeHash}`
  const ctx: SetupContext = {
    request,
    rest: withNamedRefusals(createRestClient({ restUrl, credentials: request }, http), () => {
      ctx.isTokenRefused = true
    }),
    http,
    mayChange,
    isTokenRefused: false,
    now,
    settings: knownSettings(request),
    channels: mapEachLanguage(language => ({
      id: request.channels[language],
      token: request.tokens[language],
      url: request.storefrontUrls?.[language],
      delivery: request.hostsDeliveryMethods?.[language] ?? '',
    })),
    products: { options: {}, card: request.giftCardProductId, made: request.madeGiftCardId },
    findings: [],
  }
  const isUsable = (await checkStore(ctx)) && (await runSetupSteps(ctx, box))
  return {
    findings: ctx.findings,
    settings: { ...ctx.settings, ...listSettings(ctx) },
    areSettingsGood: isUsable && !ctx.isTokenRefused,
  }
}

export interface StoreSetupResult {
  findings: SetupFinding[]
  settings: Record<string, string>
  /** False when the store did not answer, refused the token, or sells in no euro: what was entered is worth nothing then. */
  areSettingsGood: boolean
}

interface SetUpOptions {
  mayChange: boolean
  now?: Date
  httpOptions?: HttpClientOptions
  /** Holds what is made for a moment, so that it can be removed when the program is interrupted. */
  box?: SampleBox
}

/** False when nothing can be made in the store, and nothing was. */
async function runSetupSteps(ctx: SetupContext, box: SampleBox): Promise<boolean> {
  const furtherScopes = await checkScopes(ctx)
  if (!(await checkChannels(ctx))) return false
  const { group = null, giftCard = null } = (await runSetupStep(ctx, 'tax', () => checkTaxClasses(ctx))) ?? {}
  if (group !== null) await runSetupStep(ctx, 'group gift', () => setUpGroupGiftProduct(ctx, group))
  if (giftCard !== null) await runSetupStep(ctx, 'gift card', () => setUpGiftCardProduct(ctx, giftCard))
  await checkHostsDelivery(ctx, box)
  const { request } = ctx
  const tokens =
    (await runSetupStep(ctx, 'tokens', () => setUpStorefrontTokens(ctx))) ?? new Map<number, string>()
  await checkLocales(ctx, tokens)
  const token = tokens.get(request.channels.en)
  if (token) await runSetupStep(ctx, 'schema', () => checkSchema(ctx, request.channels.en, token))
  await runSetupStep(ctx, 'webhooks', () => setUpWebhooks(ctx))
  await proveWriting(ctx, furtherScopes, box)
  if (request.clientId && request.clientSecret)
    reportCorrect(ctx, 'sign-in', 'client id and secret are set; they need “Customers login: login”')
  else
    reportCorrect(
      ctx,
      'sign-in',
      'off: without SHOP_CLIENT_ID and SHOP_CLIENT_SECRET buyers arrive signed out',
    )
  return true
}

function knownSettings(request: StoreSetupRequest): Record<string, string> {
  return {
    SITE_URL: request.siteUrl,
    SHOP_STORE_HASH: request.storeHash,
    SHOP_ACCESS_TOKEN: request.accessToken,
    ...(request.clientId && { SHOP_CLIENT_ID: request.clientId }),
    ...(request.clientSecret && { SHOP_CLIENT_SECRET: request.clientSecret }),
  }
}

function listSettings({
  channels,
  products: { group, options, card, made },
}: SetupContext): Record<string, string> {
  const { product, variant, reference } = options
  const isGroupReady = group && product && variant && reference
  const groupPart = isGroupReady ? `group:${group}:${product}:${variant}:${reference},` : ''
  return {
    SHOP_CHANNELS: formatChannels(channels),
    SHOP_PRODUCTS: `${groupPart}card:${card}${made ? `,made:${made}` : ''}`,
  }
}
