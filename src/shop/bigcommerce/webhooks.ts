import type { Shop, ShopWebhookEvent } from '../port.ts'
import type { ShopConnection } from './connection.ts'
import { getJson, type RestClient } from './rest-client.ts'
import { type VerifiedWebhook, verifyWebhook, webhookSecretHeader } from './webhook-signature.ts'
import * as wire from './wire.ts'

type WebhookOperations = Pick<Shop, 'fetchWebhooks' | 'createWebhook' | 'activateWebhook' | 'parseWebhook'>

/** Webhooks v3, and the deliveries that they make. */
export function webhookOperations(
  { webhooks, credentials }: ShopConnection,
  rest: RestClient,
): WebhookOperations {
  return {
    async fetchWebhooks() {
      const { data } = await getJson(rest, wire.webhooksSchema, `/v3/hooks?limit=250`)
      return data.map(({ id, scope, destination, is_active }) => ({
        id,
        scope,
        destination,
        active: is_active,
      }))
    },
    async createWebhook(webhook) {
      const headers = { [webhookSecretHeader]: webhooks.secret }
      const body = { ...webhook, headers, is_active: true }
      await rest(wire.ignoredReplySchema, { method: 'POST', path: '/v3/hooks', body, repeatable: false })
    },
    async activateWebhook(id) {
      const body = { is_active: true }
      await rest(wire.ignoredReplySchema, { method: 'PUT', path: `/v3/hooks/${id}`, body, repeatable: true })
    },
    parseWebhook(headers, body, now) {
      const { storeHash, clientSecret } = credentials
      const verification = { ...webhooks, storeHash, ...(clientSecret !== undefined && { clientSecret }) }
      return toWebhookEvent(verifyWebhook(headers, body, now, verification))
    },
  }
}

function toWebhookEvent({ id, scope, data, isStale }: VerifiedWebhook): ShopWebhookEvent {
  return { id, scope, isStale, subject: subjectOf(scope, data) }
}

/** `store/cart/converted` has the order's id in `orderId`; all others have the subject's own in `id`. */
function subjectOf(scope: string, data: Record<string, unknown>): ShopWebhookEvent['subject'] {
  const kind = (['order', 'product', 'category'] as const).find(one => scope.startsWith(`store/${one}/`))
  const id = Number(scope === 'store/cart/converted' ? data.orderId : data.id)
  if (!Number.isSafeInteger(id) || id <= 0) return null
  if (scope === 'store/cart/converted') return { kind: 'order', id }
  return kind === undefined ? null : { kind, id }
}
