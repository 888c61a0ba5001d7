import { createHttpClient, type HttpClientOptions } from '../http/http-client.ts'
import { createRestClient } from '../rest-client.ts'
import { setUpGiftCardProduct, setUpGroupGiftProduct } from './products.ts'
import { checkSchema } from './schema-check.ts'
import {
  reportCorrect,
  runSetupStep,
  type SetupContext,
  type SetupFinding,
  type StoreSetupRequest,
} from './setup-context.ts'
import { checkChannels, checkStore, findZeroRatedTaxClass } from './store-check.ts'
import { setUpStorefrontTokens } from './storefront-tokens.ts'
import { setUpWebhooks } from './webhooks.ts'

/**
 * Prepares a BigCommerce store for the registry, and reports what is right, what was made and what is wrong. It may be
 * repeated: what exists is found, not made twice. With `mayChange` false it changes nothing in the store. `settings`
 * are those that the product needs, as far as they are known.
 */
export async function setUpStore(
  request: StoreSetupRequest,
  { mayChange, now = new Date(), httpOptions = { fetch: globalThis.fetch } }: SetUpOptions,
): Promise<{ findings: SetupFinding[]; settings: Record<string, string> }> {
  const http = createHttpClient(httpOptions)
  const restUrl = `${request.apiUrl}/stores/${request.storeHash}`
  const rest = createRestClient({ restUrl, credentials: request }, http)
  const ctx: SetupContext = {
    request,
    rest,
    http,
    mayChange,
    now,
    settings: knownSettings(request),
    findings: [],
  }
  if (await checkStore(ctx)) await runSetupSteps(ctx)
  return { findings: ctx.findings, settings: ctx.settings }
}

interface SetUpOptions {
  mayChange: boolean
  now?: Date
  httpOptions?: HttpClientOptions
}

async function runSetupSteps(ctx: SetupContext): Promise<void> {
  await checkChannels(ctx)
  const taxClass = await runSetupStep(ctx, 'tax', () => findZeroRatedTaxClass(ctx))
  if (taxClass !== null) {
    await runSetupStep(ctx, 'group gift', () => setUpGroupGiftProduct(ctx, taxClass))
    await runSetupStep(ctx, 'gift card', () => setUpGiftCardProduct(ctx, taxClass))
  }
  const { request } = ctx
  const token = (await runSetupStep(ctx, 'tokens', () => setUpStorefrontTokens(ctx)))?.get(
    request.channels.en,
  )
  if (token) await runSetupStep(ctx, 'schema', () => checkSchema(ctx, request.channels.en, token))
  await runSetupStep(ctx, 'webhooks', () => setUpWebhooks(ctx))
  if (request.clientId && request.clientSecret)
    reportCorrect(ctx, 'sign-in', 'client id and secret are set; they need “Customers login: login”')
  else
    reportCorrect(
      ctx,
      'sign-in',
      'off: without SHOP_CLIENT_ID and SHOP_CLIENT_SECRET buyers arrive signed out',
    )
}

function knownSettings(request: StoreSetupRequest): Record<string, string> {
  return {
    SITE_URL: request.siteUrl,
    SHOP_STORE_HASH: request.storeHash,
    SHOP_ACCESS_TOKEN: request.accessToken,
    ...(request.clientId && { SHOP_CLIENT_ID: request.clientId }),
    ...(request.clientSecret && { SHOP_CLIENT_SECRET: request.clientSecret }),
    SHOP_CHANNEL_EN: String(request.channels.en),
    SHOP_CHANNEL_EL: String(request.channels.el),
  }
}
