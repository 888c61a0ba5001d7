import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { webhookPath, webhookScopes } from '../../port.ts'
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

const storeWebhooksSchema = z.object({
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
type StoreWebhook = z.output<typeof storeWebhooksSchema>['data'][number]

/** Makes an active webhook for each event, with our URL and our secret. */
export async function setUpWebhooks(ctx: SetupContext): Promise<void> {
  const destination = `${ctx.request.siteUrl}${webhookPath}`
  const isAllowed = /^https:|^http:\/\/(127\.|localhost[:/]|\[::1\])/.test(destination)
  if (!isAllowed) return reportWrong(ctx, 'webhooks', `${destination} must begin with https://; set SITE_URL`)
  const secret = ctx.request.webhookSecret ?? randomBytes(24).toString('hex')
  if (ctx.mayChange) ctx.settings.SHOP_WEBHOOK_SECRET = secret
  const { data } = await getJson(ctx.rest, storeWebhooksSchema, '/v3/hooks?limit=250')
  for (const scope of webhookScopes) {
    const webhook = data.find(one => one.scope === scope && one.destination === destination)
    await runSetupStep(ctx, scope, () => setUpWebhook(ctx, { scope, destination, secret, webhook }))
  }
}

async function setUpWebhook(
  ctx: SetupContext,
  {
    scope,
    destination,
    secret,
    webhook,
  }: { scope: string; destination: string; secret: string; webhook?: StoreWebhook | undefined },
): Promise<void> {
  const body = { scope, destination, is_active: true, headers: { [webhookSecretHeader]: secret } }
  if (!webhook) {
    await createIfAllowed(ctx, scope, `a webhook to ${destination}`, () =>
      ctx.rest(wire.ignoredReplySchema, { method: 'POST', path: '/v3/hooks', body, repeatable: false }),
    )
    return
  }
  const repairs = [
    ...(webhook.is_active ? [] : ['woken up']),
    ...(hasSecret(webhook, secret) ? [] : ['with our secret']),
  ]
  if (repairs.length === 0) return reportCorrect(ctx, scope, `webhook ${webhook.id} is awake`)
  await createIfAllowed(ctx, scope, `webhook ${webhook.id} ${repairs.join(' and ')}`, () =>
    ctx.rest(wire.ignoredReplySchema, {
      method: 'PUT',
      path: `/v3/hooks/${webhook.id}`,
      body,
      repeatable: true,
    }),
  )
}

const hasSecret = ({ headers }: StoreWebhook, secret: string) =>
  Object.entries(headers ?? {}).some(
    ([name, value]) => name.toLowerCase() === webhookSecretHeader.toLowerCase() && value === secret,
  )
