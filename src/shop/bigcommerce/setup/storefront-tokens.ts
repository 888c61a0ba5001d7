import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { languages } from '../../../base/language.ts'
import { ShopFailure, webhookPath, webhookScopes } from '../../port.ts'
import { getJson } from '../rest-client.ts'
import { webhookSecretHeader } from '../webhook-signature.ts'
import * as wire from '../wire.ts'
import {
  createIfAllowed,
  reportCorrect,
  reportWrong,
  runSetupStep,
  type SetupContext,
} from './setup-context.ts'

const token = z.object({ data: z.object({ token: z.string() }) })
const hooks = z.object({
  data: z.array(
    z.object({
      id: z.int(),
      scope: z.string(),
      destination: z.string(),
      is_active: z.boolean(),
      headers: z.record(z.string(), z.string()).nullish(),
    }),
  ),
})
type Hook = z.output<typeof hooks>['data'][number]

const day = 86_400_000
const tokenLife = 365 * day
/** A token that ends sooner is made anew. */
const renewWithin = 60 * day

/** A private storefront token for each channel; one that still works is kept. Answers what the channels can be asked with. */
export async function setUpStorefrontTokens(ctx: SetupContext): Promise<Map<number, string>> {
  const found = new Map<number, string>()
  for (const language of languages) {
    const channel = ctx.request.channels[language]
    const name = `token of channel ${channel}`
    const known = ctx.request.tokens[language]
    const end = known === undefined ? null : endOf(known)
    const isOld = end !== null && end.getTime() < ctx.now.getTime() + renewWithin
    const works = known !== undefined && !isOld && (await opens(ctx, channel, known))
    if (works) reportCorrect(ctx, name, end ? `valid until ${end.toISOString().slice(0, 10)}` : 'works')
    const kept = works
      ? known
      : await runSetupStep(ctx, name, () =>
          createIfAllowed(ctx, name, 'a private storefront token for one year', () => newToken(ctx, channel)),
        )
    if (!kept) continue
    found.set(channel, kept)
    ctx.settings[`SHOP_TOKEN_${language.toUpperCase()}`] = kept
  }
  return found
}

/** Asks the channel's Storefront GraphQL. Throws ShopFailure. */
export function queryChannel(
  { request, http }: Pick<SetupContext, 'request' | 'http'>,
  channel: number,
  bearer: string,
  query: string,
): Promise<unknown> {
  const url = request.graphqlUrl
    .replaceAll('{store}', request.storeHash)
    .replaceAll('{channel}', String(channel))
  const headers = { authorization: `Bearer ${bearer}` }
  return http({ method: 'POST', url, headers, body: { query }, repeatable: true })
}

async function opens(ctx: SetupContext, channel: number, bearer: string): Promise<boolean> {
  try {
    await queryChannel(ctx, channel, bearer, '{ channel { entityId } }')
    return true
  } catch (error) {
    if (error instanceof ShopFailure && error.kind === 'auth') return false
    throw error
  }
}

async function newToken(ctx: SetupContext, channel: number): Promise<string> {
  const body = {
    channel_ids: [channel],
    expires_at: Math.floor((ctx.now.getTime() + tokenLife) / 1000),
    scopes: ['Unauthenticated'],
  }
  const path = '/v3/storefront/api-token-private'
  return (await ctx.rest(token, { method: 'POST', path, body, repeatable: false })).data.token
}

/** When a token of the platform ends, as it says itself; null when it does not. */
function endOf(jwt: string): Date | null {
  try {
    const said = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as { eat?: unknown }
    return typeof said.eat === 'number' ? new Date(said.eat * 1000) : null
  } catch {
    return null
  }
}

/** A webhook for each thing we want to hear of, awake, at our address, with our secret. */
export async function setUpWebhooks(ctx: SetupContext): Promise<void> {
  const destination = `${ctx.request.siteUrl}${webhookPath}`
  const isOurs = /^https:|^http:\/\/(127\.|localhost[:/]|\[::1\])/.test(destination)
  if (!isOurs) return reportWrong(ctx, 'webhooks', `${destination} must begin with https://; set SITE_URL`)
  const secret = ctx.request.webhookSecret ?? randomBytes(24).toString('hex')
  if (ctx.mayChange) ctx.settings.SHOP_WEBHOOK_SECRET = secret
  const known = (await getJson(ctx.rest, hooks, '/v3/hooks?limit=250')).data
  for (const scope of webhookScopes) {
    const hook = known.find(one => one.scope === scope && one.destination === destination)
    await runSetupStep(ctx, scope, () => oneHook(ctx, { scope, destination, secret, hook }))
  }
}

async function oneHook(
  ctx: SetupContext,
  {
    scope,
    destination,
    secret,
    hook,
  }: { scope: string; destination: string; secret: string; hook?: Hook | undefined },
): Promise<void> {
  const body = { scope, destination, is_active: true, headers: { [webhookSecretHeader]: secret } }
  if (!hook) {
    await createIfAllowed(ctx, scope, `a webhook to ${destination}`, () =>
      ctx.rest(wire.ignoredReplySchema, { method: 'POST', path: '/v3/hooks', body, repeatable: false }),
    )
    return
  }
  const mended = [
    ...(hook.is_active ? [] : ['woken up']),
    ...(hasSecret(hook, secret) ? [] : ['with our secret']),
  ]
  if (mended.length === 0) return reportCorrect(ctx, scope, `webhook ${hook.id} is awake`)
  await createIfAllowed(ctx, scope, `webhook ${hook.id} ${mended.join(' and ')}`, () =>
    ctx.rest(wire.ignoredReplySchema, {
      method: 'PUT',
      path: `/v3/hooks/${hook.id}`,
      body,
      repeatable: true,
    }),
  )
}

const hasSecret = ({ headers }: Hook, secret: string) =>
  Object.entries(headers ?? {}).some(
    ([name, value]) => name.toLowerCase() === webhookSecretHeader.toLowerCase() && value === secret,
  )
