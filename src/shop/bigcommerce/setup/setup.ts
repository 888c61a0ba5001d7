import { randomBytes } from 'node:crypto'
import { dayMs } from '../../../base/durations.ts'
import { mapEachLanguage } from '../../../base/language.ts'
import { ShopFailure, webhookPath, webhookScopes } from '../../port.ts'
import { formatChannels } from '../../port-store.ts'
import { createPrivateToken, tokenLifetimeMs } from '../credentials/credential-operations.ts'
import { expiryOf } from '../credentials.ts'
import { channelQuery } from '../graphql-documents.ts'
import { createHttpClient, type HttpClientOptions } from '../http.ts'
import { createRestClient, getJson } from '../rest-client.ts'
import { secretOf, webhookSecretHeader } from '../webhooks.ts'
import * as wire from '../wire.ts'
import { checkChannels, checkLocales, checkSchema, checkStore, checkTaxClasses } from './checks.ts'
import { checkHostsDelivery } from './hosts-delivery.ts'
import { setUpGiftCardProduct, setUpGroupGiftProduct } from './products.ts'
import { setUpReturnScripts } from './return-script.ts'
import { SampleBox } from './samples.ts'
import { checkScopes, withNamedRefusals } from './scopes.ts'
import {
  ensure,
  queryChannel,
  reportCorrect,
  reportUnproved,
  reportWrong,
  runSetupStep,
  type SetupContext,
  type SetupFinding,
  type StoreSetupRequest,
  storeChannels,
} from './setup-context.ts'
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

interface StoreSetupResult {
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

/** False when the store can't be used; then nothing was made in it. */
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
  await setUpReturnScripts(ctx)
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
  const products = [
    isGroupReady && `group:${group}:${product}:${variant}:${reference}`,
    card && `card:${card}`,
    made && `made:${made}`,
  ].filter(Boolean)
  return {
    SHOP_CHANNELS: formatChannels(channels),
    ...(products.length > 0 && { SHOP_PRODUCTS: products.join(',') }),
  }
}

/** A token that expires sooner is replaced. */
const replaceBeforeMs = 60 * dayMs

/** Makes a private storefront token for each channel; one that works is kept. Returns the tokens by channel id. */
async function setUpStorefrontTokens(ctx: SetupContext): Promise<Map<number, string>> {
  const tokens = new Map<number, string>()
  for (const { id: channel, languages } of storeChannels(ctx)) {
    const name = `token of channel ${channel}`
    const existing = languages
      .map(language => ctx.request.tokens[language])
      .find(token => token !== undefined)
    const token = await findOrMakeToken(ctx, name, channel, existing)
    if (!token) continue
    tokens.set(channel, token)
    for (const language of languages) ctx.channels[language].token = token
  }
  return tokens
}

async function findOrMakeToken(
  ctx: SetupContext,
  name: string,
  channel: number,
  existing: string | undefined,
): Promise<string | null> {
  const expiry = existing === undefined ? null : expiryOf(existing)
  const endsOn = expiry?.toISOString().slice(0, 10)
  const isEnding = expiry !== null && expiry.getTime() < ctx.now.getTime() + replaceBeforeMs
  const works = existing !== undefined && (await isAccepted(ctx, channel, existing))
  if (works && isEnding && !ctx.mayChange) {
    reportUnproved(
      ctx,
      name,
      `valid until ${endsOn}; the running product renews it, its /readyz says until when`,
    )
    return existing
  }
  const present = works ? `, the present one ends on ${endsOn}` : ', the present one is refused'
  return runSetupStep(ctx, name, () =>
    ensure(ctx, {
      name,
      find: async () => (works && !isEnding ? existing : null),
      describe: () => (endsOn ? `valid until ${endsOn}` : 'works'),
      missing: `a private storefront token for one year${existing === undefined ? '' : present}`,
      make: () => createPrivateToken(ctx.rest, channel, new Date(ctx.now.getTime() + tokenLifetimeMs)),
    }),
  )
}

async function isAccepted(ctx: SetupContext, channel: number, token: string): Promise<boolean> {
  try {
    await queryChannel(ctx, channel, token, channelQuery)
    return true
  } catch (error) {
    if (error instanceof ShopFailure && error.kind === 'auth') return false
    throw error
  }
}

type StoreWebhook = wire.WireWebhook

/** Makes an active webhook for each event, with our URL and our secret. */
async function setUpWebhooks(ctx: SetupContext): Promise<void> {
  const destination = `${ctx.request.siteUrl}${webhookPath}`
  const isAllowed = /^https:|^http:\/\/(127\.|localhost[:/]|\[::1\])/.test(destination)
  if (!isAllowed) return reportWrong(ctx, 'webhooks', `${destination} must begin with https://; set SITE_URL`)
  const { data } = await getJson(ctx.rest, wire.webhooksSchema, '/v3/hooks?limit=250')
  const ours = data.filter(webhook => webhook.destination === destination)
  tellOfFormerAddress(ctx, data, destination)
  const secret = chooseSecret(ctx, ours)
  for (const scope of webhookScopes) {
    const webhook = ours.find(one => one.scope === scope)
    await runSetupStep(ctx, scope, () => setUpWebhook(ctx, scope, { destination, secret, webhook }))
  }
}

/** Webhooks of another address are left alone: they may be another site's of the same account. */
function tellOfFormerAddress(ctx: SetupContext, webhooks: StoreWebhook[], destination: string): void {
  const others = webhooks.filter(
    one => one.destination !== destination && one.destination.endsWith(webhookPath),
  )
  if (others.length === 0) return
  const addresses = [...new Set(others.map(one => one.destination))].join(', ')
  const ids = others.map(one => one.id).join(', ')
  reportUnproved(
    ctx,
    'webhooks elsewhere',
    `${ids} lead to ${addresses}; if that is a former address of this site, remove them by hand`,
  )
}

/**
 * The secret of the settings; else the one that the store's webhooks carry, because the site that receives them knows
 * it already; else a new one. None that is in use is ever replaced by a new one.
 */
function chooseSecret(ctx: SetupContext, ours: StoreWebhook[]): string {
  const name = 'webhook secret'
  const { webhookSecret } = ctx.request
  if (webhookSecret !== undefined) {
    reportCorrect(ctx, name, 'the one of the settings')
    return keepSecret(ctx, webhookSecret)
  }
  const carried = ours.map(secretOf).find(one => typeof one === 'string' && one !== '')
  if (carried) {
    const text = 'SHOP_WEBHOOK_SECRET is not set; the one that the store’s webhooks carry is taken over'
    if (ctx.mayChange) reportCorrect(ctx, name, text)
    else reportWrong(ctx, name, 'SHOP_WEBHOOK_SECRET is not set, but the store’s webhooks carry one')
    return keepSecret(ctx, carried)
  }
  return keepSecret(ctx, randomBytes(24).toString('hex'))
}

function keepSecret(ctx: SetupContext, secret: string): string {
  if (ctx.mayChange) ctx.settings.SHOP_WEBHOOK_SECRET = secret
  return secret
}

/** Without a webhook one is made; one that sleeps, or has another secret, is mended. */
async function setUpWebhook(
  ctx: SetupContext,
  scope: string,
  {
    destination,
    secret,
    webhook,
  }: { destination: string; secret: string; webhook: StoreWebhook | undefined },
): Promise<void> {
  const body = { scope, destination, is_active: true, headers: { [webhookSecretHeader]: secret } }
  const repairs = [
    ...(webhook?.is_active === false ? ['woken up'] : []),
    ...(webhook && secretOf(webhook) !== secret ? ['with our secret'] : []),
  ]
  await ensure(ctx, {
    name: scope,
    find: async () => (webhook && repairs.length === 0 ? webhook : null),
    describe: () => `webhook ${webhook?.id} is awake`,
    missing: webhook ? `webhook ${webhook.id} ${repairs.join(' and ')}` : `a webhook to ${destination}`,
    make: () =>
      ctx.rest(
        wire.ignoredReplySchema,
        webhook
          ? { method: 'PUT', path: `/v3/hooks/${webhook.id}`, body, repeatable: true }
          : { method: 'POST', path: '/v3/hooks', body, repeatable: false },
      ),
  })
}
