import { randomBytes } from 'node:crypto'
import { webhookPath, webhookScopes } from '../../port.ts'
import { getJson } from '../rest-client.ts'
import { webhookSecretHeader } from '../webhook-signature.ts'
import { secretOf } from '../webhooks.ts'
import * as wire from '../wire.ts'
import {
  ensure,
  reportCorrect,
  reportUnproved,
  reportWrong,
  runSetupStep,
  type SetupContext,
} from './setup-context.ts'

type StoreWebhook = wire.WireWebhook

/** Makes an active webhook for each event, with our URL and our secret. */
export async function setUpWebhooks(ctx: SetupContext): Promise<void> {
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
